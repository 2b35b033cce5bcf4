/*
 * adtmap: a map as part of another page: `embed` in its link, #map=Demo&zoom=5&x=0.0&y=0.0&embed. It has no bars, the wheel
 * moves the page around it unless Ctrl is held, and a link opens the full map.
 */
import { create } from './dom.js';
import { say } from './speak.js';

export const isEmbedded = () => new URLSearchParams(location.hash.slice(1)).has('embed');

/* What the link of a view ends with, so that it stays what it is when its page is loaded again. */
export const EMBED = '&embed';

/* The address of a view as part of another page, and with its bars. */
export const embedded = (address) => `${address}${address.includes('#') ? EMBED : '#embed'}`;
export const full = (address) => address.replace(/[#&]embed(?:=[^&]*)?(?=&|$)/g, '');

/* Before anything looks how large bars are. */
export const hideBars = () => document.body.classList.add('embed');

export function startEmbed() {
    const link = create('a', { className: 'open-full panel', target: '_blank', rel: 'noopener' }, 'Open the full map');
    const update = () => { link.href = full(location.href); };
    ['pointerenter', 'focus', 'click'].forEach((type) => link.addEventListener(type, update));
    update();
    document.body.append(link);
    let isTold = false;
    window.addEventListener('wheel', (event) => {
        if (!event.ctrlKey && !event.metaKey) {
            event.stopPropagation(); /* before the map has it */
            if (!isTold) {
                say('Hold Ctrl to zoom with the wheel');
            }
            isTold = true;
        }
    }, { capture: true, passive: true });
}

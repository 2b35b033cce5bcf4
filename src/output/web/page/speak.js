/* adtmap: what the page says in passing, and copies. */
import { create, element } from './dom.js';
import { siteData } from './site_data.js';

/* page.js and page-more.js have this file each: the timer is where both find it. */
export function beQuiet() {
    clearTimeout(siteData.toastTimer);
    element('toast').classList.remove('shown');
}

export function say(text, isWrong) {
    const toast = element('toast');
    toast.textContent = text;
    toast.classList.toggle('wrong', Boolean(isWrong));
    toast.classList.add('shown');
    clearTimeout(siteData.toastTimer);
    siteData.toastTimer = setTimeout(beQuiet, isWrong ? 5000 : 1800);
}

/* For pages that are not served by https. */
function copyByHand(text) {
    const field = create('textarea', { value: text, className: 'hidden' });
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
}

/* `what` stands for a text that is too long to be said. */
export function copy(text, what = text) {
    const byHand = () => say(copyByHand(text) ? `Copied ${what}` : text);
    if (navigator.clipboard && window.isSecureContext) {
        navigator.clipboard.writeText(text).then(() => say(`Copied ${what}`), byHand);
    } else {
        byHand();
    }
}

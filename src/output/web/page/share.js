/* adtmap: the view as a link, and as a part of another page: texts to copy, in a dialog. */
import { create } from './dom.js';
import { embedded } from './embed.js';
import { copy } from './speak.js';

const NAMES = { '&': 'amp', '"': 'quot', '<': 'lt', '>': 'gt' };
const quoted = (text) => text.replace(/[&"<>]/g, (sign) => `&${NAMES[sign]};`);

/* The markup of a frame that shows an address. */
export const frameCode = (address, title) => `<iframe src="${quoted(embedded(address))}" title="${quoted(title)}" ` +
    'width="800" height="500" style="border: 0; max-width: 100%" loading="lazy" allow="fullscreen"></iframe>';

function makeText(label, lines, what) {
    const field = create('textarea', { readOnly: true, rows: lines, ariaLabel: label, spellcheck: false });
    const button = create('button', { type: 'button', className: 'copy' }, `Copy ${what}`);
    field.addEventListener('focus', () => field.select());
    button.addEventListener('click', () => copy(field.value, `the ${what}`));
    return { field, part: create('div', { className: 'shared' }, create('strong', {}, label), field, button) };
}

/* `title` is that of the map. */
export function makeShare(title) {
    const link = makeText('Link to this view', 2, 'link');
    const code = makeText('As part of a page of yours', 7, 'code');
    const heading = create('h2', { id: 'share-title' }, 'Share');
    const dialog = create('dialog', { className: 'keys share' }, heading, link.part, code.part,
        create('form', { method: 'dialog' }, create('button', { className: 'copy' }, 'Close')));
    dialog.setAttribute('aria-labelledby', heading.id);
    document.body.append(dialog);
    return {
        open() {
            link.field.value = location.href;
            code.field.value = frameCode(location.href, title);
            dialog.showModal();
            dialog.scrollTop = 0;
        },
    };
}

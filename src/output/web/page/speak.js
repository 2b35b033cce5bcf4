/* adtmap: what the page says in passing, and copies. */
import { create, element } from './dom.js';

let timer = 0;

export function beQuiet() {
    clearTimeout(timer);
    element('toast').classList.remove('shown');
}

export function say(text, isWrong) {
    const toast = element('toast');
    toast.textContent = text;
    toast.classList.toggle('wrong', Boolean(isWrong));
    toast.classList.add('shown');
    clearTimeout(timer);
    timer = setTimeout(beQuiet, isWrong ? 5000 : 1800);
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

export function copy(text) {
    const byHand = () => say(copyByHand(text) ? `Copied ${text}` : text);
    if (navigator.clipboard && window.isSecureContext) {
        navigator.clipboard.writeText(text).then(() => say(`Copied ${text}`), byHand);
    } else {
        byHand();
    }
}

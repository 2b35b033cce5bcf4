/* adtmap: what the page says in passing, and copies. */
adtmap.speak = (function () {
    'use strict';

    const element = (id) => document.getElementById(id);
    let timer = 0;

    function beQuiet() {
        clearTimeout(timer);
        element('toast').classList.remove('shown');
    }

    function say(text, isWrong) {
        const toast = element('toast');
        toast.textContent = text;
        toast.classList.toggle('wrong', Boolean(isWrong));
        toast.classList.add('shown');
        clearTimeout(timer);
        timer = setTimeout(beQuiet, isWrong ? 5000 : 1800);
    }

    /* For pages that are not served by https. */
    function copyByHand(text) {
        const field = document.createElement('textarea');
        field.value = text;
        field.className = 'hidden';
        document.body.append(field);
        field.select();
        const done = document.execCommand('copy');
        field.remove();
        return done;
    }

    function copy(text) {
        const byHand = () => say(copyByHand(text) ? `Copied ${text}` : text);
        if (navigator.clipboard && window.isSecureContext) {
            navigator.clipboard.writeText(text).then(() => say(`Copied ${text}`), byHand);
        } else {
            byHand();
        }
    }

    return { say, beQuiet, copy };
})();

/* adtmap: the tools in small windows: a sheet that a button of the bar opens. */
import { element } from './dom.js';

const STAY = ['zoom-in', 'zoom-out']; /* tools that are used several times; after others the sheet closes */

/* {close}: whether it was open. `onOpen` makes room for it. */
export function makeToolSheet(onOpen) {
    const [sheet, button] = [element('tools'), element('more')];

    function show(isOpen) {
        sheet.classList.toggle('opened', isOpen);
        button.setAttribute('aria-expanded', String(isOpen));
    }

    function close() {
        const isOpen = sheet.classList.contains('opened');
        show(false);
        if (isOpen) {
            button.focus();
        }
        return isOpen;
    }

    button.addEventListener('click', () => {
        const isOpening = !sheet.classList.contains('opened');
        if (isOpening) {
            onOpen();
        }
        show(isOpening);
        (isOpening ? sheet.querySelector('button') : button).focus();
    });
    sheet.addEventListener('click', ({ target }) => {
        const tool = target.closest('button');
        if (tool && !STAY.includes(tool.id)) {
            show(false);
        }
    });
    return { close };
}

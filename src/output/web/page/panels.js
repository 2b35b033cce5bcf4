/* adtmap: lists of switches, each opened by its button. One is open at most. */
import { element, press } from './dom.js';
import { isSmall } from './small_window.js';

/* `lists` has the list of each button, by the button's id; `onChange` follows one that opens or closes. */
export function makePanels(lists, onChange) {
    const opened = () => Object.keys(lists).find((id) => !lists[id].hidden);

    function open(wanted) {
        const before = opened();
        Object.entries(lists).forEach(([id, list]) => {
            list.hidden = id !== wanted;
            element(id).setAttribute('aria-expanded', String(!list.hidden));
            press(id, !list.hidden);
        });
        if (opened() !== before) {
            onChange();
        }
    }

    /* Whether one was open. The focus goes back to its button. */
    function close() {
        const id = opened();
        open(null);
        if (id) {
            element(isSmall() ? 'more' : id).focus(); /* in small windows the button is gone, too */
        }
        return Boolean(id);
    }

    function toggle(id) {
        if (opened() === id) {
            close();
        } else {
            open(id);
            lists[id].querySelector('input').focus();
        }
    }

    return { toggle, close };
}

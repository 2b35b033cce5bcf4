/*
 * adtmap: the search on the page. What finds is loaded when somebody goes to the field, or a link has found something:
 * most visits never search. What is written until it is there, is searched then.
 */
import { element } from './dom.js';
import { makeLater } from './later.js';

/* `make` gets makeMapSearch and calls it; `mark` is the mark on the map (found_mark.js); areNamesThere() tells whether the areas
 * of the map have their names. */
export function makeSearchPage(make, { mark, marked }, areNamesThere) {
    const [form, field, status] = [element('search'), element('query'), element('nothing')];
    const search = makeLater(({ makeMapSearch }) => {
        const made = make(makeMapSearch);
        if (recalled) {
            made.recall(recalled.wanted, recalled.isAway);
        }
        if (areNamesThere()) {
            made.forget();
        }
        return made;
    });
    let recalled = null; /* {wanted, isAway}: what a link found before the search was there */
    let isSubmitted = false;
    let isAwaited = false;

    /* Where the search did not come, letters alone do not ask for it again. */
    function tell() {
        if (isAwaited && !search.part()) {
            status.textContent = 'The search is being loaded';
            status.hidden = field.value.trim() === '';
        }
    }

    async function ask(act) {
        isAwaited = true;
        tell();
        await search.use(act);
        isAwaited = false;
        status.hidden ||= !search.part();
    }

    /* The list is opened once the search is there, which listens to the field from then on. */
    function prepare() {
        if (!search.part()) {
            ask((part) => document.activeElement === field && part.open());
        }
    }

    /* Enter that is pressed again until then asks for nothing more. */
    function submit(event) {
        event.preventDefault();
        if (!isSubmitted) {
            isSubmitted = true;
            ask((part) => part.submit()).then(() => { isSubmitted = false; });
        }
    }

    const load = () => search.use(() => {});

    field.addEventListener('focus', prepare);
    field.addEventListener('input', tell);
    field.addEventListener('blur', () => { status.hidden = true; });
    form.addEventListener('submit', submit);
    if (document.activeElement === field) {
        prepare(); /* somebody was there before this script */
    }
    return {
        mark,
        marked,
        /* {words, turn} of what was found, or null. */
        found: () => (search.part() ? search.part().found() : recalled && recalled.wanted),
        /* Writes what a link found into the field, with its outline, or with `isAway` leads there. Names may come later. */
        recall(wanted, isAway) {
            recalled = wanted && { wanted, isAway };
            if (wanted) {
                field.value = wanted.words;
            }
            if (search.part()) {
                search.part().recall(wanted, isAway);
            } else if (wanted && areNamesThere()) {
                load();
            }
        },
        /* Takes away what was found. */
        clear() {
            mark(null);
            recalled = null;
            search.part()?.clear();
        },
        /* Areas, or landmarks, have come with their names. */
        start() {
            if (search.part()) {
                search.part().forget();
            } else if (recalled) {
                load();
            }
        },
    };
}

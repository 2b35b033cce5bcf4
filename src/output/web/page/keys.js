/* adtmap: keys. They are commands, except where somebody writes. */
const WRITES = 'select, textarea, input:not([type="checkbox"], [type="range"])';

const AIMS = /^(Arrow.*|Enter|Tab|r)$/;

/* `commands` has functions by key. Enter acts on the middle of the map, if the map has the focus; a cross
 * shows it then. Escape leaves a field, else does the first of `endings` that returns true. */
export function listenToKeys(map, commands, { onEnter, endings }) {
    const container = map.getContainer();

    function act(event) {
        const isWriting = event.target.matches(WRITES);
        if (event.key === 'Escape') {
            return isWriting ? container.focus() || true : endings.some((end) => end());
        }
        if (isWriting || event.ctrlKey || event.altKey || event.metaKey) {
            return false;
        }
        if (event.key.startsWith('Arrow') && (event.target === document.body || event.target.closest('#map, .button'))) {
            container.focus({ preventScroll: true }); /* where Leaflet moves the map */
            return false;
        }
        const isOnMap = event.target === container || event.target === document.body;
        const command = event.key === 'Enter' && isOnMap ? onEnter : commands[event.key];
        if (command) {
            command();
        }
        return Boolean(command);
    }

    /* Before Leaflet, which has keys of its own. */
    window.addEventListener('keydown', (event) => {
        if (document.querySelector('dialog[open]')) {
            return;
        }
        document.body.classList.toggle('tabbing', event.key === 'Tab');
        if (AIMS.test(event.key)) {
            document.body.classList.add('by-keys');
        }
        if (act(event)) {
            event.preventDefault();
            event.stopPropagation();
        }
    }, true);
    window.addEventListener('pointermove', () => document.body.classList.remove('by-keys'));
}

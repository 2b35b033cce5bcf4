/* adtmap: maps of zones on the page. What shows one is loaded when a zone is asked for. */
import { element } from './dom.js';
import { makeLater } from './later.js';

/* `parts` is what zone_view.js takes. Links may ask for a zone before areas are there. */
export function makeZonePage(parts) {
    const zones = makeLater(({ makeZoneView }) => makeZoneView(parts));
    let wanted = null; /* by its name; null: none */
    let isReady = false;

    function show(name) {
        wanted = name;
        if (isReady && (name || zones.part())) {
            zones.use((view) => view.show(name));
        }
    }

    return {
        show,
        toggle: () => zones.use((view) => view.toggle()),
        close: () => zones.part() !== null && zones.part().close(),
        shown: () => (zones.part() ? zones.part().shown() : wanted),
        /* When areas are there. */
        start() {
            isReady = true;
            element('zone').hidden = parts.areas.framed().length === 0;
            show(wanted);
        },
    };
}

/* adtmap: maps of zones on the page. What shows one is in page-more.js, which is loaded when a zone is asked for. */
import { element } from './dom.js';
import { loadScript } from './scripts.js';
import { siteData } from './site_data.js';
import { say } from './speak.js';

/* `parts` is what zone_view.js takes. Links may ask for a zone before areas are there. */
export function makeZonePage(parts) {
    let zones = null;
    let wanted = null; /* by its name; null: none */
    let isReady = false;
    let loading = null;
    const load = () => (loading ??= loadScript('../page-files/page-more.js', siteData, 'more',
        ({ makeZoneView }) => { zones = makeZoneView(parts); }));

    /* Loading is tried again after it failed. */
    const withZones = (act) => load().then(() => act(zones)).catch(({ message }) => {
        loading = null;
        say(message, true);
    });

    function show(name) {
        wanted = name;
        if (isReady && (name || zones)) {
            withZones(() => zones.show(name));
        }
    }

    return {
        show,
        toggle: () => withZones(() => zones.toggle()),
        close: () => zones !== null && zones.close(),
        shown: () => (zones ? zones.shown() : wanted),
        /* When areas are there. */
        start() {
            isReady = true;
            element('zone').hidden = parts.areas.framed().length === 0;
            show(wanted);
        },
    };
}

/* adtmap: the map of a zone as the client frames it: lines at each ten per cent, everything else dimmed. */
import { zoneAt } from './area_shapes.js';
import { create } from './dom.js';

const STEP = 10; /* per cent */
const FAR = 1e5; /* yards: beyond any map */
const MASK = { stroke: false, fillColor: '#000', fillOpacity: 0.55, interactive: false };

/* Lines of a frame [west, east, north, south]: the per cent, and where each begins and ends. */
export function linesOf([west, east, north, south]) {
    const parts = Array.from({ length: 100 / STEP + 1 }, (_, i) => i * STEP);
    const between = (from, to, part) => from + ((to - from) * part) / 100;
    return parts.flatMap((part) => {
        const [x, y] = [between(north, south, part), between(west, east, part)];
        return [{ part, ends: [[north, y], [south, y]] }, { part, ends: [[x, west], [x, east]] }];
    });
}

function draw({ frame }) {
    const [west, east, north, south] = frame;
    const corners = (w, e, n, s) => [[n, w], [n, e], [s, e], [s, w]];
    const lines = linesOf(frame).flatMap(({ part, ends }) => [
        L.polyline(ends, { color: '#fff', weight: part % 50 ? 1 : 2, opacity: 0.55, interactive: false }),
        L.marker(ends[0], { keyboard: false, interactive: false,
            icon: L.divIcon({ className: 'grid-name', iconSize: null, html: `<span aria-hidden="true">${part}</span>` }) }),
    ]);
    return L.layerGroup([L.polygon([corners(FAR, -FAR, FAR, -FAR), corners(west, east, north, south)], MASK), ...lines]);
}

/* Zones by the words for them: of those with one name the second is "Name 2". */
export function wordsOf(zones) {
    const byWords = new Map();
    zones.forEach((zone) => {
        let words = zone.name;
        for (let number = 2; byWords.has(words); number++) {
            words = `${zone.name} ${number}`;
        }
        byWords.set(words, zone);
    });
    return byWords;
}

/* `press` shows whether the tool is on, `keep` writes the link, `show` moves the map to bounds. */
export function makeZoneView({ map, areas, move, press, keep, say }) {
    const choice = create('select', { ariaLabel: 'Zone' });
    const panel = create('aside', { className: 'zone-view panel', hidden: true, ariaLabel: 'Map of a zone' }, choice);
    const zones = wordsOf(areas.framed());
    const wordsFor = (zone) => [...zones].find(([, each]) => each === zone)[0];
    let shown = null;
    let layer = null;

    function set(zone, isMoved) {
        if (layer) {
            map.removeLayer(layer);
        }
        shown = zone;
        layer = zone && draw(zone).addTo(map);
        panel.hidden = !zone;
        map.fire('obstacles');
        press('zone', Boolean(zone));
        if (zone) {
            choice.value = wordsFor(zone);
            if (isMoved) {
                const [west, east, north, south] = zone.frame;
                move(L.latLngBounds([north, west], [south, east]));
            }
        }
        keep();
    }

    zones.forEach((zone, words) => choice.append(create('option', { value: words }, words)));
    choice.addEventListener('change', () => set(zones.get(choice.value), true));
    document.body.append(panel);
    return {
        shown: () => (shown ? wordsFor(shown) : null),
        /* By a link, which has its own view. */
        show: (words) => set(zones.get(words) || null, false),
        toggle() {
            const place = map.getCenter();
            const zone = shown ? null : zoneAt(areas.framed(), areas.at(place), place);
            if (!shown && !zone) {
                say('No zone with a map of its own is in the middle');
            }
            set(zone, true);
        },
        close() {
            const isOpen = shown !== null;
            if (isOpen) {
                set(null, false);
            }
            return isOpen;
        },
    };
}

/* adtmap: the search: it leads to what was found, and marks it. */
import { GRID_ZOOM } from './pictures.js';
import { tileCorners } from './places.js';
import { interpret } from './search.js';
import { beQuiet, say } from './speak.js';
import { motion } from './view.js';

const SUGGESTED = 1000; /* markers */
const LOOK = { className: 'found', fill: false, interactive: false };
const REFUSALS = {
    outside: 'This lies outside the map, which ends at 17066 yards and tile 63',
    none: 'Not found. Write X\u00a0Y in game units, a tile such as 32_48, an area or a marker',
};
const namesOf = (entries) => entries.map(({ mark }) => mark.name);

/* `data` is the page's map, `deepest` the zoom of its deepest pictures; `field` is where people write. */
export function makeFinder({ map, whenStill }, data, hasTile, deepest, { markers, areas, readout }, field) {
    const outlines = L.layerGroup().addTo(map);
    let marked = null;
    let last = { words: '', turn: 0 };

    /* A ring at a place; null: none. */
    function mark(place) {
        outlines.clearLayers();
        marked = place;
        if (place) {
            L.circleMarker(place, { ...LOOK, radius: 9, weight: 3 }).addTo(outlines);
        }
    }

    const closeEnough = () => Math.max(map.getZoom(), GRID_ZOOM);

    function showPlace(place) {
        mark(L.latLng(place));
        map.setView(place, closeEnough(), motion());
        readout.rest(marked);
    }

    function showBounds(bounds) {
        map.fitBounds(bounds, { ...motion(), maxZoom: deepest });
        readout.rest(bounds.getCenter());
    }

    function showTile({ x, y }) {
        const bounds = L.latLngBounds(tileCorners(x, y, 1, 1));
        L.rectangle(bounds, { ...LOOK, weight: 2 }).addTo(outlines);
        showBounds(bounds);
        if (!hasTile(x, y)) {
            say(`${data.title} has no tile ${x}_${y}`, true);
        }
    }

    /* Without an animation, which the popup would disturb: it moves the view to fit. */
    function showMarker(entry) {
        map.setView(markers.placeOf(entry), closeEnough(), { animate: false });
        markers.open(entry);
        readout.rest(markers.placeOf(entry));
    }

    const show = {
        place: ({ place }) => showPlace(place),
        tile: ({ tile }) => showTile(tile),
        mark: ({ index }) => showMarker(markers.own[index]),
        area: ({ index }) => showBounds(areas.outline(index, outlines)),
        landmark: ({ index }) => showMarker(markers.landmarks[index]),
    };

    /* The same words again lead to the next that is called so. */
    function search() {
        const words = field.value.trim();
        const turn = words === last.words ? last.turn + 1 : 0;
        const found = interpret(words, data.name, { mark: namesOf(markers.own),
            area: areas.names(), landmark: namesOf(markers.landmarks) }, turn);
        last = { words, turn };
        field.setAttribute('aria-invalid', String(words !== '' && !show[found.kind]));
        mark(null);
        beQuiet();
        if (words === '') {
            return;
        }
        if (!show[found.kind]) {
            say(REFUSALS[found.kind], true);
            return;
        }
        if (found.of > 1) {
            say(`${found.nth} of ${found.of}. Search again for the next`);
        }
        if (window.matchMedia('(hover: none)').matches) {
            field.blur(); /* takes the keyboard off the screen */
        }
        whenStill(() => show[found.kind](found));
    }

    /* Names to choose from while people write. */
    function suggest(list) {
        const marks = namesOf([...markers.own, ...markers.landmarks].slice(0, SUGGESTED));
        const names = new Set([...marks, ...areas.names().map(([name]) => name)]);
        list.replaceChildren(...[...names].map((name) => new Option(name)));
    }

    return { search, suggest, mark, marked: () => marked };
}

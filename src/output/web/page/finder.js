/* adtmap: the search: it leads to what was found, and marks it. */
import { FOUND_LOOK } from './found_mark.js';
import { GRID_ZOOM } from './pictures.js';
import { tileCorners } from './places.js';
import { interpret, makeIndex } from './search.js';
import { beQuiet, say } from './speak.js';
import { motion } from './view.js';

const REFUSALS = {
    outside: 'This lies outside the map, which ends at 17066 yards and tile 63',
    none: 'Not found. Write X\u00a0Y in game units, a zone and per cent, a tile such as 32_48, an area or a marker',
    zone: 'Per cent of which zone? None with a map of its own is in the middle: write its name before them',
    number: 'Only the client knows the number of a map: write the name of the zone',
};

/* `data` is the page's map, `deepest` the zoom of its deepest pictures, `foundMark` its mark (found_mark.js); `maps` are those
 * of the site; `field` is where people write; `openMap` opens a map, with words to search there, or ''. */
export function makeFinder({ map, whenStill }, data, { hasTile, deepest, maps, markers, points, areas, readout, foundMark }, field, openMap) {
    const { mark, marked, outlines } = foundMark;
    let last = { words: '', turn: 0 };
    let found = null; /* of these, what was found */
    let recalled = null; /* what a link found, until all names are there */

    const closeEnough = () => Math.max(map.getZoom(), GRID_ZOOM);

    function showPlace(place) {
        mark(L.latLng(place));
        map.setView(place, closeEnough(), motion());
        readout.rest(marked());
    }

    function showBounds(bounds) {
        map.fitBounds(bounds, { ...motion(), maxZoom: deepest });
        readout.rest(bounds.getCenter());
    }

    /* Outlines of what is no place and has no card; they give its bounds. */
    const outline = {
        tile({ tile: { x, y } }) {
            const bounds = L.latLngBounds(tileCorners(x, y, 1, 1));
            L.rectangle(bounds, { ...FOUND_LOOK, weight: 2 }).addTo(outlines);
            return bounds;
        },
        area: ({ index }) => areas.outline(index, outlines),
    };

    function showTile(entry) {
        const { x, y } = entry.tile;
        showBounds(outline.tile(entry));
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

    /* Its part of the markers is loaded first; a search in the meantime goes before it. */
    async function showPoint({ index: name, within = 0 }) {
        const asked = last;
        const found = await points.find(name, within);
        if (!found || asked !== last) {
            return;
        }
        if (found.vertices) {
            map.fitBounds(found.vertices, { animate: false, maxZoom: deepest });
        } else {
            map.setView([found.x, found.y], closeEnough(), { animate: false });
        }
        points.open(found);
        readout.rest(L.latLng(found.x, found.y));
    }

    const show = {
        point: showPoint,
        place: ({ place }) => showPlace(place),
        tile: showTile,
        mark: ({ index }) => showMarker(markers.own[index]),
        area: (entry) => showBounds(outline.area(entry)),
        landmark: ({ index }) => showMarker(markers.landmarks[index]),
        elsewhere: ({ map: name, words }) => openMap(name, words),
        map: ({ index }) => openMap(maps[index].name, ''),
    };

    /* Keys are commands again, unless the same words may be searched again. */
    function leaveField() {
        if (window.matchMedia('(hover: none)').matches) {
            field.blur(); /* takes the keyboard off the screen */
        } else {
            map.getContainer().focus({ preventScroll: true });
        }
    }

    function go(entry) {
        if (!(entry.of > 1)) {
            leaveField();
        }
        found = entry.words ? { words: entry.words, turn: 0 } : last;
        whenStill(() => show[entry.kind](entry));
    }

    /* Takes away what was found. */
    function clear() {
        mark(null);
        found = recalled = null;
    }

    function beginWith(words) {
        clear();
        beQuiet();
        last = { words, turn: words === last.words ? last.turn + 1 : 0 };
    }

    /* The page, as the search takes it. */
    const about = () => ({ name: data.name, shown: [data.name], maps, zoneHere: () => areas.zoneHere(map.getCenter()) });

    /* The same words again lead to the next that is called so. Whether something was found. */
    function search() {
        const words = field.value.trim();
        beginWith(words);
        const entry = interpret(words, about(), index(), last.turn);
        const isFound = Boolean(show[entry.kind]);
        field.setAttribute('aria-invalid', String(words !== '' && !isFound));
        if (words !== '' && !isFound) {
            say(REFUSALS[entry.kind], true);
        }
        if (isFound && entry.of > 1) {
            say(`${entry.nth} of ${entry.of}. Search again for the next`);
        }
        if (isFound) {
            go(entry);
        }
        return isFound;
    }

    /* Shows an entry of the index. */
    function showEntry(entry) {
        beginWith(field.value.trim());
        field.setAttribute('aria-invalid', 'false');
        go(entry);
    }

    /* All names on the map. It is made when it is asked for, and again once more names are there. */
    let names = null;
    function index() {
        const marks = (kind, entries) => entries.map(({ mark: { name, group, x, y } }, i) => ({
            kind, index: i, icon: 'mark', names: [name],
            where: () => [group, areas.describe({ lat: x, lng: y }).name].filter(Boolean).join(' \u00b7 '),
        }));
        names = names || makeIndex([...marks('mark', markers.own), ...areas.entries(), ...marks('landmark', markers.landmarks),
            ...points.entries(), ...maps.map(({ name, title }, i) => ({ kind: 'map', index: i, icon: 'tile', names: [title, name], where: () => 'Map' }))]);
        return names;
    }

    /* Outlines what a link found, or with `isAway` leads there. Names may come later. */
    function recall(wanted, isAway) {
        [found, recalled] = [wanted, wanted && { wanted, isAway }];
        resume();
    }

    /* Without areas a name that holds that of one would be taken for it. */
    function resume() {
        if (!areas.areThere()) {
            return;
        }
        const { wanted, isAway } = recalled || {};
        const entry = wanted && interpret(wanted.words, about(), index(), wanted.turn);
        if (entry && show[entry.kind]) {
            [last, recalled] = [wanted, null];
            if (isAway) {
                whenStill(() => show[entry.kind](entry));
            } else {
                outline[entry.kind]?.(entry);
            }
        }
    }

    /* More names are there. */
    function forget() {
        names = null;
        resume();
    }

    return { search, showEntry, index, about, forget, clear, recall, found: () => found };
}

/* adtmap: markers on the page: a switch for each group, and no more of them than there is room for. */
import { create } from './dom.js';
import { makeGroupSwitches } from './group_switches.js';
import { gapAt, groupsOf, thin } from './marker_groups.js';
import { makeMarker, makeMarkList, makePopup } from './markers.js';

const VIEW_PAD = 0.5; /* of the window, beyond its edges */
const SPOT_PX = 15;   /* markers as near as that cover each other */

/*
 * What the page does with markers; rows are put into `list`, where others may be. At zoom `deepest` all are shown. The
 * markers of the site and the landmarks, {mark, group}, are those that the search may open.
 */
export function makeMarkerPage(map, data, deepest, list) {
    const groups = groupsOf(data.markers, data.landmarks);
    const switches = makeGroupSwitches(groups, list, switchGroups);
    const entriesOf = ({ marks, isOwn }, group) => marks.map((mark) => ({ mark, group, isOwn, layer: null }));
    const byGroup = groups.map(entriesOf);
    let entries = byGroup.flat();
    const landmarks = entries.filter(({ isOwn }) => !isOwn);
    const placeOf = ({ mark }) => L.latLng(mark.x, mark.y);
    let chosen = new Set();
    let chosenZoom = null;
    let hidden = null;

    const isInUse = ({ layer, group }) => layer && switches.isOn(group) && (layer.isPopupOpen() ||
        (layer.getElement() && layer.getElement() === document.activeElement));

    /* The choice depends on the zoom alone, so that markers stay while the map moves. */
    function choose(zoom) {
        const gap = gapAt(zoom, deepest);
        const shown = entries.filter(({ group }) => switches.isOn(group));
        const points = shown.map((entry) => {
            const { x, y } = map.project(placeOf(entry), zoom);
            return { x, y, entry };
        });
        return new Set(gap > 0 ? thin(points, gap).map(({ entry }) => entry) : shown);
    }

    /* Those that a marker hides, as there is no room for them or they lie below it. */
    function othersAt(entry) {
        const [own, ...rest] = [entry, ...entries.filter((each) => each !== entry && switches.isOn(each.group))]
            .map((each) => ({ each, at: map.project(placeOf(each), map.getZoom()) }));
        return rest.filter(({ at }) => Math.hypot(at.x - own.at.x, at.y - own.at.y) < SPOT_PX).map(({ each }) => each);
    }

    function makeCard(entry) {
        const card = makePopup(entry.mark);
        const others = othersAt(entry);
        if (others.length > 0) {
            card.append(create('small', {}, 'Also here'), makeMarkList(others.map(({ mark }) => mark), (chosen) =>
                open(others.find(({ mark }) => mark === chosen))));
        }
        return card;
    }

    function add(entry) {
        entry.layer = entry.layer || makeMarker(entry.mark, () => makeCard(entry));
        entry.layer.addTo(map);
    }

    function update() {
        const view = map.getBounds().pad(VIEW_PAD);
        if (chosenZoom !== map.getZoom()) {
            chosenZoom = map.getZoom();
            chosen = choose(chosenZoom);
        }
        entries.forEach((entry) => {
            if (chosen.has(entry) && view.contains(placeOf(entry))) {
                add(entry);
            } else if (entry.layer && !isInUse(entry)) {
                entry.layer.remove();
            }
        });
    }

    function switchGroups() {
        chosenZoom = null;
        update();
        map.fire('markers'); /* names of areas make room for them */
    }

    /* Hides all of the list, and shows again what it hid. */
    function toggle() {
        const boxes = [...list.querySelectorAll('input')];
        const shown = boxes.filter(({ checked }) => checked);
        (shown.length ? shown : hidden || boxes).forEach((box) => box.click());
        hidden = shown.length ? [...new Set([...hidden || [], ...shown])] : null;
    }

    /* Opens a marker, also one that there was no room for. */
    function open(entry) {
        switches.turnOn(entry.group);
        switchGroups();
        add(entry);
        entry.layer.openPopup();
    }

    /* Adds the landmarks that have come since. Entrances among them may be more than was known (ways.js). */
    function fill(all) {
        const keyOf = ({ mark }) => [mark.name, mark.x, mark.y].join();
        groupsOf([], all).forEach((filled) => {
            const at = groups.findIndex(({ name, isOwn }) => name === filled.name && !isOwn);
            const there = new Set(byGroup[at].map(keyOf));
            const added = entriesOf(filled, at).filter((entry) => !there.has(keyOf(entry)));
            byGroup[at].push(...added);
            landmarks.push(...added);
            switches.setCount(at, filled.count);
        });
        entries = byGroup.flat();
        switchGroups();
    }

    function start() {
        map.on('moveend', update);
        update();
    }

    return {
        start,
        toggle,
        open,
        switches,
        placeOf,
        fill,
        count: groups.reduce((sum, { count }) => sum + count, 0),
        own: entries.filter(({ isOwn }) => isOwn),
        landmarks,
    };
}

/* adtmap: areas on the page: the name at a place, labels, and what the search shows of an area. */
import { makeAreaLabels } from './area_labels.js';
import { areaAt, boxOf, frameOfArea, fullName, percentAt, placeOf, readAreas, ringsOf, zoneAt } from './area_shapes.js';
import { element, press } from './dom.js';
import { makeLateScript } from './later.js';

const LOOK = { className: 'found-area', weight: 2, interactive: false };

const percentText = (percent) => (percent ? percent.map((part) => part.toFixed(1)).join(' ') : '');

/* What the page does with areas; there are none until they are loaded. */
export function makeAreaPage(map) {
    let areas = [];
    let labels = null;
    let areThere = false;
    let tell = () => {};

    const describe = (place) => {
        const area = areaAt(areas, place);
        return { name: area ? fullName(area) : '', percent: percentText(percentAt(area, place)) };
    };

    function setText(id, text) {
        if (element(id).textContent !== text) {
            element(id).textContent = text;
        }
    }

    function show(place) {
        const { name, percent } = describe(place);
        element('area').hidden = !name;
        setText('area-name', name);
        setText('percent', percent);
    }

    function showLabels(isShown) {
        map[isShown ? 'addLayer' : 'removeLayer'](labels);
        press('names', isShown);
    }

    /* Draws the outline of an area into `group`, and gives its bounds. */
    function outline(index, group) {
        const rings = ringsOf(areas, areas[index]);
        const [left, top, right, bottom] = boxOf(rings);
        L.polygon(rings.map((corners) => corners.map(([x, y]) => placeOf(x, y))), LOOK).addTo(group);
        return L.latLngBounds(placeOf(left, top), placeOf(right, bottom));
    }

    function take(all) {
        areas = all.filter((area) => area.reach > 0);
        labels = makeAreaLabels(areas);
        element('names').hidden = areas.length === 0;
        if (areas.length > 0) {
            showLabels(true);
        }
        areThere = true;
        tell();
    }

    const load = makeLateScript('areas.js', 'areas', readAreas, take);

    /* Loads areas when `pictures` has shown its first ones, unless something asks for them before, and calls `ready` when they are there. */
    function start(pictures, ready) {
        tell = ready;
        pictures.once('load', load);
    }

    return {
        start,
        /* Promises whether areas are there. */
        load,
        areThere: () => areThere,
        show,
        describe,
        outline,
        at: (place) => areaAt(areas, place),
        /* Those with a map of their own. */
        framed: () => areas.filter(({ frame, name }) => frame && name),
        /* The zone to take per cent of, if its name is not said; null: none. */
        zoneHere: (place) => zoneAt(areas.filter(({ frame, name }) => frame && name), areaAt(areas, place), place),
        /* For the search, as makeIndex takes them. */
        entries: () => areas.map((area, index) => ({ kind: 'area', index, icon: area.zone ? 'area' : 'zone',
            names: [area.name, fullName(area)], frame: frameOfArea(area), where: () => (area.zone ? area.zone.name : 'Zone') })),
        toggleLabels: () => labels && showLabels(!map.hasLayer(labels)),
    };
}

/* adtmap: markers that are loaded in parts, on the page: circles with numbers, which open; lines and areas. */
import { clusterPoints, groupsWithin, shortCount } from './clusters.js';
import { create } from './dom.js';
import { makeGroupSwitches } from './group_switches.js';
import { letterInkOn, makeMarker, makeMarkList, makePopup, onPress } from './markers.js';
import { isAt } from './places.js';
import { distanceTo, readNames, readOutline, readRows } from './point_blocks.js';
import { loadScript } from './scripts.js';
import { findNth } from './search.js';
import { siteData } from './site_data.js';
import { say } from './speak.js';
import { motion } from './view.js';

const CELL_PX = 72;    /* a circle or an icon in each square of so many pixels */
const ROWS_MAX = 8000; /* of the blocks in view: beyond that points are circles, lines are not shown, and no block is loaded */
const VIEW_PAD = 0.25; /* of the window, beyond its edges */
const SLOP_PX = 12;    /* how far from its line a card may lie */

/* A circle with the number of its markers, in the colour of the largest group. */
function makeCircle(cluster, place, groups) {
    const { count, points } = cluster;
    const within = groupsWithin(points);
    const { color } = groups[within[0][0]];
    const words = within.map(([group, number]) => `${number} ${groups[group].name}`).join(', ');
    const number = create('span', {}, shortCount(count));
    number.style.background = color;
    number.style.color = letterInkOn(color);
    const edge = 28 + Math.min(5, Math.log10(count)) * 6;
    const layer = L.marker(place, { icon: L.divIcon({ className: 'cluster', html: number, iconSize: [edge, edge] }), cluster });
    layer.bindTooltip(create('span', {}, words));
    layer.on('add', () => {
        layer.getElement().setAttribute('role', 'button');
        const short = shortCount(count) === String(count) ? '' : ` (${shortCount(count)})`; /* what is seen is part of the name */
        layer.getElement().setAttribute('aria-label', `${count} ${count === 1 ? 'marker' : 'markers'}${short}: ${words}`);
    });
    return layer;
}

const makeShape = (mark, renderer) => {
    const look = { renderer, color: mark.color, weight: 3, fillOpacity: 0.2 };
    const shape = mark.isArea ? L.polygon(mark.vertices, look) : L.polyline(mark.vertices, look);
    return shape.bindTooltip(create('span', {}, mark.name), { sticky: true }).bindPopup(() => makePopup(mark), { of: mark.name });
};

/* `data` is what the page knows of them at first; rows are put into `list`. */
export function makePointPage(map, data, list) {
    const groups = data.groups.map((group) => ({ ...group, name: group.name || 'Markers', isHidden: group.hidden }));
    const switches = makeGroupSwitches(groups, list, () => {
        update();
        map.fire('markers');
    });
    const blocks = data.blocks.map((outline, number) => ({ ...readOutline(outline), number, marks: null, loading: null }));
    const shown = new Map(); /* layers by key */
    const shapes = new Map(); /* layers by marker */
    let renderer = null;
    let found = null; /* the marker that the search led to: it is in no circle */
    let names = null; /* while they load, and then */
    const { isOn } = switches;
    const foundShown = () => (found && isOn(found.index) ? [found] : []);
    const shownOf = ({ counts }) => counts.filter(([index]) => isOn(index));

    function loadPart(name, read) {
        siteData.points ??= {};
        return loadScript(`points/${name}.js`, siteData.points, String(name), read).catch(({ message }) => say(message, true));
    }

    /* Ends when the block has its markers, or never will. */
    function load(block) {
        block.loading ??= loadPart(block.number, (rows) => readRows(rows, groups)).then((marks) => {
            block.marks = marks || null;
            update();
        });
        return block.loading;
    }

    /* What a block adds to the circles: its markers, or before it is loaded their number. */
    function pointsOf(block, view) {
        if (block.marks) {
            return block.marks.filter((mark) => !mark.vertices && isOn(mark.index) && mark !== found && view.contains([mark.x, mark.y]))
                .map((mark) => ({ at: [mark.x, mark.y], count: 1, groups: [[mark.index, 1]], mark }));
        }
        const counts = shownOf(block);
        const count = counts.reduce((sum, [, number]) => sum + number, 0);
        return count > 0 ? [{ at: block.middle, count, groups: counts, bounds: [block.low, block.high] }] : [];
    }

    /* Leads closer, or where that shows no more, lists what is there. */
    function open(cluster, layer) {
        const bounds = L.latLngBounds(cluster.points.flatMap((point) => point.bounds || [point.at]));
        const zoom = map.getBoundsZoom(bounds.pad(0.1));
        if (map.getZoom() < map.getMaxZoom() && zoom > map.getZoom()) {
            map.fitBounds(bounds.pad(0.1), motion());
            return;
        }
        if (map.getZoom() < map.getMaxZoom()) {
            map.setView(bounds.getCenter(), map.getZoom() + 1, motion());
            return;
        }
        const marks = cluster.points.filter(({ mark }) => mark).map(({ mark }) => mark);
        layer.bindPopup(makeMarkList(marks, (mark) => layer.getPopup().setContent(makePopup(mark))), { isList: true }).openPopup();
    }

    function makeLayer(cluster, place) {
        const [{ mark }] = cluster.points;
        if (cluster.count === 1 && mark) {
            return makeMarker(mark);
        }
        const layer = makeCircle(cluster, place, groups);
        onPress(layer, () => layer.getPopup() || open(cluster, layer));
        return layer;
    }

    function keepOnly(layers, keys) {
        layers.forEach((layer, key) => {
            if (!keys.has(key) && !(layer.isPopupOpen && layer.isPopupOpen())) {
                layer.remove();
                layers.delete(key);
            }
        });
    }

    function showCircles(near, view) {
        const zoom = map.getZoom();
        const pixels = near.flatMap((block) => pointsOf(block, view)).map((point) => {
            const { x, y } = map.project(point.at, zoom);
            return { ...point, x, y };
        });
        const clusters = clusterPoints(pixels, CELL_PX);
        const keyOf = ({ key, points: [{ at, mark }] }) => `${zoom} ${key} ${at}${mark ? ' loaded' : ''}`;
        const kept = foundShown();
        keepOnly(shown, new Set([...clusters.map(keyOf), ...kept]));
        kept.filter((mark) => !mark.vertices && !shown.has(mark)).forEach((mark) => shown.set(mark, makeMarker(mark).addTo(map)));
        clusters.filter((cluster) => !shown.has(keyOf(cluster))).forEach((cluster) => {
            const layer = makeLayer(cluster, map.unproject([cluster.x, cluster.y], zoom));
            shown.set(keyOf(cluster), layer.addTo(map));
        });
    }

    function showShapes(near) {
        const marks = near.flatMap((block) => block.marks || []).filter((mark) => mark.vertices && isOn(mark.index));
        const kept = foundShown().filter(({ vertices }) => vertices);
        const all = new Set([...marks, ...kept]);
        keepOnly(shapes, all);
        [...all].filter((mark) => !shapes.has(mark)).forEach((mark) => {
            renderer ??= L.canvas({ pane: 'shapes', tolerance: 6 });
            shapes.set(mark, makeShape(mark, renderer).addTo(map));
        });
    }

    /* The blocks in view, and whether they are few enough to be loaded. */
    function findNear(all, view) {
        const near = all.filter((block) => shownOf(block).length > 0 && view.intersects([block.low, block.high]));
        const rows = near.reduce((sum, block) => sum + shownOf(block).reduce((part, [, count]) => part + count, 0), 0);
        const isFew = rows <= ROWS_MAX || map.getZoom() >= map.getMaxZoom();
        if (isFew) {
            near.forEach(load);
        }
        return { near, isFew };
    }

    function update() {
        const view = map.getBounds().pad(VIEW_PAD);
        const points = findNear(blocks.filter(({ shapes: count }) => count === 0), view);
        showCircles(points.near.map((block) => (points.isFew ? block : { ...block, marks: null })), view);
        const lines = findNear(blocks.filter(({ shapes: count }) => count > 0), view);
        showShapes(lines.isFew ? lines.near : []);
    }

    /* Promises whether `entries` has the names of all markers. */
    function loadNames() {
        names ??= blocks.length === 0 ? Promise.resolve(true) : loadPart('names', readNames).then((read) => {
            if (read) {
                names.entries = read;
            } else {
                names = null;
            }
            return Boolean(read);
        });
        return names;
    }

    /* The names as entries of the search. */
    const entries = () => (names?.entries || []).map((entry, index) => ({ kind: 'point', index, icon: 'mark', names: [entry.name], count: entry.count,
        where: () => groups[entry.index].name + (entry.count > 1 ? ` \u00b7 ${entry.count}` : '') }));

    /* The nth marker of a name, from 0; undefined if its part does not come. */
    async function find(index, nth) {
        const entry = names.entries[index];
        const [at, within] = findNth(entry.blocks.map(([, count]) => count), nth);
        const block = blocks[entry.blocks[at][0]];
        await load(block);
        return block.marks?.filter((mark) => mark.name === entry.name && mark.index === entry.index)[within];
    }

    /* Opens a marker that was found; the card of a line or area is where a link has it. */
    function openFound(mark, place) {
        found = mark;
        switches.turnOn(mark.index);
        update();
        map.fire('markers');
        (mark.vertices ? shapes : shown).get(mark).openPopup(mark.vertices ? place : undefined);
    }

    /* The circle at a place whose markers a card lists. */
    const listAt = (place) => map.getZoom() >= map.getMaxZoom() && [...shown.values()].find((layer) => {
        const { lat, lng } = layer.getLatLng();
        return layer.options.cluster && isAt({ x: lat, y: lng }, place);
    });

    /* The marker of a link's card: of those at its place the one with its name, else the line or area of that name. */
    function markAt(marks, place, slop) {
        const isNamed = ({ name }) => name === place.of;
        const here = marks.filter((mark) => !mark.vertices && isAt(mark, place));
        const shapesHere = marks.filter((mark) => mark.vertices && isNamed(mark))
            .map((mark) => ({ mark, distance: distanceTo(mark, place) })).filter(({ distance }) => distance <= slop)
            .sort((a, b) => a.distance - b.distance);
        return here.find(isNamed) || shapesHere[0]?.mark || here[0];
    }

    /* Opens the card of a link when its part is there; whether there is one. */
    async function openAt(place) {
        const slop = Math.max(1, SLOP_PX * Math.abs(map.unproject([0, 0]).lat - map.unproject([0, 1]).lat));
        const near = blocks.filter(({ low, high }) => place.lat > low[0] - slop && place.lat < high[0] + slop &&
            place.lng > low[1] - slop && place.lng < high[1] + slop);
        await Promise.all(near.map(load));
        const list = place.isList && listAt(place);
        const mark = markAt(near.flatMap(({ marks }) => marks || []), place, slop);
        if (list) {
            open(list.options.cluster, list);
        } else if (mark) {
            openFound(mark, place);
        }
        return Boolean(list || mark);
    }

    function start() {
        map.createPane('shapes').style.zIndex = 390;
        map.on('moveend', update);
        update();
    }

    return { start, count: groups.length, loadNames, entries, find, openAt, open: openFound, switches };
}

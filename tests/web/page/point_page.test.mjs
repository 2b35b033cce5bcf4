import assert from 'node:assert/strict';
import test from 'node:test';
import { create, element } from '../../../src/output/web/page/dom.js';
import { makePointPage } from '../../../src/output/web/page/point_page.js';
import { siteData } from '../../../src/output/web/page/site_data.js';
import { fakeLayer, openPage } from './fake_page.mjs';

const boundsOf = (points) => {
    const flat = points.flat();
    return flat.length && Array.isArray(points[0][0]) ? boundsOf(points.flat()) : { points, pad: () => boundsOf(points),
        getCenter: () => points[0], contains: () => true, intersects: () => true };
};

/* A map of two blocks of points, far or near, and one of a line; `shown` has what lies on it. */
function openPoints(counts = [2, 1]) {
    openPage();
    document.createElementNS = (space, tag) => create(tag);
    const shown = new Set();
    const opened = [];
    const makeLayer = (kind, place) => {
        const layer = fakeLayer({ kind, place, popup: null, isPopupOpen: () => false, getElement: () => null, getPopup: () => layer.popup,
            addTo() { shown.add(layer); return layer; }, remove() { shown.delete(layer); },
            getLatLng: () => ({ lat: place[0], lng: place[1] }),
            bindPopup(content, options) { layer.popup = { content, options }; return layer; }, bindTooltip() { return layer; },
            openPopup(at) { opened.push([layer.popup.options, at]); return layer; } });
        return layer;
    };
    globalThis.L = {
        divIcon: (options) => options, latLngBounds: boundsOf, canvas: () => ({}),
        marker: (place, options) => Object.assign(makeLayer(options.icon.className, place), { options }),
        polyline: (vertices) => makeLayer('line', vertices), polygon: (vertices) => makeLayer('area', vertices),
    };
    const view = { zoom: 5, went: [] };
    const map = fakeLayer({ getZoom: () => view.zoom, getMaxZoom: () => 9, getBoundsZoom: () => 7, createPane: () => ({ style: {} }),
        getBounds: () => boundsOf([[0, 0]]), project: ([x, y]) => ({ x: x + 36, y: y + 36 }), unproject: ([x, y]) => Object.assign([x - 36, y - 36], { lat: y - 36 }),
        fitBounds: () => view.went.push('closer'), setView: () => view.went.push('deeper') });
    const data = { groups: [{ name: 'Wolves', icon: 'cave', color: '#112233', count: 3, hidden: false },
        { name: '', icon: 'pin', color: '#445566', count: 1, hidden: true }],
    blocks: [[0, 0, 9, 9, 5, 5, 0, [0, counts[0]]], [500, 500, 509, 509, 505, 505, 0, [0, counts[1], 1, 1]], [0, 0, 9, 9, 1, 1, 1, [0, 1]]] };
    const list = element('marker-list');
    const points = makePointPage(map, data, list);
    points.start();
    const kinds = () => [...shown].map(({ kind }) => kind).sort();
    return { points, map, view, list, shown, opened, kinds };
}

/* Lets the script of a block come, with these rows. */
async function give(number, rows) {
    const script = document.head.children.find(({ src }) => src === `points/${number}.js`);
    siteData.points[number] = rows;
    script.fire('load');
    await new Promise(setImmediate);
}

test('blocks are circles until they are loaded, and then markers, circles and lines', async () => {
    const { kinds } = openPoints();
    assert.deepEqual(kinds(), ['cluster', 'cluster']);
    await give(0, [[0, 'A', 0, 0], [0, 'B', 5, 5]]);
    await give(1, [[0, 'C', 500, 500], [1, 'Hidden', 505, 505]]);
    await give(2, [[0, 'Way', [0, 0, 1, 1], 0]]);
    assert.deepEqual(kinds(), ['cluster', 'line', 'marker']);
});

test('the circle of a lone marker becomes its icon', async () => {
    const { kinds } = openPoints([1, 1]);
    assert.deepEqual(kinds(), ['cluster', 'cluster']);
    await give(0, [[0, 'A', 5, 5]]);
    assert.deepEqual(kinds(), ['cluster', 'marker']);
});

test('too many points are not loaded', () => {
    const { kinds } = openPoints([9000, 9000]);
    assert.deepEqual(kinds(), ['cluster', 'cluster']);
    assert.deepEqual(document.head.children.map(({ src }) => src), ['points/2.js']);
});

test('a circle leads closer, and at the deepest zoom lists what is there', async () => {
    const { view, shown, map } = openPoints();
    await give(0, [[0, 'A', 0, 0], [0, 'B', 5, 5]]);
    const circle = () => [...shown].find(({ kind, place }) => kind === 'cluster' && place[0] < 100);
    circle().fire('keypress', { originalEvent: { key: 'x' } });
    assert.deepEqual(view.went, []);
    circle().fire('keypress', { originalEvent: { key: 'Enter' } });
    assert.deepEqual(view.went, ['closer']);
    view.zoom = 9;
    map.fire('moveend');
    circle().fire('click');
    assert.equal(circle().popup.content.textContent, 'AB');
});

test('groups have switches; hidden ones begin switched off', async () => {
    const { points, list, kinds } = openPoints();
    assert.deepEqual(list.children.map(({ textContent }) => textContent), [' Wolves (3)', ' Markers (1)']);
    assert.deepEqual([points.count, points.switches.startHidden, points.switches.hidden()], [2, ['Markers'], ['Markers']]);
    points.switches.hide(['Wolves']);
    assert.deepEqual([points.switches.hidden(), kinds()], [['Wolves'], ['cluster']]);
    points.switches.hide(['Wolves', 'Markers']);
    assert.deepEqual(kinds(), []);
});

test('a block that does not come is said, and its circle stays', async () => {
    const { kinds } = openPoints();
    document.head.children.find(({ src }) => src === 'points/0.js').fire('error');
    await new Promise(setImmediate);
    assert.equal(element('toast').textContent, 'points/0.js could not be loaded');
    assert.deepEqual(kinds(), ['cluster', 'cluster']);
});

test('names are loaded once, and lead to markers in parts', async () => {
    const { points, shown, kinds } = openPoints();
    assert.deepEqual(points.entries(), []);
    const loading = points.loadNames();
    assert.equal(points.loadNames(), loading);
    await give('names', [[0, 'A', 0, 1], [0, 'B', 0, 1, 1, 2], [1, 'Way', 2, 1]]);
    await loading;
    assert.deepEqual(points.entries().map(({ names, where, count }) => [names[0], where(), count]),
        [['A', 'Wolves', 1], ['B', 'Wolves \u00b7 3', 3], ['Way', 'Markers', 1]]);
    await give(0, [[0, 'A', 0, 0], [0, 'B', 5, 5]]);
    await give(1, [[0, 'B', 500, 500], [1, 'B', 501, 501], [0, 'B', 505, 505]]);
    const third = await points.find(1, 2);
    assert.deepEqual([third.x, third.group], [505, 'Wolves']);
    points.open(third);
    assert.deepEqual(kinds(), ['cluster', 'marker', 'marker'], 'it is in no circle');
    assert.ok([...shown].some(({ place }) => place[0] === 505));
    await give(2, [[1, 'Way', [0, 0, 1, 1], 0]]);
    points.open(await points.find(2, 0));
    assert.deepEqual(points.switches.hidden(), [], 'its group is shown');
    assert.ok(kinds().includes('line'));
});

test('names that did not come are asked for again', async () => {
    const { points } = openPoints();
    const came = points.loadNames();
    document.head.children.at(-1).fire('error');
    assert.deepEqual([await came, points.entries()], [false, []]);
    const again = points.loadNames();
    await give('names', [[0, 'A', 0, 1]]);
    assert.deepEqual([await again, points.entries().length], [true, 1]);
});

test('a marker that the search led to goes with its group', async () => {
    const { points, kinds } = openPoints();
    const loading = points.loadNames();
    await give('names', [[0, 'A', 0, 1], [1, 'Way', 2, 1]]);
    await loading;
    await give(0, [[0, 'A', 0, 0], [0, 'B', 5, 5]]);
    await give(1, [[0, 'C', 500, 500], [1, 'D', 505, 505]]);
    await give(2, [[1, 'Way', [0, 0, 1, 1], 0]]);
    points.open(await points.find(0, 0));
    points.switches.hide(['Wolves', 'Markers']);
    assert.deepEqual(kinds(), []);
    points.open(await points.find(1, 0));
    assert.deepEqual(kinds(), ['line', 'marker']);
    points.switches.hide(['Wolves', 'Markers']);
    assert.deepEqual(kinds(), []);
});

test('the marker at a place of a link is found in its part, also between two tenths of a yard', async () => {
    const { points, opened } = openPoints();
    const wanted = points.openAt({ lat: 505.1, lng: 503 });
    await give(1, [[0, 'C', 505.14, 503.04], [0, 'D', 505, 503], [0, 'E', 505, 503]]);
    assert.equal(await wanted, true);
    assert.equal(await points.openAt({ lat: 505, lng: 503, of: 'E' }), true);
    assert.deepEqual(opened, [[{ of: 'C' }, undefined], [{ of: 'E' }, undefined]]);
    assert.equal(await points.openAt({ lat: 505.3, lng: 503 }), false);
    assert.equal(await points.openAt({ lat: 900, lng: 900 }), false);
});

test('a link opens the card of a line next to it, of the nearest with its name', async () => {
    const { points, opened } = openPoints();
    await give(0, []);
    await give(2, [[0, 'Way', [0, 0, 0, 9], 0], [0, 'Way', [5, 0, 0, 9], 0], [0, 'Other', [5, 5, 1, 1], 0]]);
    assert.equal(await points.openAt({ lat: 8, lng: 5, of: 'Way' }), true);
    assert.deepEqual(opened, [[{ of: 'Way' }, { lat: 8, lng: 5, of: 'Way' }]]);
    assert.equal(await points.openAt({ lat: 8, lng: 5 }), false, 'without its name nothing is known of it');
    assert.equal(await points.openAt({ lat: 20, lng: 30, of: 'Way' }), false);
});

test('a link opens the list of what lies on one spot, at the deepest zoom', async () => {
    const { points, opened, view, map } = openPoints();
    await give(0, [[0, 'A', 5, 5], [0, 'B', 5, 5]]);
    await give(2, []);
    view.zoom = 9;
    map.fire('moveend');
    assert.equal(await points.openAt({ lat: 5, lng: 5, isList: true }), true);
    view.zoom = 5;
    map.fire('moveend');
    assert.equal(await points.openAt({ lat: 5, lng: 5, isList: true }), true);
    assert.deepEqual(opened, [[{ isList: true }, undefined], [{ of: 'A' }, undefined]]);
});

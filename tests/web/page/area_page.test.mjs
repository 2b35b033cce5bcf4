import assert from 'node:assert/strict';
import test from 'node:test';
import { placeOf } from '../../../src/output/web/page/area_shapes.js';
import { makeAreaPage } from '../../../src/output/web/page/area_page.js';
import { element } from '../../../src/output/web/page/dom.js';
import { siteData } from '../../../src/output/web/page/site_data.js';
import { beQuiet } from '../../../src/output/web/page/speak.js';
import { fakeLayer, openPage } from './fake_page.mjs';

const ROWS = [['Greenmark', 0, 514, 510, 3, [300, -100, 400, -400], '4f4fQQ +f+fEE'], ['Mere', 1, 512, 512, 1, 0, '+f+fEE'],
    ['Nowhere', 0, 0, 0, 0, 0, '']];

/* A page that waits for its first pictures; `ready` is promised when its areas are there. */
function openPictures() {
    openPage();
    globalThis.L = { Layer: { extend: () => class {} }, latLngBounds: (...corners) => corners,
        polygon: (rings) => fakeLayer({ rings, addTo(group) { group.push(rings.length); } }) };
    const layers = new Set();
    const map = fakeLayer({ addLayer: (layer) => layers.add(layer), removeLayer: (layer) => layers.delete(layer), hasLayer: (layer) => layers.has(layer) });
    const areas = makeAreaPage(map);
    const pictures = fakeLayer();
    const ready = new Promise((done) => { areas.start(pictures, done); });
    return { areas, layers, pictures, ready };
}

/* Opens a page with areas: the script sets them once the first pictures are there. */
async function openAreas(rows) {
    const { areas, layers, pictures, ready } = openPictures();
    assert.equal(document.head.children.length, 0, 'asked for before the pictures');
    pictures.fire('load');
    siteData.areas = rows;
    document.head.children[0].fire('load');
    await ready;
    return { areas, layers };
}

test('the area at a place is named with its zone and per cent', async () => {
    const { areas } = await openAreas(ROWS);
    areas.show(placeOf(512, 512));
    assert.deepEqual(['area-name', 'percent'].map((id) => element(id).textContent), ['Mere, Greenmark', '75.0 50.0']);
    assert.equal(element('area').hidden, false);
    areas.show({ lat: 9000, lng: 9000 });
    assert.equal(element('area').hidden, true);
});

test('areas without a shape are left out, and names have a switch', async () => {
    const { areas, layers } = await openAreas(ROWS);
    assert.deepEqual(areas.entries().map(({ index, icon, names, where }) => [index, icon, names, where()]),
        [[0, 'zone', ['Greenmark', 'Greenmark'], 'Zone'], [1, 'area', ['Mere', 'Mere, Greenmark'], 'Greenmark']]);
    assert.deepEqual([layers.size, element('names').hidden], [1, false]);
    areas.toggleLabels();
    assert.deepEqual([layers.size, element('names').getAttribute('aria-pressed')], [0, 'false']);
});

test('a map without areas has no switch for their names', async () => {
    const { layers } = await openAreas([]);
    assert.deepEqual([layers.size, element('names').hidden], [0, true]);
});

test('a zone is outlined with its subzones', async () => {
    const { areas } = await openAreas(ROWS);
    const drawn = [];
    const [northWest, southEast] = areas.outline(0, drawn);
    assert.deepEqual(drawn, [3]);
    assert.ok(northWest.lat > southEast.lat && northWest.lng > southEast.lng);
});

test('areas that are asked for early are loaded once, and again after they did not come', async () => {
    const { areas, pictures, ready } = openPictures();
    const came = areas.load();
    document.head.children[0].fire('error');
    assert.deepEqual([await came, areas.areThere(), element('toast').textContent], [false, false, 'areas.js could not be loaded']);
    const again = areas.load();
    pictures.fire('load');
    assert.equal(document.head.children.length, 1);
    siteData.areas = ROWS;
    document.head.children[0].fire('load');
    await ready;
    assert.deepEqual([await again, areas.areThere()], [true, true]);
    beQuiet();
});

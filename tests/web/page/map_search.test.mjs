import assert from 'node:assert/strict';
import test from 'node:test';
import { create, element } from '../../../src/output/web/page/dom.js';
import { makeFoundMark } from '../../../src/output/web/page/found_mark.js';
import { makeMapSearch } from '../../../src/output/web/page/map_search.js';
import { beQuiet } from '../../../src/output/web/page/speak.js';
import { fakeLayer, openPage } from './fake_page.mjs';

/* The search of a map with an inn; `counts` has how often names were loaded and the link was kept. */
function openSearch() {
    openPage();
    document.createElementNS = (space, tag) => create(tag);
    const storage = new Map();
    globalThis.localStorage = { getItem: (key) => storage.get(key) ?? null, setItem: (key, value) => storage.set(key, value) };
    const outlines = fakeLayer();
    globalThis.L = { layerGroup: () => ({ addTo: () => outlines }), circleMarker: () => fakeLayer(), latLng: (place) => place };
    const map = fakeLayer({ getZoom: () => 4, getCenter: () => ({ lat: 0, lng: 0 }), getContainer: () => element('map') });
    const counts = { opened: 0, loaded: 0, kept: 0 };
    const names = { areThere: true };
    const field = element('query');
    const search = makeMapSearch({ map, whenStill: (act) => act() }, { name: 'Demo', title: 'Demo' }, {
        hasTile: () => true, deepest: 7, maps: [], readout: { rest() {} }, foundMark: makeFoundMark(map),
        markers: { own: [{ mark: { name: 'Inn' } }], landmarks: [], placeOf: () => 'place', open: () => { counts.opened++; } },
        areas: { areThere: () => true, entries: () => [], describe: () => ({ name: '' }), zoneHere: () => null },
        points: { entries: () => [] },
        loadNames: async () => {
            counts.loaded++;
            return names.areThere;
        },
    }, { field, openMap() {}, keep: () => { counts.kept++; } });
    return { search, field, counts, storage, names };
}

test('Enter finds, remembers what was found, and keeps the link', async () => {
    const { search, field, counts, storage } = openSearch();
    field.value = ' inn ';
    await search.submit();
    assert.deepEqual([counts, search.found()], [{ opened: 1, loaded: 1, kept: 1 }, { words: 'inn', turn: 0 }]);
    field.value = '1e9 nowhere';
    await search.submit();
    assert.deepEqual([counts, search.found()], [{ opened: 1, loaded: 1, kept: 2 }, null]);
    assert.deepEqual([...storage.values()], ['["inn"]']);
});

test('a row that arrow keys chose is found alone', async () => {
    const { search, field, counts } = openSearch();
    Object.getPrototypeOf(field).scrollIntoView = () => {};
    field.value = 'in';
    search.open();
    field.fire('keydown', { key: 'ArrowDown', preventDefault() {} });
    await search.submit();
    assert.deepEqual([field.value, counts], ['Inn', { opened: 1, loaded: 1, kept: 2 }]);
});

test('what a link found loads all names, as it may be any of them', () => {
    const { search, counts } = openSearch();
    search.forget();
    assert.equal(counts.loaded, 0);
    search.recall({ words: 'Wolf', turn: 0 }, false);
    search.forget();
    assert.equal(counts.loaded, 1);
});

test('names that did not come are asked for again', async () => {
    const { search, field, counts, names } = openSearch();
    names.areThere = false;
    field.value = 'nowhere';
    await search.submit();
    names.areThere = true;
    await search.submit();
    await search.submit();
    assert.equal(counts.loaded, 2);
    beQuiet();
});

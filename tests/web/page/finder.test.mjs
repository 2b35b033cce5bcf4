import assert from 'node:assert/strict';
import test from 'node:test';
import { element } from '../../../src/output/web/page/dom.js';
import { makeFinder } from '../../../src/output/web/page/finder.js';
import { beQuiet } from '../../../src/output/web/page/speak.js';
import { fakeLayer, namesOf, openPage } from './fake_page.mjs';

/* A search on a map with one tile: `ask` gives what was done on the map, and said. */
function openSearch() {
    openPage();
    const outlines = fakeLayer({ clearLayers() {} });
    globalThis.L = { layerGroup: () => ({ addTo: () => outlines }), circleMarker: () => fakeLayer(), rectangle: () => fakeLayer(),
        latLng: (place) => place, latLngBounds: () => ({ getCenter: () => ({ lat: 0, lng: 0 }) }) };
    const map = fakeLayer({ getZoom: () => 4 });
    const opened = [];
    const entries = (...names) => names.map((name) => ({ mark: { name } }));
    const markers = { own: entries('Inn', 'Tower'), landmarks: entries('Inn'), placeOf: () => 'place', open: ({ mark }) => opened.push(mark.name) };
    const areas = { names: () => [['Mere', 'Mere, Greenmark']], outline: (index) => fakeLayer({ index, getCenter: () => 'middle' }) };
    const rested = [];
    const field = element('query');
    const finder = makeFinder({ map, whenStill: (act) => act() }, { name: 'Demo', title: 'Demo' }, (x) => x === 31, 7,
        { markers, areas, readout: { rest: (place) => rested.push(place) } }, field);
    const ask = (words) => {
        map.calls.length = 0;
        field.value = words;
        finder.search();
        const toast = element('toast');
        return [namesOf(map).join(), toast.classList.contains('shown') ? toast.textContent : ''];
    };
    return { finder, ask, opened, rested, field };
}

test('a place is marked, and no nearer than one can see tiles', () => {
    const { finder, ask } = openSearch();
    assert.deepEqual(ask('10 20'), ['setView', '']);
    assert.deepEqual(finder.marked(), { lat: 10, lng: 20 });
    ask('Mere');
    assert.equal(finder.marked(), null);
    beQuiet();
});

test('a tile that the map has not is said to be missing', () => {
    const { ask } = openSearch();
    assert.deepEqual(ask('31_31'), ['fitBounds', '']);
    assert.deepEqual(ask('30_31'), ['fitBounds', 'Demo has no tile 30_31']);
    beQuiet();
});

test('the same words lead to the next that is called so', () => {
    const { ask, opened } = openSearch();
    assert.equal(ask('inn')[1], '1 of 2. Search again for the next');
    assert.equal(ask('inn')[1], '2 of 2. Search again for the next');
    assert.equal(ask('tower')[1], '');
    assert.deepEqual(opened, ['Inn', 'Inn', 'Tower']);
    beQuiet();
});

test('what is not found is said, and the field is wrong until something is', () => {
    const { ask, field } = openSearch();
    assert.match(ask('nowhere')[1], /^Not found/);
    assert.equal(field.getAttribute('aria-invalid'), 'true');
    assert.match(ask('99999 0')[1], /outside the map/);
    assert.deepEqual(ask('mere'), ['fitBounds', '']);
    assert.equal(field.getAttribute('aria-invalid'), 'false');
    assert.deepEqual(ask('  '), ['', '']);
});

test('each name is proposed once', () => {
    const { finder } = openSearch();
    globalThis.Option = function Option(name) { return document.createElement(name); };
    finder.suggest(element('places'));
    assert.deepEqual(element('places').children.map(({ tagName }) => tagName), ['Inn', 'Tower', 'Mere']);
});

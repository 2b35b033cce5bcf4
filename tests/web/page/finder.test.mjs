import assert from 'node:assert/strict';
import test from 'node:test';
import { element } from '../../../src/output/web/page/dom.js';
import { makeFinder } from '../../../src/output/web/page/finder.js';
import { makeFoundMark } from '../../../src/output/web/page/found_mark.js';
import { beQuiet } from '../../../src/output/web/page/speak.js';
import { fakeLayer, namesOf, openPage } from './fake_page.mjs';

/* A search on a map with one tile: `ask` gives what was done on the map, and said. */
function openSearch() {
    openPage();
    const outlines = fakeLayer({ clearLayers() {} });
    globalThis.L = { layerGroup: () => ({ addTo: () => outlines }), circleMarker: () => fakeLayer(), rectangle: () => fakeLayer(),
        latLng: (place) => place, latLngBounds: () => ({ getCenter: () => ({ lat: 0, lng: 0 }) }) };
    const map = fakeLayer({ getZoom: () => 4, getCenter: () => ({ lat: 0, lng: 0 }), getContainer: () => element('map') });
    const opened = [];
    const went = [];
    const entries = (...names) => names.map((name) => ({ mark: { name } }));
    const [inn, tower] = entries('Inn', 'Tower');
    inn.mark.group = 'Shops';
    const markers = { own: [inn, tower], landmarks: entries('Inn'), placeOf: () => 'place', open: ({ mark }) => opened.push(mark.name) };
    const areas = { isThere: true, list: [{ kind: 'area', index: 0, icon: 'area', names: ['Mere', 'Mere, Greenmark'], where: () => 'Greenmark' }],
        areThere: () => areas.isThere, entries: () => areas.list, describe: () => ({ name: 'Mere' }), zoneHere: () => areas.zone, outline: (index) => fakeLayer({ index, getCenter: () => 'middle' }) };
    const points = { list: [], entries: () => points.list, find: async (index, nth) => ({ name: `Wolf ${index} ${nth}`, x: 1, y: 2 }), open: ({ name }) => opened.push(name) };
    const rested = [];
    const field = element('query');
    const foundMark = makeFoundMark(map);
    const finder = makeFinder({ map, whenStill: (act) => act() }, { name: 'Demo', title: 'Demo' },
        { hasTile: (x) => x === 31, deepest: 7, maps: [{ name: 'Demo', title: 'Demo Isle' }, { name: 'Hall', title: 'The Hall' }],
            markers, points, areas, readout: { rest: (place) => rested.push(place) }, foundMark }, field, (...map) => went.push(map));
    const ask = (words) => {
        field.focus();
        map.calls.length = 0;
        field.value = words;
        finder.search();
        const toast = element('toast');
        return [namesOf(map).join(), toast.classList.contains('shown') ? toast.textContent : ''];
    };
    return { finder, foundMark, ask, opened, went, rested, field, areas, points };
}

test('a place is marked, and no nearer than one can see tiles', () => {
    const { foundMark, ask } = openSearch();
    assert.deepEqual(ask('110 20'), ['setView', '']);
    assert.deepEqual(foundMark.marked(), { lat: 110, lng: 20 });
    ask('Mere');
    assert.equal(foundMark.marked(), null);
    beQuiet();
});

test('numbers up to 100 are coordinates, then per cent of the zone in the middle, which a link names', () => {
    const { finder, foundMark, ask, areas } = openSearch();
    areas.zone = { name: 'Greenmark', frame: [1500, -1500, 1000, -1000] };
    assert.deepEqual(ask('51 48'), ['setView', '1 of 2. Search again for the next']);
    assert.deepEqual([foundMark.marked(), finder.found()], [{ lat: 51, lng: 48 }, { words: '51 48', turn: 0 }]);
    assert.deepEqual(ask('51 48'), ['setView', '2 of 2. Search again for the next']);
    assert.deepEqual([foundMark.marked(), finder.found()], [{ lat: 40, lng: -30 }, { words: 'Greenmark 51 48', turn: 0 }]);
    areas.zone = null;
    assert.match(ask('/way 51 48')[1], /^Per cent of which zone/);
    assert.match(ask('/way #84 51 48')[1], /^Only the client knows/);
    beQuiet();
});

test('other maps of the site are opened, with what to search there', () => {
    const { ask, went } = openSearch();
    ask('the hall');
    ask('Hall_31_31');
    ask('demo isle');
    assert.deepEqual(went, [['Hall', ''], ['Hall', 'Hall_31_31'], ['Demo', '']]);
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

test('keys work again after a search, unless the same words may lead on', () => {
    const { finder, ask, field } = openSearch();
    ask('tower');
    assert.equal(document.activeElement, element('map'));
    ask('inn');
    assert.equal(document.activeElement, field);
    finder.showEntry(finder.index()[0].entry);
    assert.equal(document.activeElement, element('map'));
    ask('nowhere');
    assert.equal(document.activeElement, field);
    window.matchMedia = () => ({ matches: true });
    ask('tower');
    assert.equal(document.activeElement, document.body, 'no keyboard on the screen');
    beQuiet();
});

test('an entry of the list is shown, though others are called so, too', () => {
    const { finder, ask, opened, field } = openSearch();
    field.value = 'Inn';
    finder.showEntry(finder.index().map(({ entry }) => entry).find(({ kind }) => kind === 'landmark'));
    assert.deepEqual(opened, ['Inn']);
    assert.equal(ask('').join(), ',');
});

test('a marker in a part is opened when that is there, unless another search came first', async () => {
    const { finder, ask, opened, points } = openSearch();
    points.list = [{ kind: 'point', index: 4, icon: 'mark', names: ['Wolf'], count: 2, where: () => 'Wolves' }];
    finder.forget();
    assert.equal(ask('wolf')[1], '1 of 2. Search again for the next');
    await new Promise(setImmediate);
    ask('wolf');
    await new Promise(setImmediate);
    ask('wolf');
    ask('tower');
    await new Promise(setImmediate);
    assert.deepEqual(opened, ['Wolf 4 0', 'Wolf 4 1', 'Tower']);
    beQuiet();
});

test('the index has areas once they are there, and where each thing lies', () => {
    const { finder, areas } = openSearch();
    const rows = () => finder.index().map(({ entry: { names, where } }) => `${names[0]}: ${where()}`);
    assert.deepEqual(rows(), ['Inn: Shops \u00b7 Mere', 'Tower: Mere', 'Mere: Greenmark', 'Inn: Mere', 'The Hall: Map', 'Demo Isle: Map']);
    areas.list = [];
    assert.equal(rows().length, 6);
    finder.forget();
    assert.deepEqual(rows().length, 5);
});

test('what a link found is outlined once its name is there, and the view stays', () => {
    const { finder, areas, points, opened } = openSearch();
    const outlined = [];
    areas.outline = (index) => { outlined.push(index); return fakeLayer(); };
    areas.isThere = false;
    finder.recall({ words: 'Mere', turn: 0 }, false);
    finder.forget();
    assert.deepEqual(outlined, [], 'areas are not there yet');
    areas.isThere = true;
    finder.forget();
    finder.forget();
    assert.deepEqual([outlined, finder.found()], [[0], { words: 'Mere', turn: 0 }]);
    finder.recall({ words: 'Inn', turn: 1 }, true);
    assert.deepEqual([opened, finder.found()], [['Inn'], { words: 'Inn', turn: 1 }]);
    finder.recall({ words: 'Wolf', turn: 0 }, true);
    points.list = [{ kind: 'point', index: 0, icon: 'mark', names: ['Wolf'], where: () => '' }];
    finder.clear();
    finder.forget();
    assert.deepEqual([opened, finder.found()], [['Inn'], null], 'a search that was ended does not come back');
});

test('what was found is known until the search ends or finds nothing', () => {
    const { finder, ask } = openSearch();
    ask('inn');
    ask('inn');
    assert.deepEqual(finder.found(), { words: 'inn', turn: 1 });
    ask('no such name');
    assert.equal(finder.found(), null);
    ask('31_31');
    assert.deepEqual(finder.found(), { words: '31_31', turn: 0 });
    finder.clear();
    assert.equal(finder.found(), null);
    beQuiet();
});

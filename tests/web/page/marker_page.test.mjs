import assert from 'node:assert/strict';
import test from 'node:test';
import { create, element } from '../../../src/output/web/page/dom.js';
import { makeMarkerPage } from '../../../src/output/web/page/marker_page.js';
import { fakeLayer, openPage } from './fake_page.mjs';

/* Markers of the site, and a group of landmarks; `shown` has what lies on the map. A pixel is a yard. */
function openMarkers(late = {}) {
    openPage();
    document.createElementNS = (space, tag) => create(tag);
    const shown = new Set();
    globalThis.L = {
        latLng: (lat, lng) => ({ lat, lng }),
        divIcon: () => ({}),
        marker: (place) => {
            const layer = fakeLayer({ place, bindTooltip: () => layer, bindPopup(makeCard, options) { Object.assign(layer, { makeCard, options }); },
                isPopupOpen: () => layer.isOpen, getElement: () => null,
                addTo() { shown.add(layer); }, remove() { shown.delete(layer); },
                openPopup() { layer.isOpen = true; }, isOpen: false });
            return layer;
        },
    };
    const view = { zoom: 3 };
    const map = fakeLayer({ getZoom: () => view.zoom, project: ({ lat, lng }) => ({ x: lng, y: lat }),
        getBounds: () => ({ pad: () => ({ contains: ({ lat }) => Math.abs(lat) < 1000 }) }) });
    const mark = (name, x, y) => ({ name, icon: 'pin', color: '#112233', x, y });
    const data = { markers: [mark('Inn', 0, 0), mark('Far', 5000, 0)], landmarks: [{ group: 'Graves', icon: 'cross', color: '#445566',
        places: [['Near the inn', 10, 10], ['Alone', 500, 500]], ...late }] };
    const list = element('marker-list');
    const markers = makeMarkerPage(map, data, 7, list);
    markers.start();
    const places = () => [...shown].map(({ place }) => place.join(' ')).sort();
    const cardOf = (name) => [...shown].find(({ options }) => options.of === name);
    return { markers, map, view, places, list, cardOf };
}

test('the markers that there is room for are shown, of the window alone', () => {
    const { map, view, places } = openMarkers();
    assert.deepEqual(places(), ['0 0', '500 500']);
    view.zoom = 7;
    map.fire('moveend');
    assert.deepEqual(places(), ['0 0', '10 10', '500 500']);
});

test('a group has a switch, with the number of its markers', () => {
    const { places, list } = openMarkers();
    assert.deepEqual(list.children.map(({ textContent }) => textContent), [' Markers (2)', ' Graves (2)']);
    list.querySelectorAll('input')[0].click();
    assert.deepEqual(places(), ['10 10', '500 500']);
});

test('all are hidden at once, and come back', () => {
    const { markers, places, list } = openMarkers();
    list.querySelectorAll('input')[1].click();
    markers.toggle();
    assert.deepEqual(places(), []);
    markers.toggle();
    assert.deepEqual(places(), ['0 0']);
});

test('a marker without room, of a hidden group, is opened', () => {
    const { markers, map, places, list } = openMarkers();
    markers.toggle();
    markers.open(markers.landmarks[0]);
    assert.ok(places().includes('10 10'));
    assert.deepEqual(list.querySelectorAll('input').map(({ checked }) => checked), [false, true]);
    map.fire('moveend');
    assert.ok(places().includes('10 10'), 'its card is open');
});

test('a card lists the markers of shown groups that it covers, and leads to them', () => {
    const { list, cardOf, places, view, map } = openMarkers();
    const card = cardOf('Inn').makeCard();
    assert.match(card.textContent, /^Inn0\.0 0\.0Copy linkAlso hereNear the inn$/);
    card.querySelectorAll('button')[1].click();
    assert.ok(places().includes('10 10') && cardOf('Near the inn').isOpen);
    assert.doesNotMatch(cardOf('Alone').makeCard().textContent, /Also/);
    list.querySelectorAll('input')[1].click();
    view.zoom = 7;
    map.fire('moveend');
    assert.doesNotMatch(cardOf('Inn').makeCard().textContent, /Also/);
});

test('groups are hidden by name, and the others shown', () => {
    const { markers, places, list } = openMarkers();
    assert.deepEqual(markers.switches.hidden(), []);
    markers.switches.hide(['Graves', 'nothing']);
    assert.deepEqual([markers.switches.hidden(), places()], [['Graves'], ['0 0']]);
    markers.switches.hide([]);
    assert.deepEqual(list.querySelectorAll('input').map(({ checked }) => checked), [true, true]);
});

test('landmarks that come later take the place of their group, which may be hidden', () => {
    const { markers, places, list } = openMarkers({ places: undefined, count: 2 });
    assert.deepEqual([places(), markers.count, markers.landmarks.length], [['0 0'], 4, 0]);
    assert.deepEqual(list.children.map(({ textContent }) => textContent), [' Markers (2)', ' Graves (2)']);
    markers.switches.hide(['Graves']);
    const all = [{ group: 'Graves', icon: 'cross', color: '#445566', places: [['Near the inn', 10, 10], ['Alone', 500, 500]] }];
    markers.fill(all);
    markers.fill(all);
    assert.deepEqual([places(), markers.landmarks.map(({ mark }) => mark.name)], [['0 0'], ['Near the inn', 'Alone']]);
    markers.switches.hide([]);
    assert.deepEqual(places(), ['0 0', '500 500']);
    markers.open(markers.landmarks[0]);
    assert.ok(places().includes('10 10'));
    assert.deepEqual(list.children.map(({ textContent }) => textContent), [' Markers (2)', ' Graves (2)']);
});

test('landmarks come one map after the other, and an entrance that was in no number is counted', () => {
    const { markers, list } = openMarkers({ count: 5 });
    const come = (...names) => {
        markers.fill([{ group: 'Graves', icon: 'cross', color: '#445566', count: 5, places: names.map((name, i) => [name, i * 100, 0]) }]);
        return [list.children[1].textContent, markers.landmarks.map(({ mark }) => mark.name).join()];
    };
    assert.equal(list.children[1].textContent, ' Graves (5)');
    assert.deepEqual(come('a', 'b', 'c'), [' Graves (5)', 'Near the inn,Alone,a,b,c']);
    assert.deepEqual(come('a', 'b', 'c', 'd', 'e', 'a way'), [' Graves (6)', 'Near the inn,Alone,a,b,c,d,e,a way']);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { makeCardSheet, panInto } from '../../../src/output/web/page/card_sheet.js';
import { create, element } from '../../../src/output/web/page/dom.js';
import { fakeLayer, openPage } from './fake_page.mjs';

/* A window of 390x800 whose bar ends at 100 and whose sheet begins at 500; the place of the card is at `point`. */
function openCard(isSmallWindow, point, className = '') {
    openPage({ innerWidth: 390, matchMedia: () => ({ matches: isSmallWindow }) });
    document.querySelector = () => ({ getBoundingClientRect: () => ({ bottom: 100 }) });
    const rings = [];
    const circleMarker = (place) => ({ addTo: () => rings.push(place) && { remove: () => rings.pop() } });
    globalThis.L = { Popup: { prototype: { options: {} } }, circleMarker };
    const [container, home, pane] = [element('map'), create('div'), create('div')];
    home.append(pane);
    const map = fakeLayer({ getPane: () => pane, getContainer: () => container, latLngToContainerPoint: () => point });
    makeCardSheet(map);
    const sheet = { getBoundingClientRect: () => ({ top: 500 }), querySelector: (part) => (part === `.${className}` ? {} : null) };
    map.fire('popupopen', { popup: { getElement: () => sheet, getLatLng: () => 'place' } });
    return { map, pane, container, home, rings };
}

test('a place that is seen does not move', () => {
    assert.deepEqual(panInto({ x: 200, y: 300 }, [0, 100, 390, 500]), [0, 0]);
});

test('a place below the sheet, or at an edge, moves as little as it takes', () => {
    assert.deepEqual(panInto({ x: 200, y: 600 }, [0, 100, 390, 500]), [0, 130]);
    assert.deepEqual(panInto({ x: 5, y: 90 }, [0, 100, 390, 500]), [-25, -40]);
    assert.deepEqual(panInto({ x: 10, y: 300 }, [0, 290, 40, 300]), [-20, -20], 'where there is no room the corner counts');
});

test('in a small window the card lies in the window, and the map shows what it tells about', () => {
    const { map, pane, container } = openCard(true, { x: 200, y: 600 });
    assert.equal(pane.parent, container);
    assert.deepEqual(map.calls.find(([name]) => name === 'panBy')[1], [0, 130]);
    assert.equal(L.Popup.prototype.options.autoPan, false);
    assert.ok(document.body.classList.contains('has-card'));
    map.fire('popupclose');
    assert.ok(!document.body.classList.contains('has-card'));
});

test('elsewhere it lies over its place, and Leaflet moves the map', () => {
    const { map, pane, home } = openCard(false, { x: 200, y: 600 });
    assert.equal(pane.parent, home);
    assert.ok(!map.calls.some(([name]) => name === 'panBy'));
    assert.equal(L.Popup.prototype.options.autoPan, true);
});

test('a ring marks the place of a sheet while it is open, but not that of a marker', () => {
    const { map, rings } = openCard(true, { x: 200, y: 600 }, 'place-card');
    assert.deepEqual(rings, ['place']);
    map.fire('popupclose');
    assert.deepEqual(rings, []);
    assert.deepEqual(openCard(true, { x: 200, y: 600 }).rings, []);
    assert.deepEqual(openCard(false, { x: 200, y: 600 }, 'place-card').rings, []);
});

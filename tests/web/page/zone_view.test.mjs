import assert from 'node:assert/strict';
import test from 'node:test';
import { zoneAt } from '../../../src/output/web/page/area_shapes.js';
import { element } from '../../../src/output/web/page/dom.js';
import { linesOf, makeZoneView, wordsOf } from '../../../src/output/web/page/zone_view.js';
import { fakeLayer, openPage } from './fake_page.mjs';

const GREEN = { name: 'Greenmark', frame: [1500, -1500, 1000, -1000], zone: null };
const MIRE = { name: 'Reedmire', frame: [1372, 172, -694, -1494], zone: null };
const MERE = { name: 'Long Mere', frame: null, zone: GREEN };
const SEA = { name: 'The Sea', frame: null, zone: null };
const FRAMED = [GREEN, MIRE];

test('lines stand at each ten per cent, from the west and from the north', () => {
    const lines = linesOf(GREEN.frame);
    assert.equal(lines.length, 22);
    assert.deepEqual(lines[0], { part: 0, ends: [[1000, 1500], [-1000, 1500]] });
    assert.deepEqual(lines[6], { part: 30, ends: [[1000, 600], [-1000, 600]] });
    assert.deepEqual(lines[7], { part: 30, ends: [[400, 1500], [400, -1500]] });
    assert.deepEqual(lines[21], { part: 100, ends: [[-1000, 1500], [-1000, -1500]] });
});

test('the zone of a place is that of its area, else the smallest around it', () => {
    const place = { lat: -800, lng: 500 };
    assert.equal(zoneAt(FRAMED, MERE, place), GREEN);
    assert.equal(zoneAt(FRAMED, SEA, place), MIRE);
    assert.equal(zoneAt(FRAMED, null, { lat: 900, lng: 0 }), GREEN);
    assert.equal(zoneAt(FRAMED, null, { lat: 9000, lng: 0 }), null);
});

/* A view over a map whose middle is `place`. */
function openView(place) {
    openPage();
    const layers = new Set();
    const said = [];
    const moves = [];
    const group = (parts) => ({ parts, addTo(map) { map.layers.add(this); return this; } });
    globalThis.L = { polyline: fakeLayer, polygon: fakeLayer, marker: fakeLayer, divIcon: (icon) => icon, layerGroup: group,
        latLngBounds: (...corners) => corners };
    const view = makeZoneView({
        map: { layers, getCenter: () => place, removeLayer: (layer) => layers.delete(layer), fire() {} },
        areas: { framed: () => FRAMED, at: () => null },
        move: (bounds) => moves.push(bounds),
        press: (id, isOn) => element(id).setAttribute('aria-pressed', String(isOn)),
        keep() {},
        say: (words) => said.push(words),
    });
    const [panel] = document.body.children;
    return { view, layers, said, moves, panel, choice: panel.children[0] };
}

test('the tool shows the zone in the middle and hides it again', () => {
    const { view, layers, moves, panel, choice } = openView({ lat: -800, lng: 500 });
    assert.deepEqual([panel.hidden, view.shown(), view.close()], [true, null, false]);
    view.toggle();
    assert.deepEqual([layers.size, panel.hidden, choice.value, view.shown()], [1, false, 'Reedmire', 'Reedmire']);
    assert.deepEqual(moves, [[[-694, 1372], [-1494, 172]]]);
    choice.value = 'Greenmark';
    choice.fire('change');
    assert.deepEqual([layers.size, view.shown(), moves.length], [1, 'Greenmark', 2]);
    assert.equal(view.close(), true);
    assert.deepEqual([layers.size, panel.hidden, view.shown(), element('zone').getAttribute('aria-pressed')], [0, true, null, 'false']);
});

test('a link shows a zone without moving the map, and nothing for an unknown one', () => {
    const { view, moves } = openView({ lat: 0, lng: 0 });
    view.show('Greenmark');
    assert.deepEqual([view.shown(), moves.length], ['Greenmark', 0]);
    view.show('Nowhere');
    assert.equal(view.shown(), null);
});

test('where no zone is, the tool says so', () => {
    const { view, said } = openView({ lat: 9000, lng: 0 });
    view.toggle();
    assert.deepEqual([view.shown(), said.length], [null, 1]);
});

test('zones of one name have words of their own', () => {
    const zones = [{ name: 'Hall' }, { name: 'Hall 2' }, { name: 'Hall' }, { name: 'Mere' }];
    assert.deepEqual([...wordsOf(zones)], [['Hall', zones[0]], ['Hall 2', zones[1]], ['Hall 3', zones[2]], ['Mere', zones[3]]]);
});

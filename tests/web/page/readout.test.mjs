import assert from 'node:assert/strict';
import test from 'node:test';
import { element } from '../../../src/output/web/page/dom.js';
import { makeReadout } from '../../../src/output/web/page/readout.js';
import { fakeLayer, openPage } from './fake_page.mjs';

function openReadout() {
    const listeners = {};
    openPage({ addEventListener: (type, listener) => { listeners[type] = listener; } });
    const map = fakeLayer({ getCenter: () => ({ lat: 0, lng: 0 }) });
    const asked = [];
    const heightAt = ({ lat }) => (lat === 9 ? 8.6 : null);
    const values = { heightAt, floorAt: heightAt, liquidAt: ({ lat }) => (lat === 9 ? 'Water 9' : ''), findAtRest: (place) => asked.push(place) };
    const readout = makeReadout(map, { show() { element('area').hidden = true; } }, values, ({ lat }) => (lat === 9 ? 'Old' : ''));
    return { readout, map, asked, key: () => listeners.keydown() };
}
const shown = () => ['x', 'y', 'tile', 'height', 'floor', 'liquid'].map((id) => element(id).textContent);

test('the read-out has a dash for what is not known', () => {
    const { readout } = openReadout();
    readout.show({ lat: 9, lng: -3.16 });
    assert.deepEqual(shown(), ['9.0', '-3.2', '32_31', '9', '9', 'Water 9']);
    assert.deepEqual([element('parent').textContent, element('area').hidden], ['Tile of Old', false]);
    readout.show({ lat: 20000, lng: 0 });
    assert.deepEqual(shown(), ['20000.0', '0.0', '\u2013', '\u2013', '\u2013', '\u2013']);
    assert.deepEqual(readout.place(), { lat: 20000, lng: 0 });
});

test('it follows the pointer, and the centre once a key was pressed', () => {
    const { readout, map, asked, key } = openReadout();
    readout.follow();
    map.fire('mousemove', { latlng: { lat: 9, lng: 1 } });
    map.fire('move');
    assert.equal(readout.place().lat, 9);
    key();
    map.fire('move');
    assert.deepEqual(readout.place(), { lat: 0, lng: 0 });
    assert.equal(asked.length, 2);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { makeFoundMark } from '../../../src/output/web/page/found_mark.js';
import { fakeLayer, namesOf } from './fake_page.mjs';

test('one place is marked at a time, and what was outlined goes with the mark', () => {
    const outlines = fakeLayer();
    const rings = [];
    globalThis.L = { layerGroup: () => ({ addTo: () => outlines }), circleMarker: (place) => ({ addTo: (group) => rings.push([place, group]) }) };
    const foundMark = makeFoundMark(fakeLayer());
    assert.equal(foundMark.marked(), null);
    foundMark.mark({ lat: 1, lng: 2 });
    assert.deepEqual([foundMark.marked(), rings], [{ lat: 1, lng: 2 }, [[{ lat: 1, lng: 2 }, outlines]]]);
    foundMark.mark(null);
    assert.deepEqual([foundMark.marked(), rings.length, namesOf(outlines)], [null, 1, ['clearLayers', 'clearLayers']]);
});

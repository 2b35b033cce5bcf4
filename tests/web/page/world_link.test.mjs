import assert from 'node:assert/strict';
import test from 'node:test';
import { readWorldLink, writeWorldLink } from '../../../src/output/web/page/world_link.js';

test('a link gives the place on a map back, also beyond its grid', () => {
    const hash = writeWorldLink("Isle & Co", { lat: 123.44, lng: -20000 }, 5.25);
    assert.equal(hash, '#map=Isle+%26+Co&zoom=5.25&x=123.4&y=-20000.0');
    assert.deepEqual(readWorldLink(hash), { map: 'Isle & Co', place: { lat: 123.4, lng: -20000 }, zoom: 5.25, layer: null });
    assert.equal(readWorldLink(writeWorldLink('Demo', { lat: 0, lng: 0 }, 1, 'height area:40')).layer, 'height area:40');
    assert.deepEqual(readWorldLink('#map=Demo&zoom=-1&x=0&y=0').zoom, -1);
});

test('what a link does not say, or says wrongly, is nothing', () => {
    for (const hash of ['', '#map=Demo', '#zoom=1&x=2&y=3', '#map=Demo&zoom=a&x=1&y=2', '#map=Demo&zoom=1&x=1e9&y=2', '#map=Demo&zoom=99&x=1&y=2']) {
        assert.equal(readWorldLink(hash), null, hash);
    }
});

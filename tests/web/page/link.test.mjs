import assert from 'node:assert/strict';
import test from 'node:test';
import { pageOf, readLink, writeLink } from '../../../src/output/web/page/link.js';

test('a link brings back what was written', () => {
    const view = { map: 'Isle & Co', zoom: 5.254, place: { lat: -1.25, lng: 9 }, layer: 'a=b' };
    assert.deepEqual(readLink(writeLink(view)),
        { map: 'Isle & Co', zoom: 5.25, place: { lat: -1.3, lng: 9 }, layer: 'a=b', mark: null });
    assert.deepEqual(readLink(writeLink({ ...view, mark: { lat: 5, lng: -7.25 } })).mark, { lat: 5, lng: -7.3 });
    assert.ok(!writeLink({ ...view, layer: '' }).includes('layer'));
    assert.equal(pageOf('Isle & Co'), '../Isle%20%26%20Co/index.html');
});

test('links that make no sense say nothing', () => {
    const nothing = { map: null, zoom: null, place: null, layer: null, mark: null };
    for (const hash of ['', '#', '#zoom=x&x=1', '#x=1e9&y=0', '#%%%', '#y=3', '#mark=1', '#mark=1e9+0', '#mark=a+b']) {
        assert.deepEqual(readLink(hash), nothing, hash);
    }
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { showsTile } from '../../../src/output/web/page/follow.js';

test('a picture shows the tiles that lie in it, whatever its zoom and layer', () => {
    const shown = (address) => showsTile(address, ['31_40']);
    assert.deepEqual(['web/color/6/31/40.png', 'web/height/6/31/40.png', 'web/color/0/0/0.webp', 'web/color/5/15/20.jpg',
        'web/color/8/124/160.png', 'web/color/8/127/163.png'].map(shown), Array(6).fill(true));
    assert.deepEqual(['web/color/6/31/41.png', 'web/color/5/16/20.png', 'web/color/8/128/160.png', 'web/color/8/124/164.png',
        '../Other/web/color/6/31/40.png', 'pictures/a.png', ''].map(shown), Array(7).fill(false));
    assert.equal(showsTile('web/color/6/1/2.png', []), false);
});

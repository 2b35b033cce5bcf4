import assert from 'node:assert/strict';
import test from 'node:test';
import { inkOn } from '../../../src/output/web/page/markers.js';

test('a sign can be told from the colour of its marker', () => {
    assert.deepEqual(['#ffffff', '#FFE9A8', '#e0483e', '#000000', '#2f6fb0'].map(inkOn),
        ['#17212a', '#17212a', '#fff', '#fff', '#fff']);
});

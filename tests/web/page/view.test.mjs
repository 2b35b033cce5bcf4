import assert from 'node:assert/strict';
import test from 'node:test';
import { nextLevel } from '../../../src/output/web/page/view.js';

test('closer and farther rest on whole levels', () => {
    assert.deepEqual([4.25, 4, 4.75].map((zoom) => nextLevel(zoom, true)), [5, 5, 5]);
    assert.deepEqual([4.25, 4, 4.75].map((zoom) => nextLevel(zoom, false)), [4, 3, 4]);
});

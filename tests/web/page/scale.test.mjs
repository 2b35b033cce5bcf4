import assert from 'node:assert/strict';
import test from 'node:test';
import { roundLength } from '../../../src/output/web/page/scale.js';

test('the scale is a round number of yards', () => {
    assert.deepEqual([1, 1.9, 2, 4.99, 5, 99, 100, 0.07].map(roundLength), [1, 1, 2, 2, 5, 50, 100, 0.05]);
});

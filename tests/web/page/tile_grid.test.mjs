import assert from 'node:assert/strict';
import test from 'node:test';
import { namesIn } from '../../../src/output/web/page/tile_grid.js';
import { block, tilesOf } from './tiles.mjs';

test('the grid names each tile once, at its corner', () => {
    const hasTile = tilesOf(block(0, 0, 4, 4));
    assert.deepEqual(namesIn({ x: 0, y: 0 }, 128, hasTile), [
        { name: '0_0', left: 0, top: 0 }, { name: '1_0', left: 128, top: 0 },
        { name: '0_1', left: 0, top: 128 }, { name: '1_1', left: 128, top: 128 }]);
    assert.deepEqual(namesIn({ x: 1, y: 0 }, 512, hasTile), []);
});

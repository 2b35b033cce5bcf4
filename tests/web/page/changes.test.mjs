import assert from 'node:assert/strict';
import test from 'node:test';
import { changedTiles, describeChanges, readContents, sortChanges } from '../../../src/output/web/page/changes.js';
import { tilesOf } from './tiles.mjs';

test('tiles differ by what they show, and where one map has none', () => {
    const contents = (names, digits) => readContents(digits.join(''), tilesOf(names));
    const old = contents(['3_1', '1_2', '2_2'], ['00000001', '00000002', '0000000a']);
    const recent = contents(['1_2', '2_2', '9_2', '0_0'], ['00000005', '00000003', '0000000a', '00000004']);
    assert.deepEqual([...old], [['3_1', '00000001'], ['1_2', '00000002'], ['2_2', '0000000a']]);
    assert.throws(() => contents(['1_2'], ['0000000']));
    assert.throws(() => contents(['1_2'], ['00000001', '00000002']));
    assert.deepEqual(changedTiles(old, recent), ['0_0', '3_1', '1_2', '9_2']);
    assert.deepEqual(changedTiles(old, old), []);
    assert.deepEqual(sortChanges(changedTiles(old, recent), old, recent), { own: ['3_1'], other: ['0_0', '9_2'], both: ['1_2'] });
    assert.deepEqual([[0, 5], [1, 5], [2, 5], [5, 5], [1, 1]].map(([count, total]) => describeChanges(count, total)),
        ['No tile differs', '1 of 5 tiles differs', '2 of 5 tiles differ', 'All 5 tiles differ', 'The tile differs']);
});

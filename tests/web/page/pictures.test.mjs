import assert from 'node:assert/strict';
import test from 'node:test';
import { clipOf, levelsOf, pictureSet, squaresIn } from '../../../src/output/web/page/pictures.js';
import { tilesOf } from './tiles.mjs';

test('pictures are asked for where tiles lie, but not those that show nothing', () => {
    const has = pictureSet(levelsOf(tilesOf(['31_33'])), ['7/62/67']);
    assert.ok(has(0, 0, 0) && has(5, 15, 16) && has(6, 31, 33) && has(7, 63, 66) && has(8, 124, 132));
    assert.ok(!has(6, 32, 33) && !has(5, 16, 16) && !has(7, 64, 66) && !has(7, 62, 67));
});

test('below an empty square no picture is asked for', () => {
    const has = pictureSet(levelsOf(tilesOf(['31_33', '30_33'])), ['5/15/16'], ['6/31/33', '7/61/66']);
    assert.ok(has(4, 7, 8) && has(6, 30, 33) && has(7, 60, 66) && has(8, 120, 132));
    assert.ok(!has(5, 15, 16) && !has(6, 31, 33) && !has(7, 63, 66) && !has(8, 124, 132) && !has(8, 122, 133));
});

test('awaited pictures have the shape of their tiles', () => {
    const hasTile = tilesOf(['2_1', '3_1']);
    assert.deepEqual(squaresIn(5, 1, 0, hasTile), [[0, 0.5, 0.5], [0.5, 0.5, 0.5]]);
    assert.deepEqual(squaresIn(8, 9, 5, hasTile), [[0, 0, 1]]);
    assert.deepEqual(squaresIn(6, 4, 1, hasTile), []);
});

test('a picture is cut to its tiles', () => {
    const cut = (zoom, x, y, names) => clipOf(squaresIn(zoom, x, y, tilesOf(names)), 256);
    assert.equal(cut(6, 3, 4, ['3_4']), '');
    assert.equal(cut(7, 7, 9, ['3_4']), '');
    assert.equal(cut(5, 1, 2, ['2_4', '3_4', '2_5', '3_5']), '');
    assert.equal(cut(5, 1, 2, ['2_4', '3_4']), 'path("M-1 -1H257V128H-1Z")');
    assert.equal(cut(5, 1, 2, ['3_4', '2_5']), 'path("M128 -1H257V128H128ZM-1 128H128V257H-1Z")');
    assert.equal(cut(4, 0, 0, ['0_0', '2_0']), 'path("M-1 -1H64V64H-1ZM128 -1H192V64H128Z")');
});

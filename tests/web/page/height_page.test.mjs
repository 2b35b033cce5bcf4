import assert from 'node:assert/strict';
import test from 'node:test';
import { groundAt, heightText, readHeights } from '../../../src/output/web/page/height_page.js';
import { TILE_YARDS } from '../../../src/output/web/page/places.js';

test('heights are read step by step and lie between the corners of their square', () => {
    const edge = 65;
    const value = (column, row) => 1 + 10 * column + 3 * row;
    const steps = Array.from({ length: edge * edge }, (_, i) => {
        const [column, row] = [i % edge, Math.floor(i / edge)];
        return value(column, row) - (column ? value(column - 1, row) : row ? value(0, row - 1) : 0);
    });
    const yards = readHeights({ low: -101, high: 65434, steps });
    assert.equal(yards.length, edge * edge);
    assert.deepEqual([yards[0], yards[64], yards[65], yards[edge * edge - 1]], [-100, 540, -97, 732]);
    const square = TILE_YARDS / 64;
    const near = (place, wanted) => assert.ok(Math.abs(groundAt(yards, place) - wanted) < 1e-6);
    near({ lat: 0, lng: 0 }, -100);
    near({ lat: -square / 2, lng: -2.5 * square }, -100 + 25 + 1.5);
    near({ lat: TILE_YARDS, lng: TILE_YARDS }, -100);
    near({ lat: 1e-9, lng: 1e-9 }, 732);
});

test('a place without ground has no height', () => {
    const yards = readHeights({ low: -2000, high: 4000, steps: [...Array(65 * 65 - 1).fill(0), 7] });
    assert.ok(Number.isNaN(groundAt(yards, { lat: -9, lng: -9 })));
    assert.ok(Number.isNaN(groundAt(yards, { lat: 1e-9, lng: 1e-9 })));
});

test('a height is shown in whole yards', () => {
    assert.equal(heightText(null), '\u2013');
    assert.equal(heightText(-0.4), '0');
    assert.equal(heightText(-12.6), '-13');
});

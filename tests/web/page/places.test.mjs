import assert from 'node:assert/strict';
import test from 'node:test';
import { isAt, isInside, TILE_YARDS, tileAt, tileCorners } from '../../../src/output/web/page/places.js';
import { tilesOf } from './tiles.mjs';

test('a place lies in the tile that its corners enclose', () => {
    assert.deepEqual(tileAt({ lat: 0, lng: 0 }), { x: 32, y: 32 });
    assert.deepEqual(tileAt({ lat: 0.1, lng: 0.1 }), { x: 31, y: 31 });
    const [[north, west], [south, east]] = tileCorners(30, 28, 2, 1);
    assert.deepEqual([north, west, south, east].map((yards) => Math.round(yards / TILE_YARDS)), [4, 2, 3, 0]);
    assert.ok(isInside({ lat: 17066, lng: -17066 }));
    assert.ok(!isInside({ lat: 17067, lng: 0 }));
});

test('bits of the rows are tiles, and none lies outside the grid', () => {
    const hasTile = tilesOf(['0_0', '63_5']);
    assert.ok(hasTile(0, 0) && hasTile(63, 5));
    assert.ok(!hasTile(1, 0) && !hasTile(64, 5) && !hasTile(-1, 0) && !hasTile(0, 64));
});

test('a marker lies at the place that a link says to a tenth of a yard', () => {
    const marker = { x: -0.04, y: 12.25 };
    assert.ok([[0, 12.3], [-0, 12.2]].every(([lat, lng]) => isAt(marker, { lat, lng })));
    assert.ok([[0.1, 12.3], [0, 12.4]].every(([lat, lng]) => !isAt(marker, { lat, lng })));
});

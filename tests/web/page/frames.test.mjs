import assert from 'node:assert/strict';
import test from 'node:test';
import { cornersOfFrame, cornersOfWorld, frameAt, frameOf, picturesIn, toMap, toWorld } from '../../../src/output/web/page/frames.js';
import { EDGE, TILE_YARDS } from '../../../src/output/web/page/places.js';
import { block, tilesOf } from './tiles.mjs';

const layer = { maxZoom: 7 };
const land = { map: 'Land', offset: [0, 0], scale: 1, hasTile: tilesOf(block(30, 30, 4, 4)), layer };
const isle = { map: 'Isle', offset: [0, -6 * TILE_YARDS], scale: 0.5, hasTile: tilesOf(block(32, 32, 2, 2)), layer };
const middle = (frame, x, y) => toWorld(frame, { lat: EDGE - (y + 0.5) * TILE_YARDS, lng: EDGE - (x + 0.5) * TILE_YARDS });

test('a place goes into the world and back', () => {
    assert.deepEqual(toWorld({ offset: [100, -50], scale: 2 }, { lat: 10, lng: 20 }), { lat: 120, lng: -10 });
    assert.deepEqual(toMap({ offset: [100, -50], scale: 2 }, { lat: 120, lng: -10 }), { lat: 10, lng: 20 });
});

test('frames are as large as their tiles, the world as its frames', () => {
    const round = (corners) => corners.map((corner) => (Array.isArray(corner) ? corner : [corner.lat, corner.lng]).map((yards) => Math.round(yards / TILE_YARDS)));
    assert.deepEqual(round(cornersOfFrame(land)), [[2, 2], [-2, -2]]);
    assert.deepEqual(round(cornersOfFrame(isle)), [[0, -6], [-1, -7]]);
    assert.deepEqual(round(cornersOfWorld([land, isle])), [[2, 2], [-2, -7]]);
});

test('a place belongs to the frame above, and to the one that shows it', () => {
    const above = { ...isle, offset: [0, 0], scale: 1 };
    assert.equal(frameAt([land, above], middle(above, 32, 32)), above);
    assert.equal(frameAt([land, above], middle(land, 30, 30)), land);
    assert.equal(frameAt([land, isle], { lat: 0, lng: 5000 }), null);
    const part = { ...isle, hasTile: tilesOf(['33_33']) };
    const at = toMap(isle, middle(isle, 33, 33));
    assert.equal(frameOf([land, part, isle], 'Isle', at), part);
    assert.equal(frameOf([land, part, isle], 'Isle', toMap(isle, middle(isle, 32, 32))), isle);
    assert.equal(frameOf([land], 'Isle', at), null);
});

test('pictures are those that are seen, of a level by the scale, each at its place', () => {
    const view = [middle(land, 30, 30), middle(land, 31, 30)];
    const asked = (zoom) => picturesIn(land, () => true, view, zoom);
    assert.deepEqual(asked(6).map(({ zoom, x, y }) => [zoom, x, y]), [[6, 30, 30], [6, 31, 30]]);
    assert.deepEqual(asked(5).map(({ zoom, x, y }) => [zoom, x, y]), [[5, 15, 15]]);
    assert.deepEqual(asked(-2).map(({ zoom, x, y }) => [zoom, x, y]), [[0, 0, 0]]);
    assert.equal(asked(12)[0].zoom, 7);
    assert.deepEqual(asked(6)[0].corners.map(({ lat, lng }) => [lat, lng].map((yards) => Math.round(yards / TILE_YARDS))), [[2, 2], [1, 1]]);
    const [first] = picturesIn(isle, () => true, [middle(isle, 32, 32), middle(isle, 32, 32)], 6);
    assert.deepEqual([first.zoom, first.x, first.y], [5, 16, 16]);
    assert.deepEqual(picturesIn(land, () => false, view, 6), []);
    assert.deepEqual(picturesIn(land, (zoom, x) => x === 31, view, 6).map(({ x }) => x), [31]);
});

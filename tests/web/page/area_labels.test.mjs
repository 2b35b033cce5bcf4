import assert from 'node:assert/strict';
import test from 'node:test';
import { chooseLabels } from '../../../src/output/web/page/area_labels.js';
import { readAreas } from '../../../src/output/web/page/area_shapes.js';

/* Greenmark is a square of 8 chunks with a hole, the Mere, and has a map; a strip lies east of it. */
const areas = readAreas([
    ['Greenmark', 0, 514, 510, 3, [300, -100, 400, -400], '4f4fQQ +f+fEE'],
    ['Mere', 1, 512, 512, 1, 0, '+f+fEE'],
    ['Strip', 0, 516, 512, 1, 0, 'ogB4fCQ'],
]);

const labelsAt = (scale) => chooseLabels(areas,
    (x, y) => ({ x: (x - 512) * scale + 500, y: (y - 512) * scale + 500 }), scale, { x: 1000, y: 1000 })
    .map(({ area }) => area.name);
const labels = (scale) => labelsAt(scale);

test('zones are named from far away, subzones from near, none over another', () => {
    assert.deepEqual(labels(1), []);
    assert.deepEqual(labels(4), ['Greenmark']);
    assert.deepEqual(labels(40), ['Greenmark', 'Strip', 'Mere']);
    assert.deepEqual(labels(12), ['Greenmark']);
});

test('labels lie within the window', () => {
    assert.deepEqual(labels(150), ['Greenmark', 'Mere']);
});

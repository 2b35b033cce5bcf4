import assert from 'node:assert/strict';
import test from 'node:test';
import { chooseLabels, chunkPxOf } from '../../../src/output/web/page/area_labels.js';
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
    assert.deepEqual(labels(6), ['Greenmark']);
    assert.deepEqual(labels(12), ['Greenmark', 'Strip']);
});

test('the size of a chunk is not rounded as places are', () => {
    assert.ok(Math.abs(chunkPxOf((x) => ({ x: Math.round(500 - x * Math.SQRT2) })) - Math.SQRT2) < 0.001);
});

test('labels lie within the window', () => {
    assert.deepEqual(labels(150), ['Greenmark', 'Mere']);
});

/* At a scale of 40 px a chunk, with the middle of the zone's name at (600, 440). */
const placed = (obstacles) => chooseLabels(areas.slice(0, 1), () => ({ x: 600, y: 440 }), 40, { x: 1000, y: 1000 }, obstacles)
    .map(({ x, y }) => [x, Math.round(y)]);

test('a name makes room for a pin by moving down or up within its area', () => {
    const pin = (y) => ({ x: 600, y, width: 30, height: 38 });
    assert.deepEqual(placed([]), [[600, 440]]);
    const [[x, down]] = placed([pin(440)]);
    assert.ok(x === 600 && down > 460 && down < 500, String(down));
    const [[, up]] = placed([pin(440), pin(480)]);
    assert.ok(up < 420 && up > 380, String(up));
});

test('a name is left out where tools take all of its place', () => {
    assert.deepEqual(placed([{ x: 600, y: 440, width: 300, height: 400 }]), []);
});

test('a name that would reach beyond a side moves inward within its area, or is left out', () => {
    const at = (x, scale = 40, width = 1000) => chooseLabels(areas.slice(0, 1), () => ({ x, y: 440 }), scale, { x: width, y: 1000 });
    const [left] = at(50);
    assert.equal(left.x - left.width / 2, 6);
    assert.ok(Math.abs(left.x - 50) <= left.area.reach * 40);
    const [right] = at(950);
    assert.equal(right.x + right.width / 2, 994);
    assert.deepEqual(at(20), [], 'its middle is hardly seen');
    assert.deepEqual(at(45, 40, 90), [], 'wider than the window');
    assert.deepEqual(at(41, 2), [], 'its area does not reach so far');
});

test('names grow with their areas, up to an end', () => {
    const fontAt = (scale) => chooseLabels(areas.slice(0, 1), () => ({ x: 500, y: 500 }), scale, { x: 1000, y: 1000 })[0].fontPx;
    assert.equal(fontAt(10), 15);
    assert.ok(fontAt(50) > 18 && fontAt(50) < 25);
    assert.equal(fontAt(400), fontAt(4000));
});

test('a name that would lie on another area moves off it, past a pin too', () => {
    /* Its middle is a chunk from the other's edge; a chunk has 4 px, the name 32. */
    const area = (name, x, reach, [left, top, right, bottom]) => ({ name, x, y: 500, reach, zone: null, frame: null,
        rings: [[[left, top], [right, top], [right, bottom], [left, bottom]]], box: [left, top, right, bottom] });
    const land = area('Land', 470, 0, [450, 480, 499, 520]);
    const at = (obstacles) => chooseLabels([area('Sea', 500, 2, [499, 490, 506, 510]), land], (x, y) => ({ x: (x - 500) * 4 + 300, y: (y - 500) * 4 + 300 }), 4, { x: 1000, y: 1000 }, obstacles)
        .map(({ x, y }) => [Math.round(x), Math.round(y)]);
    assert.deepEqual(at([]), [[316, 300]]);
    assert.deepEqual(at([{ x: 300, y: 300, width: 10, height: 10 }]), [[316, 326]]);
    assert.deepEqual(at([{ x: 400, y: 300, width: 150, height: 100 }]), [[300, 300]], 'half of it is better than no name');
});

test('a thousand areas with names wider than they are need few looks at each', () => {
    const EDGE = 32;
    const [low, high] = [500, 500 + EDGE * 10];
    let looks = 0;
    const many = Array.from({ length: EDGE * EDGE }, (_, i) => {
        const [x, y] = [low + (i % EDGE) * 10, low + Math.floor(i / EDGE) * 10];
        const box = [x, y, x + 10, y + 10];
        return { name: 'A name of some length', x: x + 5, y: y + 5, reach: 4, zone: null, frame: null,
            rings: [[[x, y], [x + 10, y], [x + 10, y + 10], [x, y + 10]]], get box() { looks += 1; return box; } };
    });
    const middle = (low + high) / 2;
    const named = chooseLabels(many, (x, y) => ({ x: (x - middle) * 3 + 500, y: (y - middle) * 3 + 500 }), 3, { x: 1000, y: 1000 });
    assert.ok(named.length > 50);
    assert.ok(looks < many.length ** 2 * 4, `${looks} looks at boxes`);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { areaAt, fullName, numbersOf, percentAt, placeOf, readAreas, ringsOf } from '../../../src/output/web/page/area_shapes.js';

/* Greenmark is a square of 8 chunks with a hole, the Mere, and has a map; a strip lies east of it. */
const areas = readAreas([
    ['Greenmark', 0, 514, 510, 3, [300, -100, 400, -400], '4f4fQQ +f+fEE'],
    ['Mere', 1, 512, 512, 1, 0, '+f+fEE'],
    ['Strip', 0, 516, 512, 1, 0, 'ogB4fCQ'],
]);
const chunk = (x, y) => placeOf(x, y);
const nameAt = (x, y) => areaAt(areas, chunk(x, y))?.name;

test('numbers have as many digits as they need', () => {
    assert.deepEqual(numbersOf('ACDefggBhgB'), [0, 1, -1, 15, -15, 512, -512]);
    assert.deepEqual(numbersOf(''), []);
});

test('rings turn at each corner and come back', () => {
    const [ring] = readAreas([['L', 0, 1, 1, 1, 0, 'KMECDG']])[0].rings;
    assert.deepEqual(ring, [[5, 6], [7, 6], [7, 7], [6, 7], [6, 10], [5, 10]]);
});

test('a place has the area whose rings are round it, but not in its holes', () => {
    assert.equal(nameAt(508.01, 508.01), 'Greenmark');
    assert.equal(nameAt(515.99, 515.99), 'Greenmark');
    assert.equal(nameAt(512, 512), 'Mere');
    assert.equal(nameAt(516.01, 512), 'Strip');
    assert.equal(nameAt(507.99, 512), undefined);
    assert.equal(nameAt(516.5, 516.01), undefined);
    assert.equal(fullName(areaAt(areas, chunk(512, 512))), 'Mere, Greenmark');
});

test('per cent are those of the zone, and end at the edges of its map', () => {
    const [zone, mere, strip] = areas;
    assert.deepEqual(percentAt(zone, { lat: 200, lng: 200 }), [25, 25]);
    assert.deepEqual(percentAt(mere, { lat: -400, lng: -100 }), [100, 100]);
    assert.equal(percentAt(mere, { lat: 0, lng: 301 }), null);
    assert.equal(percentAt(strip, { lat: 0, lng: 0 }), null);
    assert.equal(percentAt(null, { lat: 0, lng: 0 }), null);
});

test('an area is shown with its subzones', () => {
    assert.equal(ringsOf(areas, areas[0]).length, 3);
    assert.equal(ringsOf(areas, areas[1]).length, 1);
});

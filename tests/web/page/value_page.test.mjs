import assert from 'node:assert/strict';
import test from 'node:test';
import { TILE_YARDS } from '../../../src/output/web/page/places.js';
import { groundAt, heightText, kindAt, makeValuePage, readValues, surfaceAt } from '../../../src/output/web/page/value_page.js';
import { openPage } from './fake_page.mjs';

test('heights are read step by step and lie between the corners of their square', () => {
    const edge = 65;
    const value = (column, row) => 1 + 10 * column + 3 * row;
    const steps = Array.from({ length: edge * edge }, (_, i) => {
        const [column, row] = [i % edge, Math.floor(i / edge)];
        return value(column, row) - (column ? value(column - 1, row) : row ? value(0, row - 1) : 0);
    });
    const yards = readValues({ low: -101, high: 65434, steps });
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
    const yards = readValues({ low: -2000, high: 4000, steps: [...Array(65 * 65 - 1).fill(0), 7] });
    assert.ok(Number.isNaN(groundAt(yards, { lat: -9, lng: -9 })));
    assert.ok(Number.isNaN(groundAt(yards, { lat: 1e-9, lng: 1e-9 })));
});

/* Values by (column, row) of the corners, and places by the parts of the squares from north-west. */
const cornersOf = (value) => Array.from({ length: 65 * 65 }, (_, i) => value(i % 65, Math.floor(i / 65)));
const at = (x, y) => ({ lng: (-x * TILE_YARDS) / 64, lat: (-y * TILE_YARDS) / 64 });

test('a surface ends at walls and edges, and slopes elsewhere', () => {
    const roof = cornersOf((column) => (column < 10 ? 4 * column : column < 20 ? 100 : NaN));
    assert.equal(surfaceAt(roof, at(2.5, 7)), 10);
    assert.deepEqual([surfaceAt(roof, at(9.4, 3)), surfaceAt(roof, at(9.6, 3))], [36, 100]);
    assert.equal(surfaceAt(roof, at(19.4, 3)), 100);
    assert.ok(Number.isNaN(surfaceAt(roof, at(19.6, 3))));
});

test('a kind is that of the nearest corner', () => {
    const kinds = cornersOf((column, row) => (row < 5 ? 1 : 3));
    assert.deepEqual([kindAt(kinds, at(8, 4.4)), kindAt(kinds, at(8, 4.6))], [1, 3]);
});

/* Rows of a grid in which one tile is set. */
const tilesOf = ([x, y]) => Array.from({ length: 64 }, (_, row) => (row === y ? 1n << BigInt(x) : 0n).toString(16));

test('the values of all layers that are read out are loaded, each once, where there are some', async () => {
    const { head } = openPage();
    const scripts = () => [...head.children];
    const legend = [['#fff', 'Water'], ['#00f', 'Ocean']];
    const values = tilesOf([32, 32]);
    const page = makeValuePage([{ id: 'area' }, { id: 'height' }, { id: 'surface', values }, { id: 'liquid', legend, values },
        { id: 'liquid-height', values }]);
    const steps = (first) => ({ low: 0, high: 65535, steps: [first, ...Array(65 * 65 - 1).fill(0)] });
    const place = at(3, 3);
    assert.deepEqual([page.has('surface'), page.has('height'), page.floorAt(place), page.liquidAt(place)], [true, false, null, '']);
    const found = page.find(place);
    assert.deepEqual(scripts().map(({ src }) => src).sort(),
        ['liquid-height', 'liquid', 'surface'].map((layer) => `web/${layer}/values/32_32.js`));
    Object.assign(globalThis.adtmap.heights, { 'surface/32_32': steps(7), 'liquid/32_32': steps(2), 'liquid-height/32_32': steps(12) });
    scripts().forEach((script) => script.fire('load'));
    await found;
    assert.deepEqual([page.heightAt(place), page.floorAt(place), page.liquidAt(place)], [null, 7, 'Ocean 12']);
    await page.find(place);
    await page.find({ lat: place.lat - 600, lng: place.lng });
    assert.equal(scripts().length, 0);
});

test('a height is shown in whole yards', () => {
    assert.equal(heightText(null), '\u2013');
    assert.equal(heightText(-0.4), '0');
    assert.equal(heightText(-12.6), '-13');
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { element } from '../../../src/output/web/page/dom.js';
import { makeParents, showParent } from '../../../src/output/web/page/parents.js';
import { openPage } from './fake_page.mjs';

/* A parent lends the tile 32_31 alone, which lies north of the middle. */
const rows = Array.from({ length: 64 }, (_, y) => (y === 31 ? '0000000100000000' : '0'.repeat(16)));
const [lent, own] = [{ lat: 100, lng: -100 }, { lat: -100, lng: -100 }];

test('a tile of a parent has the title that the site gives that map, else its own', () => {
    const parents = [{ name: 'Old', title: 'The old world', tiles: rows }];
    assert.deepEqual([lent, own].map(makeParents(parents, [])), ['The old world', '']);
    assert.equal(makeParents(parents, [{ name: 'Old', title: 'Before' }])(lent), 'Before');
    assert.equal(makeParents(undefined, [])(lent), '');
});

test('the panel of the area shows it, also where there is no area', () => {
    openPage();
    const shows = (hidden, title) => {
        element('area').hidden = hidden;
        showParent(title);
        return [element('parent').textContent, element('area').hidden];
    };
    assert.deepEqual(shows(true, 'Old'), ['Tile of Old', false]);
    assert.deepEqual(shows(false, ''), ['', false]);
    assert.deepEqual(shows(true, ''), ['', true]);
});

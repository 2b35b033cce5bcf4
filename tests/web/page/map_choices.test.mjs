import assert from 'node:assert/strict';
import test from 'node:test';
import { create, element } from '../../../src/output/web/page/dom.js';
import { fillChoices } from '../../../src/output/web/page/map_choices.js';
import { openPage } from './fake_page.mjs';

const maps = [{ name: 'Demo', title: 'The island' }, { name: 'Hall', title: 'The hall' }];

/* The lists, with what they have. */
function fillPage(site) {
    openPage();
    globalThis.Option = class { constructor(...values) { this.values = values; } };
    const lists = Object.fromEntries(['maps', 'renderings', 'other'].map((id) => [id, []]));
    Object.entries(lists).forEach(([id, list]) => {
        element(id).add = ({ values: [words, value, , isChosen] }) => list.push([value, words, isChosen]);
        create('div').append(element(id));
    });
    fillChoices({}, 'Hall', maps, site);
    return lists;
}

test('a page outside of a site lists maps alone', () => {
    const lists = fillPage(null);
    assert.deepEqual(lists.maps, [['Demo', 'The island', false], ['Hall', 'The hall', true]]);
    assert.deepEqual([element('renderings').parentElement.hidden, element('other').hidden, element('compare').hidden], [true, true, true]);
});

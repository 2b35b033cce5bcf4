import assert from 'node:assert/strict';
import test from 'node:test';
import { element } from '../../../src/output/web/page/dom.js';
import { rowsOf, showKeys } from '../../../src/output/web/page/key_list.js';
import { openPage } from './fake_page.mjs';

const LETTERS = { g: 'grid', v: 'compare', '+': 'zoom-in', '=': 'zoom-in' };

function openKeys() {
    openPage();
    element('grid').setAttribute('aria-label', 'Grid of tiles');
    element('zoom-in').setAttribute('aria-label', 'Zoom in');
    element('compare').hidden = element('floors').hidden = true;
}

test('keys of one button are one row, and those of hidden buttons none', () => {
    openKeys();
    assert.deepEqual(rowsOf(LETTERS), [[['g'], 'Grid of tiles'], [['+', '='], 'Zoom in']]);
});

test('the dialog lists keys and what they do', () => {
    openKeys();
    let opened = 0;
    element('keys').showModal = () => {
        opened++;
        element('keys').scrollTop = 99;
    };
    showKeys(LETTERS);
    showKeys(LETTERS);
    const texts = element('key-list').children.map(({ textContent }) => textContent);
    assert.equal(opened, 2);
    assert.equal(element('keys').scrollTop, 0, 'it is seen from its beginning');
    assert.deepEqual([texts.slice(-4), texts.length], [['g', 'Grid of tiles', '+=', 'Zoom in'], 16]);
    element('compare').hidden = false;
    showKeys(LETTERS);
    assert.equal(element('key-list').children.length, 22);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { create, createSwitch, element, press } from '../../../src/output/web/page/dom.js';
import { openPage } from './fake_page.mjs';

test('contents of a new element stay text', () => {
    openPage();
    const made = create('p', { className: 'sum' }, 'a <b>', create('b', {}, 'c'));
    assert.deepEqual([made.tagName, made.className, made.textContent, made.children.length], ['p', 'sum', 'a <b>c', 2]);
    assert.equal(create('div').textContent, '');
});

test('a switch has its box, what stands before its words, and tells whether it is on', () => {
    openPage();
    const states = [];
    const { row, box } = createSwitch('inns', 'Inns (2)', (isOn) => states.push(isOn), create('span', { className: 'sample' }));
    assert.deepEqual(row.children[0].children.map(({ tagName }) => tagName), ['input', 'span', '#text', '#text']);
    assert.deepEqual([row.textContent, box.type, box.value], [' Inns (2)', 'checkbox', 'inns']);
    box.click();
    box.click();
    assert.deepEqual(states, [true, false]);
});

test('a pressed button is told to those who cannot see it', () => {
    openPage();
    press('grid', true);
    assert.equal(element('grid').getAttribute('aria-pressed'), 'true');
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { create, element } from '../../../src/output/web/page/dom.js';
import { makeToolSheet } from '../../../src/output/web/page/tool_sheet.js';
import { openPage } from './fake_page.mjs';

function openTools() {
    openPage();
    const opened = [];
    const tools = makeToolSheet(() => opened.push('room'));
    const buttons = ['zoom-in', 'grid'].map((id) => create('button', { id }));
    element('tools').append(...buttons);
    const isOpen = () => element('tools').classList.contains('opened');
    const choose = (target) => element('tools').fire('click', { target });
    return { tools, buttons, opened, isOpen, choose };
}

test('a button opens the sheet, which gets the focus, and closes it again', () => {
    const { buttons, opened, isOpen } = openTools();
    element('more').click();
    assert.deepEqual([isOpen(), opened, element('more').getAttribute('aria-expanded')], [true, ['room'], 'true']);
    assert.equal(document.activeElement, buttons[0]);
    element('more').click();
    assert.deepEqual([isOpen(), opened.length], [false, 1]);
    assert.equal(document.activeElement, element('more'));
});

test('it closes after a choice, but not after a zoom', () => {
    const { buttons: [zoom, grid], isOpen, choose } = openTools();
    element('more').click();
    choose(zoom);
    assert.equal(isOpen(), true);
    choose(grid);
    assert.equal(isOpen(), false);
});

test('Escape closes it, and tells whether it was open', () => {
    const { tools, isOpen } = openTools();
    assert.equal(tools.close(), false);
    element('more').click();
    assert.deepEqual([tools.close(), isOpen(), document.activeElement], [true, false, element('more')]);
});

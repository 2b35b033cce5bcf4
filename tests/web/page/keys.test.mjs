import assert from 'node:assert/strict';
import test from 'node:test';
import { create, element } from '../../../src/output/web/page/dom.js';
import { listenToKeys } from '../../../src/output/web/page/keys.js';
import { openPage } from './fake_page.mjs';

/* press(key, target, modifiers) gives what happened: the commands, and whether the key was taken. */
function keyboard() {
    const listeners = {};
    openPage({ addEventListener: (type, listener) => { listeners[type] = listener; } });
    const done = [];
    const container = element('map');
    const ends = { first: false, second: true };
    listenToKeys({ getContainer: () => container }, { g: () => done.push('grid'), r: () => done.push('measure') }, {
        onEnter: () => done.push('enter'),
        endings: [() => ends.first, () => done.push('second') && ends.second],
    });
    const press = (key, target = container, modifiers = {}) => {
        done.length = 0;
        let isTaken = false;
        listeners.keydown({ key, target, ...modifiers, preventDefault: () => { isTaken = true; }, stopPropagation() {} });
        return [...done, isTaken ? 'taken' : 'left'];
    };
    return { press, container, ends, move: () => listeners.pointermove() };
}

test('keys are commands, but not where somebody writes, and not with Ctrl', () => {
    const { press } = keyboard();
    assert.deepEqual(press('g'), ['grid', 'taken']);
    assert.deepEqual(press('x'), ['left']);
    assert.deepEqual(press('g', create('select')), ['left']);
    assert.deepEqual(press('g', undefined, { ctrlKey: true }), ['left']);
});

test('Enter acts on the map alone', () => {
    const { press } = keyboard();
    assert.deepEqual(press('Enter'), ['enter', 'taken']);
    assert.deepEqual(press('Enter', document.body), ['enter', 'taken']);
    assert.deepEqual(press('Enter', create('button')), ['left']);
});

test('Escape leaves a field, else ends the first thing that can end', () => {
    const { press, container, ends } = keyboard();
    assert.deepEqual(press('Escape', create('select')), ['taken']);
    assert.equal(document.activeElement, container);
    assert.deepEqual(press('Escape'), ['second', 'taken']);
    ends.first = true;
    assert.deepEqual(press('Escape'), ['taken']);
});

test('arrows move the map, also after a button was pressed', () => {
    const { press, container } = keyboard();
    document.activeElement = null;
    assert.deepEqual(press('ArrowUp', document.body), ['left']);
    assert.equal(document.activeElement, container);
});

test('a cross shows where keys act until the pointer moves', () => {
    const { press, move } = keyboard();
    press('g');
    assert.ok(!document.body.classList.contains('by-keys'));
    press('ArrowUp');
    assert.ok(document.body.classList.contains('by-keys'));
    move();
    assert.ok(!document.body.classList.contains('by-keys'));
    press('Tab');
    assert.ok(document.body.classList.contains('tabbing'));
    press('g');
    assert.ok(!document.body.classList.contains('tabbing'));
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { create, element } from '../../../src/output/web/page/dom.js';
import { makeIndex } from '../../../src/output/web/page/search.js';
import { makeMemory, makeSearchList, rowsFor } from '../../../src/output/web/page/search_list.js';
import { openPage } from './fake_page.mjs';

const INDEX = makeIndex([['area', 'Millbrook', 'Greenmark'], ['area', 'Mill', 'Fells'], ['mark', 'Old mill', 'Inns']].map(([kind, name, where], index) =>
    ({ kind, index, icon: kind, names: [name], where: () => where })));

const ABOUT = { name: 'Demo', shown: ['Demo'], maps: [{ name: 'Demo', title: 'Demo' }, { name: 'Hall', title: 'The Hall' }],
    zoneHere: () => ({ name: 'Fells', frame: [100, 0, 100, 0] }) };

/* A page with the search; `chosen` has what was chosen, `type` writes. */
function openSearch(storage = new Map(), load = async () => true) {
    openPage();
    document.createElementNS = (space, tag) => create(tag);
    globalThis.localStorage = { getItem: (key) => storage.get(key) ?? null, setItem: (key, value) => storage.set(key, value) };
    const chosen = [];
    const [field, list] = [element('query'), element('results')];
    list.hidden = element('nothing').hidden = true;
    const search = makeSearchList('Demo', () => ABOUT, () => INDEX, load, (row) => chosen.push(row));
    const type = (text) => {
        field.value = text;
        field.fire('input');
    };
    const press = (key) => field.fire('keydown', { key, preventDefault() {} });
    const texts = () => list.children.map(({ children }) => children.slice(1).map(({ textContent }) => textContent).join(': '));
    const active = () => list.children.findIndex((option) => option.getAttribute('aria-selected') === 'true');
    return { search, chosen, field, list, type, press, texts, active };
}

test('what was not found is no fault of what is written next', () => {
    const { field, type } = openSearch();
    field.setAttribute('aria-invalid', 'true');
    type('m');
    assert.equal(field.getAttribute('aria-invalid'), 'false');
});

test('names are listed with where they lie, coordinates and tiles as what they are', () => {
    const rows = (text) => rowsFor(text, ABOUT, INDEX, ['Before']).map(({ icon, name, where }) => [icon, name, where]);
    assert.deepEqual(rows('mill'), [['area', 'Mill', 'Fells'], ['area', 'Millbrook', 'Greenmark'], ['mark', 'Old mill', 'Inns']]);
    assert.deepEqual(rows(' 110 20'), [['place', '110 20', 'Coordinates']]);
    assert.deepEqual(rows(' 10 20'), [['place', '10 20', 'Coordinates'], ['place', 'Fells 10 20', 'Per cent']]);
    assert.deepEqual(rows('The Hall 5 500'), [['tile', 'The Hall 5 500', 'The Hall']]);
    assert.deepEqual(rows('demo_3_4.adt'), [['tile', '3_4', 'Tile']]);
    assert.deepEqual(rows('99999 0'), []);
    assert.deepEqual(rows(''), [['recent', 'Before', '']]);
});

test('the list opens while one writes, and says when nothing is found', () => {
    const { field, list, type, texts } = openSearch();
    type('mill');
    assert.deepEqual(texts(), ['Mill: Fells', 'Millbrook: Greenmark', 'Old mill: Inns']);
    assert.deepEqual([list.hidden, field.getAttribute('aria-expanded'), element('nothing').hidden], [false, 'true', true]);
    type('nowhere');
    assert.deepEqual([list.hidden, field.getAttribute('aria-expanded'), element('nothing').hidden], [true, 'false', false]);
    field.fire('blur');
    assert.ok(element('nothing').hidden);
});

test('nothing is found only when all names are there', async () => {
    let arrive;
    const { field, type } = openSearch(new Map(), () => new Promise((done) => { arrive = done; }));
    field.focus();
    field.fire('focus');
    type('nowhere');
    assert.equal(element('nothing').textContent, 'Names are being loaded');
    arrive(true);
    await new Promise(setImmediate);
    assert.equal(element('nothing').textContent, 'Nothing found');
});

test('arrow keys go round, and the active row is chosen', () => {
    const { search, chosen, field, list, type, press, active } = openSearch();
    list.scrollIntoView = () => {};
    Object.getPrototypeOf(list).scrollIntoView = () => {};
    type('mill');
    assert.equal(search.chooseActive(), false);
    press('ArrowDown');
    assert.deepEqual([active(), field.getAttribute('aria-activedescendant')], [0, 'result-0']);
    press('ArrowUp');
    assert.equal(active(), 2);
    press('ArrowDown');
    press('ArrowDown');
    assert.equal(active(), 1);
    assert.equal(search.chooseActive(), true);
    assert.deepEqual([chosen[0].entry.names, field.value, list.hidden], [['Millbrook'], 'Millbrook', true]);
});

test('the last row is the first one upward', () => {
    const { type, press, active } = openSearch();
    type('mill');
    press('ArrowUp');
    assert.equal(active(), 2);
});

test('what was chosen by the pointer is listed when one comes back, newest first', () => {
    const storage = new Map();
    const { chosen, list, type } = openSearch(storage);
    ['mill', 'old'].forEach((text) => {
        type(text);
        list.fire('click', { target: list.children[0].children[1] });
    });
    assert.deepEqual(chosen.map(({ name }) => name), ['Mill', 'Old mill']);
    const { field, texts } = openSearch(storage);
    field.fire('focus');
    assert.deepEqual(texts(), ['Old mill: ', 'Mill: ']);
});

test('the newest five are remembered, each once', () => {
    openSearch();
    const memory = makeMemory('Demo');
    ['a', 'b', 'c', 'd', 'e', 'f', 'b'].forEach(memory.add);
    assert.deepEqual(memory.read(), ['b', 'f', 'e', 'd', 'c']);
});

test('a browser that keeps nothing, or something else, is no trouble', () => {
    openSearch(new Map([['adtmap recent Demo', '{"a": 1}']]));
    assert.deepEqual(makeMemory('Demo').read(), []);
    globalThis.localStorage = { getItem: () => { throw new Error(); }, setItem: () => { throw new Error(); } };
    makeMemory('Demo').add('a');
    assert.deepEqual(makeMemory('Demo').read(), []);
});

test('nothing is taken for missing while its name may not have come', async () => {
    const come = [false, true];
    const { search, field, type } = openSearch(new Map(), () => Promise.resolve(come.shift()));
    const said = () => element('nothing').textContent;
    field.focus();
    search.open();
    type('nowhere');
    assert.equal(said(), 'Names are being loaded');
    await Promise.resolve();
    assert.equal(said(), 'Not found; some names could not be loaded');
    search.open();
    await Promise.resolve();
    assert.equal(said(), 'Nothing found');
});

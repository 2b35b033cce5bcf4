import assert from 'node:assert/strict';
import test from 'node:test';
import { interpret as interpretOn, isNearly, listNames, makeIndex } from '../../../src/output/web/page/search.js';
import { callsOf } from './fake_page.mjs';

const about = (name) => ({ name, shown: [name], maps: [{ name, title: name }], zoneHere: () => null });
const interpret = (text, name, index, turn) => interpretOn(text, about(name), index, turn);

/* Lists of names by kind; a name may be several. */
const indexOf = (lists) => makeIndex(Object.entries(lists).flatMap(([kind, names]) =>
    names.map((each, index) => ({ kind, index, names: [each].flat() }))));
const WORLD = indexOf({ mark: ['Old tower', 'Tower'], area: ['Towerfield', 'Mere', 'Old'], landmark: ['Towerfield, Mere', 'Crypt'] });

test('the search knows places, tiles and markers', () => {
    const find = (text) => interpret(text, 'Demo', WORLD, 0);
    const only = (kind, index) => ({ kind, index, within: 0, nth: 1, of: 1 });
    assert.deepEqual(find('-450, 620.5'), { kind: 'place', place: { lat: -450, lng: 620.5 }, map: 'Demo' });
    assert.deepEqual(find(' 101;2 '), { kind: 'place', place: { lat: 101, lng: 2 }, map: 'Demo' });
    for (const text of ['33_30', 'demo_33_30.adt', 'map33_30', 'DEMO_33_30']) {
        assert.deepEqual(find(text), { kind: 'tile', tile: { x: 33, y: 30 }, map: 'Demo' }, text);
    }
    assert.deepEqual(find('tower'), only('mark', 1));
    assert.deepEqual(find('old t'), only('mark', 0));
    assert.deepEqual(find(' mere'), only('area', 1));
    assert.deepEqual(find('field'), { kind: 'area', index: 0, within: 0, nth: 1, of: 2 });
    assert.deepEqual(find('old'), only('area', 2));
    assert.deepEqual(find('crypt'), only('landmark', 1));
    assert.deepEqual(find('field, me'), only('landmark', 0));
});

test('what was copied from a card is a place', () => {
    const find = (text) => interpret(text, 'Demo', WORLD, 0);
    for (const text of ['.go xyz 100.5 -200', ' .GO  XYZ 100.5 -200 30.2 0 ']) {
        assert.deepEqual(find(text), { kind: 'place', place: { lat: 100.5, lng: -200 }, map: 'Demo' }, text);
    }
    assert.deepEqual(find('.go xyz 100'), { kind: 'none' });
});

test('of several with one name each has its turn, whatever it is', () => {
    const names = indexOf({ mark: ['Inn', 'Tower', 'inn'], area: [['Inn', 'Inn, Town']] });
    const find = (text, turn) => interpret(text, 'Demo', names, turn);
    assert.deepEqual([0, 1, 2, 3].map((turn) => find('inn', turn)), [
        { kind: 'mark', index: 0, within: 0, nth: 1, of: 3 }, { kind: 'mark', index: 2, within: 0, nth: 2, of: 3 },
        { kind: 'area', index: 0, within: 0, nth: 3, of: 3 }, { kind: 'mark', index: 0, within: 0, nth: 1, of: 3 }]);
    assert.deepEqual(find('inn, town', 0), { kind: 'area', index: 0, within: 0, nth: 1, of: 1 });
});

test('an entry that stands for several has as many turns', () => {
    const names = makeIndex([{ kind: 'point', index: 0, names: ['Wolf'], count: 2 }, { kind: 'point', index: 5, names: ['Wolf'], count: 1 }]);
    const turns = [0, 1, 2, 3].map((turn) => interpret('wolf', 'Demo', names, turn)).map(({ index, within, nth, of }) => [index, within, nth, of]);
    assert.deepEqual(turns, [[0, 0, 1, 3], [0, 1, 2, 3], [5, 0, 3, 3], [0, 0, 1, 3]]);
});

test('what lies outside differs from what is not found', () => {
    const names = indexOf({ mark: ['Tower'], area: ['Mere'] });
    const kind = (text) => interpret(text, 'Demo', names, 0).kind;
    ['20000 0', '0 -17067', '99_99', '64_0'].forEach((text) => assert.equal(kind(text), 'outside', text));
    ['', '  ', 'nowhere', '1 2 3 4 5', 'Other_33_30', '1.2.3 4', '..1 2'].forEach((text) =>
        assert.equal(kind(text), 'none', text));
});

const listed = (index, text, limit = 12) => listNames(index, text, limit).map(({ names }) => names[0]);

test('a list has first what begins so, then words that do, then parts', () => {
    const index = indexOf({ area: ['Northmill', 'The Mill', 'Millbrook', 'Mill', 'Mill Pond'] });
    assert.deepEqual(listed(index, 'mill'), ['Mill', 'Millbrook', 'Mill Pond', 'The Mill', 'Northmill']);
    assert.deepEqual(listed(index, 'mill', 2), ['Mill', 'Millbrook']);
    assert.deepEqual(listed(index, ' '), []);
});

test('marks of letters and case do not count', () => {
    const index = indexOf({ mark: ['\u00d6lm\u00fchle'] });
    for (const text of ['olmuhle', '\u00f6lm', 'O\u0308LM\u00dc']) {
        assert.deepEqual(listed(index, text), ['\u00d6lm\u00fchle'], text);
    }
});

test('a slip of the finger finds what was meant, if nothing is called so', () => {
    const index = indexOf({ area: ['Greenmark', 'Reedmire', 'Mere', 'The Old Walls'] });
    assert.deepEqual(listed(index, 'reedmre'), ['Reedmire']);
    assert.deepEqual(listed(index, 'grenmrak'), ['Greenmark']);
    assert.deepEqual(listed(index, 'grnmrka'), []);
    assert.deepEqual(listed(index, 'grenmarck'), ['Greenmark']);
    assert.deepEqual(listed(index, 'wals'), ['The Old Walls']);
    assert.deepEqual(listed(index, 'xyz'), []);
    assert.equal(interpret('reedmre', 'Demo', index, 0).index, 1);
});

test('texts are near by letters put in, taken out and changed, and by neighbours swapped', () => {
    assert.ok(isNearly('jade', 'jaed', 1) && isNearly('mill', 'imll', 1) && !isNearly('jade', 'edaj', 1));
    assert.ok(isNearly('mill', 'mil', 1) && isNearly('mill', 'mills', 1) && isNearly('mill', 'mall', 1) && isNearly('', 'a', 1));
    assert.ok(!isNearly('mill', 'mi', 1) && !isNearly('mill', 'lmli', 1) && !isNearly('abcd', 'wxyz', 2));
});

test('each word may stand for itself, in any order, whole or begun, and with letters swapped', () => {
    const index = indexOf({ area: ['Terrace of Ten Thunders', 'The Jade Forest', 'Jade Temple', 'Tentacle Terrace Way', 'Forestfall'] });
    assert.deepEqual(listed(index, 'terrace ten'), ['Tentacle Terrace Way', 'Terrace of Ten Thunders']);
    assert.deepEqual(listed(index, 'thunders terr'), ['Terrace of Ten Thunders']);
    assert.deepEqual(listed(index, 'jaed'), ['Jade Temple', 'The Jade Forest']);
    assert.deepEqual(listed(index, 'jaed forest'), ['The Jade Forest']);
    assert.deepEqual(listed(index, 'terace thunder'), ['Terrace of Ten Thunders']);
    assert.deepEqual(listed(index, 'terrace race'), []);
    assert.deepEqual(listed(index, 'jade forest'), ['The Jade Forest'], 'what has the text itself comes alone or first');
});

/* A hundred thousand of them are then searched while one writes. */
test('each name is looked at once, and made ready before; slips of the finger take some sixty steps', () => {
    const index = indexOf({ mark: Array.from({ length: 10000 }, (_, i) => `Place ${(i * 7919) % 10007} of the north`) });
    const most = [1, index.length, 80 * index.length];
    for (const [text, found] of [['p', 12], ['place 7919 of', 1], ['pclea', 0], ['nowhere at all', 0]]) {
        const work = callsOf([[String.prototype, 'normalize'], [String.prototype, 'indexOf'], [Math, 'min']],
            () => assert.equal(listed(index, text).length, found, text));
        assert.ok(work.every((count, i) => count <= most[i]), `${text}: ${work}`);
    }
});

test('of names that are nearly so, one of its own comes before places of a zone that is called so', () => {
    const index = makeIndex([{ kind: 'area', index: 0, names: ['Quay', 'Quay, Greenmark'] }, { kind: 'area', index: 1, names: ['Greenmark'] },
        { kind: 'area', index: 2, names: ['Old Greenmark'] }]);
    assert.deepEqual(listNames(index, 'grenmark', 9).map((entry) => entry.index), [1, 2, 0]);
});

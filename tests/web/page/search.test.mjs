import assert from 'node:assert/strict';
import test from 'node:test';
import { interpret } from '../../../src/output/web/page/search.js';

test('the search knows places, tiles and markers', () => {
    const find = (text) => interpret(text, 'Demo',
        { mark: ['Old tower', 'Tower'], area: ['Towerfield', 'Mere', 'Old'], landmark: ['Towerfield, Mere', 'Crypt'] }, 0);
    const only = (kind, index) => ({ kind, index, nth: 1, of: 1 });
    assert.deepEqual(find('-450, 620.5'), { kind: 'place', place: { lat: -450, lng: 620.5 } });
    assert.deepEqual(find(' 1;2 '), { kind: 'place', place: { lat: 1, lng: 2 } });
    for (const text of ['33_30', 'demo_33_30.adt', 'map33_30', 'DEMO_33_30']) {
        assert.deepEqual(find(text), { kind: 'tile', tile: { x: 33, y: 30 } }, text);
    }
    assert.deepEqual(find('tower'), only('mark', 1));
    assert.deepEqual(find('old t'), only('mark', 0));
    assert.deepEqual(find(' mere'), only('area', 1));
    assert.deepEqual(find('field'), { kind: 'area', index: 0, nth: 1, of: 2 });
    assert.deepEqual(find('old'), only('area', 2));
    assert.deepEqual(find('crypt'), only('landmark', 1));
    assert.deepEqual(find('field, me'), only('landmark', 0));
});

test('what was copied from a card is a place', () => {
    const find = (text) => interpret(text, 'Demo', {}, 0);
    for (const text of ['.go xyz 100.5 -200', ' .GO  XYZ 100.5 -200 30.2 0 ']) {
        assert.deepEqual(find(text), { kind: 'place', place: { lat: 100.5, lng: -200 } }, text);
    }
    assert.deepEqual(find('.go xyz 100'), { kind: 'none' });
});

test('of several with one name each has its turn, whatever it is', () => {
    const names = { mark: ['Inn', 'Tower', 'inn'], area: [['Inn', 'Inn, Town']], landmark: [] };
    const find = (text, turn) => interpret(text, 'Demo', names, turn);
    assert.deepEqual([0, 1, 2, 3].map((turn) => find('inn', turn)), [
        { kind: 'mark', index: 0, nth: 1, of: 3 }, { kind: 'mark', index: 2, nth: 2, of: 3 },
        { kind: 'area', index: 0, nth: 3, of: 3 }, { kind: 'mark', index: 0, nth: 1, of: 3 }]);
    assert.deepEqual(find('inn, town', 0), { kind: 'area', index: 0, nth: 1, of: 1 });
});

test('what lies outside differs from what is not found', () => {
    const kind = (text) => interpret(text, 'Demo', { mark: ['Tower'], area: ['Mere'], landmark: [] }, 0).kind;
    ['20000 0', '0 -17067', '99_99', '64_0'].forEach((text) => assert.equal(kind(text), 'outside', text));
    ['', '  ', 'nowhere', '1 2 3', 'Other_33_30', '1.2.3 4', '..1 2'].forEach((text) =>
        assert.equal(kind(text), 'none', text));
});

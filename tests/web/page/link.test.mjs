import assert from 'node:assert/strict';
import test from 'node:test';
import { pageOf, readLink, writeLink } from '../../../src/output/web/page/link.js';

test('a link brings back what was written', () => {
    const view = { map: 'Isle & Co', zoom: 5.254, place: { lat: -1.25, lng: 9 }, layer: 'a=b' };
    assert.deepEqual(readLink(writeLink(view)),
        { map: 'Isle & Co', zoom: 5.25, place: { lat: -1.3, lng: 9 }, layer: 'a=b', mark: null, card: null, zone: null, floor: null, found: null, hidden: [], comparison: null });
    assert.deepEqual(readLink(writeLink({ ...view, mark: { lat: 5, lng: -7.25 } })).mark, { lat: 5, lng: -7.3 });
    assert.ok(!writeLink({ ...view, layer: '' }).includes('layer'));
    assert.equal(pageOf('Isle & Co'), '../Isle%20%26%20Co/index.html');
});

test('links that make no sense say nothing', () => {
    const nothing = { map: null, zoom: null, place: null, layer: null, mark: null, card: null, zone: null, floor: null, found: null, hidden: [], comparison: null };
    for (const hash of ['', '#floor=x', '#floor=-1', '#', '#zoom=x&x=1', '#x=1e9&y=0', '#%%%', '#y=3', '#mark=1', '#mark=1e9+0', '#mark=a+b', '#card=1+b', '#card=1&of=Inn', '#of=Inn', '#nth=3']) {
        assert.deepEqual(readLink(hash), nothing, hash);
    }
});

test('a link brings back what is hidden and compared', () => {
    const view = { map: 'Demo', zoom: 5, place: { lat: 1, lng: 2 }, hidden: ['Inns & shops', 'Ways'], comparison: { folder: 'old build', part: 0.254, third: null } };
    const { hidden, comparison } = readLink(writeLink(view));
    assert.deepEqual([hidden, comparison], [['Inns & shops', 'Ways'], { folder: 'old build', part: 0.25, third: null }]);
    view.comparison.third = { folder: 'new build', part: 0.8 };
    assert.deepEqual(readLink(writeLink(view)).comparison.third, view.comparison.third);
    assert.deepEqual(readLink('#with=a&at=40&third=b').comparison.third, { folder: 'b', part: 0.7 });
    assert.equal(readLink('#with=a&at=40&third=b&to=20').comparison.third.part, 0.4);
    for (const [at, part] of [['', 0.5], ['x', 0.5], ['-5', 0.5], ['0', 0], ['999', 1]]) {
        assert.deepEqual(readLink(`#with=trees&at=${at}`).comparison, { folder: 'trees', part, third: null }, at);
    }
    assert.equal(readLink('#at=20').comparison, null);
});

test('a link brings back the open card and what was found', () => {
    const view = { map: 'Demo', zoom: 5, place: { lat: 1, lng: 2 }, card: { lat: -3.26, lng: 0 }, zone: 'High Fells', floor: 0, found: { words: 'Inn & bar', turn: 2 } };
    assert.match(writeLink(view), /&card=-3\.3\+0\.0&zone=High\+Fells&floor=0&find=Inn\+%26\+bar&nth=3$/);
    const { card, zone, floor, found } = readLink(writeLink(view));
    assert.deepEqual([card, zone, floor, found], [{ lat: -3.3, lng: 0 }, 'High Fells', 0, { words: 'Inn & bar', turn: 2 }]);
    for (const other of [{ of: 'Old road & bridge' }, { isList: true }]) {
        assert.deepEqual(readLink(writeLink({ ...view, card: { lat: 1, lng: 2, ...other } })).card, { lat: 1, lng: 2, ...other });
    }
    for (const [nth, turn] of [['', 0], ['0', 0], ['x', 0], ['1', 0], ['2', 1], ['9999999', 0]]) {
        assert.deepEqual(readLink(`#find=Inn&nth=${nth}`).found, { words: 'Inn', turn }, nth);
    }
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { siteData } from '../../../src/output/web/page/site_data.js';
import { makeTravel } from '../../../src/output/web/page/travel.js';
import { fakeLayer, namesOf, openPage } from './fake_page.mjs';

const TILE_YARDS = 1600 / 3;

/* A page of the map Demo at an address; `went` has where it leads. */
function openAt(hash) {
    const went = [];
    openPage();
    globalThis.location = { hash, set href(address) { went.push(address); }, get href() { return `http://x/Demo/index.html${hash}`; },
        replace: (address) => went.push(address) };
    globalThis.history = { replaceState: (state, title, address) => { location.hash = address; } };
    siteData.maps = [{ name: 'Demo', bounds: [30, 30, 4, 4] }, { name: 'Old isle', bounds: [31, 31, 2, 2] }];
    const map = fakeLayer({ getZoom: () => 5, getMinZoom: () => 2, getMaxZoom: () => 9, place: { lat: 10, lng: 20 } });
    map.getCenter = () => map.place;
    const marks = [];
    const view = { map, whenStill: (act) => act(), showWhole: () => went.push('whole') };
    const overlays = { shown: () => 'height', follow: (layers) => marks.push(layers) };
    const shown = { hidden: [], compared: null };
    const markers = { hidden: () => shown.hidden, hide: (names) => { shown.hidden = names; }, startHidden: ['Spawns'] };
    const compare = { shown: () => shown.compared, show: (wanted) => { shown.compared = wanted; } };
    const zones = { shown: () => shown.zone, show: (name) => { shown.zone = name; } };
    const floors = { shown: () => shown.floor, follow: (number) => { shown.floor = number; } };
    const search = { marked: () => null, mark: (place) => marks.push(place), found: () => shown.found,
        recall: (found, isAway) => { [shown.found, shown.isAway] = [found, isAway]; } };
    const travel = makeTravel(view, { name: 'Demo' }, { overlays, floors, search, markers, compare, zones, openCardAt: (place) => { shown.card = place; } });
    return { travel, went, map, marks, shown };
}

test('an address leads to its view, within the zooms of the map', () => {
    const { travel, went, map, marks } = openAt('#map=Demo&zoom=12&x=1&y=2&layer=area&mark=3+4');
    assert.equal(travel.follow(), true);
    assert.deepEqual(map.calls[0].slice(0, 3), ['setView', { lat: 1, lng: 2 }, 9]);
    assert.deepEqual([went, marks], [[], ['area', { lat: 3, lng: 4 }]]);
});

test('a new link is followed, also where the map has written its view over it since', () => {
    const { travel, map, shown } = openAt('#map=Demo&zoom=5&x=10.0&y=20.0');
    travel.follow('#map=Demo&zoom=7&x=3&y=4&floor=2');
    assert.deepEqual([map.calls[0].slice(0, 3), shown.floor], [['setView', { lat: 3, lng: 4 }, 7], 2]);
    const elsewhere = openAt('#map=Demo&zoom=5');
    assert.equal(elsewhere.travel.follow('#map=Old+isle&zoom=3'), false);
    assert.deepEqual(elsewhere.went, ['../Old%20isle/index.html#map=Old+isle&zoom=3']);
});

test('an address without a view shows the whole map', () => {
    const { travel, went, map } = openAt('#map=Nowhere&x=1&y=2');
    assert.equal(travel.follow(), true);
    assert.deepEqual([went, namesOf(map)], [['whole'], ['closePopup']]);
});

test('an address of another map leads to its page', () => {
    const { travel, went } = openAt('#map=Old+isle&zoom=3');
    assert.equal(travel.follow(), false);
    assert.deepEqual(went, ['../Old%20isle/index.html#map=Old+isle&zoom=3']);
});

test('another map shows the same place if it has tiles there', () => {
    const { travel, went, map } = openAt('#map=Demo&zoom=5&x=10.0&y=20.0');
    travel.toMap('Old isle');
    map.place = { lat: 10, lng: -1.5 * TILE_YARDS };
    travel.toMap('Old isle');
    assert.deepEqual(went, ['../Old%20isle/index.html#map=Old+isle&zoom=5&x=10.0&y=20.0&layer=height',
        '../Old%20isle/index.html#map=Old+isle&layer=height']);
});

test('another rendering shows the same view', () => {
    const { travel, went } = openAt('#zoom=5');
    travel.toRendering('trees');
    assert.deepEqual(went, ['../../trees/Demo/index.html#zoom=5']);
});

test('the address is that of the view, and that of a place has a mark', () => {
    const { travel } = openAt('#old');
    travel.keep();
    assert.equal(location.hash, '#map=Demo&zoom=5&x=10.0&y=20.0&layer=height');
    assert.equal(travel.addressOf({ lat: 1, lng: 2 }), 'http://x/Demo/index.html#map=Demo&zoom=5&x=1.0&y=2.0&layer=height&mark=1.0+2.0');
});

test('an address shows what it hides and compares, and the view is written with both', () => {
    const { travel, shown } = openAt('#map=Demo&hide=Inns&with=old+build&at=20&third=b&to=60');
    travel.follow();
    assert.deepEqual([shown.hidden, shown.compared], [['Inns'], { base: '../../old%20build/Demo/', part: 0.2, third: { base: '../../b/Demo/', part: 0.6 } }]);
    travel.keep();
    assert.match(location.hash, /&hide=Inns&with=old\+build&at=20&third=b&to=60$/);
});

test('groups that start hidden are hidden unless the address is that of a view', () => {
    const first = openAt('');
    first.travel.follow();
    assert.deepEqual(first.shown.hidden, ['Spawns']);
    const view = openAt('#map=Demo&zoom=5&x=1&y=2');
    view.travel.follow();
    assert.deepEqual(view.shown.hidden, []);
    const named = openAt('#x=1&y=2&hide=Inns');
    named.travel.follow();
    assert.deepEqual(named.shown.hidden, ['Inns']);
});

test('an address opens its card and recalls what was found, and both are written while they are shown', () => {
    const { travel, map, shown } = openAt('#map=Demo&zoom=5&x=1&y=2&card=3+4&of=Road&zone=Mere&floor=2&find=Inn&nth=2');
    travel.follow();
    assert.deepEqual([shown.card, shown.found, shown.isAway], [{ lat: 3, lng: 4, of: 'Road' }, { words: 'Inn', turn: 1 }, false]);
    const openPopup = (options) => map.fire('popupopen', { popup: { options, getLatLng: () => ({ lat: 3, lng: 4 }) } });
    openPopup({ of: 'Road' });
    travel.keep();
    assert.match(location.hash, /&card=3\.0\+4\.0&of=Road&zone=Mere&floor=2&find=Inn&nth=2$/);
    openPopup({ isList: true });
    travel.keep();
    assert.match(location.hash, /&card=3\.0\+4\.0\+list&zone=/);
    map.fire('popupclose', {});
    shown.found = null;
    travel.keep();
    assert.ok(!/card|find|nth/.test(location.hash));
});

test('words alone lead to what they find, and are left behind on the way to another map', () => {
    const { travel, shown, went, map } = openAt('#find=Inn');
    travel.follow();
    assert.deepEqual([shown.found, shown.isAway], [{ words: 'Inn', turn: 0 }, true]);
    location.hash = '#zoom=5&find=Inn&card=1+2&of=Inn&floor=1';
    map.place = { lat: 10, lng: 20 };
    travel.toMap('Old isle');
    assert.deepEqual(went.slice(1), ['../Old%20isle/index.html#zoom=5&map=Old+isle&layer=height']);
});

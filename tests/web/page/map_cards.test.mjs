import assert from 'node:assert/strict';
import test from 'node:test';
import { create } from '../../../src/output/web/page/dom.js';
import { makeMapCards } from '../../../src/output/web/page/map_cards.js';
import { fakeLayer, openPage } from './fake_page.mjs';

/* Cards of a page where `known` has what is known of a place, and `late` the landmarks that come when they are asked for. */
function openCards(known, late = []) {
    openPage();
    document.createElementNS = (space, tag) => create(tag);
    const opened = [];
    const popup = { setLatLng: () => popup, setContent(card) { popup.card = card; return popup; }, openOn: () => popup, isOpen: () => true };
    globalThis.L = { popup: () => popup, latLng: (place) => place };
    const map = fakeLayer({});
    const values = { heightAt: () => known.height, floorAt: () => undefined, liquidAt: () => undefined, find: async () => {} };
    const markers = { own: [], landmarks: [], open: ({ mark }) => opened.push(mark.name) };
    const measured = [];
    const measure = { isOn: () => known.isMeasuring, add: (place) => measured.push(place) };
    const cards = makeMapCards({ map, values, areas: { describe: () => ({ name: known.area, percent: '' }) }, readout: { show() {}, place: () => null }, markers,
        points: { openAt: async () => false }, measure }, async () => markers.landmarks.push(...late), () => 'link');
    return { cards, map, opened, popup, measured };
}

test('a card tells what was not known when it opened, once it is', async () => {
    const known = { area: '' };
    const { cards, popup } = openCards(known);
    cards.complete();
    cards.open({ lat: 1, lng: 2 }, false);
    const { card } = popup;
    cards.complete();
    assert.equal(popup.card, card);
    known.area = 'Greenmark';
    cards.complete();
    assert.notEqual(popup.card, card);
    assert.match(popup.card.textContent, /Greenmark/);
});

test('a link opens the marker at its place, also one that comes late, else the card of the place', async () => {
    const { cards, opened, popup } = openCards({ area: '' }, [{ mark: { name: 'Port', x: 1, y: 2 } }]);
    await cards.openAt({ lat: 1, lng: 2, of: 'Port' });
    assert.deepEqual([opened, popup.card], [['Port'], undefined]);
    await cards.openAt({ lat: 500, lng: 2 });
    assert.ok(popup.card);
});

test('clicks are those of measuring while it is on, and a second one zooms', (context) => {
    let wait = null;
    const [setTimeout, clearTimeout] = [globalThis.setTimeout, globalThis.clearTimeout];
    const passTime = () => wait?.();
    globalThis.setTimeout = (act) => { wait = act; };
    globalThis.clearTimeout = () => { wait = null; };
    context.after(() => Object.assign(globalThis, { setTimeout, clearTimeout }));
    const known = { area: '', isMeasuring: true };
    const { cards, map, popup, measured } = openCards(known);
    const click = (detail) => map.fire('click', { latlng: { lat: 1, lng: 2 }, originalEvent: { detail } });
    cards.listen();
    click(1);
    assert.equal(measured.length, 1);
    known.isMeasuring = false;
    click(1);
    click(2);
    passTime();
    assert.equal(popup.card, undefined);
    click(1);
    passTime();
    assert.ok(popup.card);
});

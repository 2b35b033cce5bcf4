import assert from 'node:assert/strict';
import test from 'node:test';
import { makePlaceCard } from '../../../src/output/web/page/place_card.js';
import { openPage } from './fake_page.mjs';

const valuesOf = (height, floor = null, liquid = '') => ({ heightAt: () => height, floorAt: () => floor, liquidAt: () => liquid });
const NOWHERE = { name: '', percent: '' };
const linesOf = (card) => card.children.map(({ textContent }) => textContent);

test('a card tells what is known of a place', () => {
    openPage();
    const card = makePlaceCard({ lat: 100, lng: -50.25 }, valuesOf(12.4, 20, 'Water 13'), { name: 'Mere', percent: '5.0 6.0' }, () => '#there');
    assert.deepEqual(linesOf(card), ['100.0 -50.3', 'Tile 32_31', 'Height 12 yd', 'Surface 20 yd', 'Liquid Water 13', 'Mere: 5.0 6.0', 'Copy X Y', 'Copy .go xyz', 'Copy link']);
    assert.deepEqual(card.children.slice(6).map(({ title }) => title), ['Copy 100.0 -50.3', 'Copy .go xyz 100.0 -50.3', 'Copy #there']);
});

test('a card is silent about what is not known, and has no link to a place outside', () => {
    openPage();
    assert.deepEqual(linesOf(makePlaceCard({ lat: 20000, lng: 0 }, valuesOf(null), NOWHERE, () => '')),
        ['20000.0 0.0', 'Outside the map', 'Copy X Y', 'Copy .go xyz']);
    assert.deepEqual(linesOf(makePlaceCard({ lat: 0, lng: 0 }, null, NOWHERE, () => '#')).slice(0, 3),
        ['0.0 0.0', 'Tile 32_32', 'Copy X Y'], 'of a world');
    assert.ok(linesOf(makePlaceCard({ lat: 0, lng: 0 }, valuesOf(null), { name: 'Strip', percent: '' }, () => '#')).includes('Strip'));
});

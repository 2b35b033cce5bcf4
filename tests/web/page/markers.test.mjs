import assert from 'node:assert/strict';
import test from 'node:test';
import { create } from '../../../src/output/web/page/dom.js';
import { inkOn, letterInkOn, makeMarker, makePopup } from '../../../src/output/web/page/markers.js';
import { fakeLayer, openPage } from './fake_page.mjs';

test('a sign can be told from the colour of its marker', () => {
    assert.deepEqual(['#ffffff', '#FFE9A8', '#e0483e', '#000000', '#2f6fb0'].map(inkOn),
        ['#17212a', '#17212a', '#fff', '#fff', '#fff']);
});

test('small letters can be read on any colour', () => {
    assert.deepEqual(['#ffffff', '#000000', '#2f6fb0', '#3d7f9e', '#4e8f3a', '#767676', '#777777'].map(letterInkOn),
        ['#000', '#fff', '#fff', '#000', '#000', '#fff', '#000']);
});

test('an icon of the site is a picture, another a sign in a pin', () => {
    openPage();
    document.createElementNS = (space, tag) => create(tag);
    globalThis.L = { divIcon: (options) => options, marker: (place, { icon }) => fakeLayer({ icon }) };
    const iconOf = (icon) => makeMarker({ name: 'Inn', x: 1, y: 2, icon, color: '#112233' }).icon;
    const own = iconOf('pictures/inn.png');
    assert.deepEqual([own.className, own.html.tagName, own.html.src], ['marker own', 'img', 'pictures/inn.png']);
    assert.equal(iconOf('pin').className, 'marker');
});

test('a card shows the picture of its marker, if it has one', () => {
    openPage();
    const pictures = (mark) => makePopup({ name: 'Inn', x: 1, y: 2, ...mark }).children.filter(({ tagName }) => tagName === 'img');
    assert.deepEqual(pictures({ picture: 'pictures/inn.jpg' }).map(({ src }) => src), ['pictures/inn.jpg']);
    assert.deepEqual(pictures({ picture: '' }), []);
});

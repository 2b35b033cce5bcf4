import assert from 'node:assert/strict';
import test from 'node:test';
import { makeWorldTitles, placeTitles } from '../../../src/output/web/page/world_titles.js';
import { openPage } from './fake_page.mjs';

const size = { x: 1000, y: 600 };
const island = { title: 'The island', left: 100, right: 500, top: 100, bottom: 500 };
const at = (maps, obstacles = [], window = size) => placeTitles(maps, window, obstacles).map(({ title, x, y }) => [title, Math.round(x), Math.round(y)]);

test('a title lies above its map, in the middle of what is seen of it', () => {
    assert.deepEqual(at([island, { ...island, title: 'Hall', left: 600, right: 700, top: 300 }]), [['The island', 300, 86], ['Hall', 650, 286]]);
    assert.deepEqual(at([{ ...island, left: -400 }]), [['The island', 250, 86]]);
    assert.deepEqual(at([{ ...island, left: -400, right: 50 }]), [['The island', 69, 86]], 'within the window');
    assert.deepEqual(at([{ ...island, top: -200 }]), [['The island', 300, 20]]);
});

test('a title lies above a pin or below a bar that is in its way, in the upper half of its map, or nowhere', () => {
    const bar = { x: 300, y: 60, width: 600, height: 60 };
    const [[, , y]] = at([island], [bar]);
    assert.ok(y - 14 >= 90 && y < 110, String(y));
    const pin = (top) => ({ x: 300, y: top + 19, width: 30, height: 38 });
    assert.ok(at([island], [bar, pin(91)])[0][2] - 14 >= 129);
    assert.deepEqual(at([island], [pin(71)])[0][2], 54, 'above a pin where nothing else is');
    assert.ok(at([island], [pin(71), pin(30)])[0][2] > 109, 'but not far from its map');
    assert.deepEqual(at([island], [{ x: 300, y: 200, width: 600, height: 400 }]), []);
    assert.notEqual(at([island, { ...island, title: 'Other' }])[1][2], 86, 'none over another');
    assert.deepEqual(at([{ ...island, right: 90, left: 10 }, { ...island, top: 700 }, { ...island, right: -5, left: -90 }], [], { x: 100, y: 600 }), []);
});

test('titles go when the map is near, and are placed again when a tool comes', () => {
    openPage();
    document.querySelectorAll = () => [];
    globalThis.L = { Layer: { extend: (parts) => class { constructor() { Object.assign(this, parts); } } },
        DomUtil: { create: () => document.createElement('div'), setPosition(part, place) { part.place = place; } } };
    let zoom = 2;
    const map = { getPane: () => Object.assign(document.createElement('div'), { children: [] }), getSize: () => size, getZoom: () => zoom,
        latLngToContainerPoint: ({ lat, lng }) => ({ x: 500 - lng, y: 300 - lat }), containerPointToLayerPoint: (point) => point };
    const frame = { title: 'Isle', offset: [0, 0], scale: 1, shown: [32, 32, 0.5, 0.5] };
    const titles = makeWorldTitles([frame, { ...frame, title: 'Part', isPart: true }], () => 2);
    titles._map = map;
    titles.onAdd(map);
    assert.deepEqual(titles.box.children.map(({ textContent }) => textContent), ['Isle']);
    assert.deepEqual(titles.box.children[0].place.map(Math.round), [633, 286]);
    zoom = 4;
    titles.getEvents().zoomend.call(titles);
    assert.deepEqual(titles.box.children, []);
    assert.ok(['moveend', 'resize', 'markers', 'obstacles'].every((type) => type in titles.getEvents()));
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { layersOf, makeWorldLayer } from '../../../src/output/web/page/world_layers.js';
import { fakeLayer, openPage } from './fake_page.mjs';

const layer = (id, floor) => ({ id, title: id, legend: [], maxZoom: 6, missing: [], empty: [], format: 'png', floor });
const data = { Land: { layers: [layer('color'), layer('height'), layer('area')] }, Mine: { layers: [layer('color'), layer('storey-1', 1), layer('height')] } };
const frames = [{ map: 'Land', offset: [0, 0], scale: 1, base: 'Land/', hasTile: (x, y) => x === 32 && y === 32 },
    { map: 'Mine', offset: [0, 0], scale: 1, base: 'Mine/', hasTile: () => false }];

test('layers are those that a frame has, each once; floors are none', () => {
    assert.deepEqual(layersOf(frames, data).map(({ id }) => id), ['height', 'area']);
    assert.deepEqual(layersOf(frames.slice(1), data).map(({ id }) => id), ['height']);
});

test('a layer has its pictures in a pane of its own, from when it is first shown, and none come while it is hidden', () => {
    openPage({ devicePixelRatio: 1 });
    const [panes, made] = [{}, []];
    const view = { pad: () => ({ getNorth: () => 0, getSouth: () => -500, getEast: () => 0, getWest: () => -500 }) };
    const map = fakeLayer({ createPane: (name) => { panes[name] = { style: {} }; return panes[name]; }, getBounds: () => view, getZoom: () => 6 });
    globalThis.L = { imageOverlay: (url, corners, options) => { made.push(options); return fakeLayer(); } };
    const own = makeWorldLayer(map, frames, data, 'height');
    assert.equal(made.length, 0);
    own.setOpacity(0.4);
    own.addTo();
    const first = made.length;
    assert.ok(first > 0 && made.every(({ pane }) => pane === panes['layer-height']) && panes['layer-height'].style.opacity === 0.4);
    own.remove();
    map.getZoom = () => 5;
    map.fire('moveend');
    assert.equal(made.length, first);
    own.addTo();
    assert.ok(made.length > first);
});

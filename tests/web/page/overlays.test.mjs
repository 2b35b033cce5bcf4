import assert from 'node:assert/strict';
import test from 'node:test';
import { element } from '../../../src/output/web/page/dom.js';
import { createLegend, makeOverlays, readLayers } from '../../../src/output/web/page/overlays.js';
import { fakeLayer, openPage } from './fake_page.mjs';

test('a legend has a line for each colour, hidden until the layer is shown', () => {
    openPage();
    const legend = createLegend([['#ff0000', 'Magma'], ['#0000ff', 'Water']]);
    assert.equal(legend.hidden, true);
    assert.deepEqual(legend.children.map(({ textContent }) => textContent), ['Magma', 'Water']);
    assert.equal(legend.children[0].children[0].style.background, '#ff0000');
});

test('a link names the data layers that there are, each once, with their opacity', () => {
    const ids = ['height', 'area', 'alpha-1'];
    const read = (text) => [...readLayers(text, ids)];
    assert.deepEqual(read('area height area nothing'), [['area', 70], ['height', 70]]);
    assert.deepEqual(read('area:25 height:0 alpha-1:999'), [['area', 25], ['height', 10], ['alpha-1', 100]]);
    assert.deepEqual(read('area:x height: nothing:20'), [['area', 70], ['height', 70]]);
    assert.deepEqual(read('color'), []);
    assert.deepEqual(read(null), []);
});

test('while a layer is shown, the comparison says that layers lie over both sides', () => {
    openPage();
    const layers = ['height', 'area'].map((id) => ({ id, title: id, legend: [] }));
    const overlays = makeOverlays({}, layers, new Map(layers.map(({ id }) => [id, fakeLayer()])), element('layer-list'), () => {});
    const isSaid = (text) => {
        overlays.follow(text);
        return !element('over-both').hidden;
    };
    assert.deepEqual(['', 'height', 'height area:20', 'area', ''].map(isSaid), [false, true, true, true, false]);
});

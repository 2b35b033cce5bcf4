import assert from 'node:assert/strict';
import test from 'node:test';
import { layerName, readLayers } from '../../../src/output/web/page/overlays.js';

test('a link names the data layers that there are, each once, with their opacity', () => {
    const ids = ['height', 'area', 'alpha-1'];
    const read = (text) => [...readLayers(text, ids)];
    assert.deepEqual(read('area height area nothing'), [['area', 70], ['height', 70]]);
    assert.deepEqual(read('area:25 height:0 alpha-1:999'), [['area', 25], ['height', 10], ['alpha-1', 100]]);
    assert.deepEqual(read('area:x height: nothing:20'), [['area', 70], ['height', 70]]);
    assert.deepEqual(read('color'), []);
    assert.deepEqual(read(null), []);
    assert.deepEqual(['height', 'alpha-1', 'new'].map(layerName), ['Relief', 'Ground layer 1', 'new']);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { layerName, readLayers } from '../../../src/output/web/page/overlays.js';

test('a link names the data layers that there are, each once', () => {
    const ids = ['height', 'area', 'alpha-1'];
    assert.deepEqual(readLayers('area height area nothing', ids), ['area', 'height']);
    assert.deepEqual(readLayers('color', ids), []);
    assert.deepEqual(readLayers(null, ids), []);
    assert.deepEqual(['height', 'alpha-1', 'new'].map(layerName), ['Relief', 'Ground layer 1', 'new']);
});

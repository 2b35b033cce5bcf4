import assert from 'node:assert/strict';
import test from 'node:test';
import { baseOf, folderOf, othersOf, renderingPage, renderingsOf } from '../../../src/output/web/page/renderings.js';

test('a map has the renderings that the site lists, and none on a site without', () => {
    const site = { rendering: 'trees', maps: { Demo: [['minimap', 'Minimap'], ['trees', 'With trees']] } };
    assert.deepEqual(renderingsOf(site, 'Demo'), site.maps.Demo);
    assert.deepEqual(othersOf(site, 'Demo'), [['minimap', 'Minimap']]);
    assert.deepEqual(othersOf(site, 'Hall'), []);
    assert.deepEqual(renderingsOf(site, 'toString'), []);
    assert.deepEqual(renderingsOf(null, 'Demo'), []);
    assert.equal(folderOf(baseOf('old build', 'Demo')), 'old build');
    assert.equal(renderingPage('trees', 'Old map'), '../../trees/Old%20map/index.html');
});

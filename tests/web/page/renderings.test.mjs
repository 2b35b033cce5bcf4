import assert from 'node:assert/strict';
import test from 'node:test';
import { baseOf, folderOf, othersOf, renderingPage, renderingsOf, titleOf } from '../../../src/output/web/page/renderings.js';

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

test('builds are in the order of their dates, those without one last', () => {
    const site = { maps: { Demo: [['c', 'C'], ['new', 'New', '2010-12-07'], ['b', 'B'], ['old', 'Old', '2004-11-23']] } };
    assert.deepEqual(renderingsOf(site, 'Demo').map(titleOf), ['Old \u00b7 2004-11-23', 'New \u00b7 2010-12-07', 'C', 'B']);
});

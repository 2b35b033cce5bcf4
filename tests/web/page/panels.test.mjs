import assert from 'node:assert/strict';
import test from 'node:test';
import { create, element } from '../../../src/output/web/page/dom.js';
import { makePanels } from '../../../src/output/web/page/panels.js';
import { openPage } from './fake_page.mjs';

function twoPanels() {
    openPage();
    const [layers, markers] = ['layer-list', 'marker-list'].map(element);
    [layers, markers].forEach((list) => {
        list.hidden = true;
        list.append(create('input'));
    });
    const changes = [];
    const panels = makePanels({ layers, markers }, () => changes.push([layers, markers].filter(({ hidden }) => !hidden).map(({ id }) => id).join()));
    return { layers, markers, panels, changes };
}

test('one list is open at most, and its first switch gets the focus', () => {
    const { layers, markers, panels } = twoPanels();
    panels.toggle('layers');
    assert.deepEqual([layers.hidden, markers.hidden], [false, true]);
    assert.equal(document.activeElement, layers.children[0]);
    panels.toggle('markers');
    assert.deepEqual([layers.hidden, markers.hidden], [true, false]);
    assert.deepEqual(['layers', 'markers'].map((id) => element(id).getAttribute('aria-expanded')), ['false', 'true']);
});

test('the focus goes back to the button of a list that closes', () => {
    const { layers, panels } = twoPanels();
    panels.toggle('layers');
    panels.toggle('layers');
    assert.ok(layers.hidden);
    assert.equal(document.activeElement, element('layers'));
    assert.equal(element('layers').getAttribute('aria-pressed'), 'false');
});

test('what lies around hears of a list that opens or closes', () => {
    const { panels, changes } = twoPanels();
    panels.close();
    panels.toggle('layers');
    panels.toggle('markers');
    panels.close();
    panels.close();
    assert.deepEqual(changes, ['layer-list', 'marker-list', '']);
});

test('closing tells whether there was an open one', () => {
    const { panels } = twoPanels();
    assert.equal(panels.close(), false);
    panels.toggle('markers');
    assert.equal(panels.close(), true);
});

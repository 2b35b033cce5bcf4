import assert from 'node:assert/strict';
import test from 'node:test';
import { element } from '../../../src/output/web/page/dom.js';
import { siteData } from '../../../src/output/web/page/site_data.js';
import { makeSwipe } from '../../../src/output/web/page/swipe.js';
import { fakeLayer, openPage } from './fake_page.mjs';

const rows = (first) => [...Array(32).fill('0'), first, ...Array(31).fill('0')];

/* A map of two tiles, 0_32 and 1_32, beside another build of it; a pane is as large as the window. */
function openSwipe() {
    openPage();
    const panes = {};
    const pane = (name) => (panes[name] ||= fakeLayer({ style: {} }));
    const map = fakeLayer({ createPane: pane, getPane: pane, getSize: () => ({ x: 1000, y: 500 }), getContainer: () => element('map'),
        containerPointToLayerPoint: ([x, y]) => ({ x, y }) });
    const drawn = [];
    const layer = (kind) => fakeLayer({ kind, addTo() { drawn.push(kind); }, remove() { drawn.splice(drawn.indexOf(kind), 1); } });
    const line = Object.assign(document.createElement('div'), { hidden: false });
    globalThis.L = { DomUtil: { create: () => line, setPosition() {} }, latLngBounds: () => ({}), rectangle: () => layer('outline'),
        layerGroup: (layers) => layer(`group of ${layers.length}`),
        GridLayer: { extend: () => class {} }, TileLayer: { extend: () => class {} } };
    globalThis.getComputedStyle = () => ({ getPropertyValue: () => '#123' });
    Object.assign(element('other'), { value: '../../new/Demo/', selectedOptions: [{ text: 'New' }], options: [{ value: '../../new/Demo/' }] });
    element('divider').value = 250;
    const said = [];
    const swipe = makeSwipe(map, { tiles: rows('3') }, {}, { onChange: (isOn) => said.push(isOn), onError: (words) => said.push(words) });
    const answer = async (member, value) => {
        await new Promise((done) => { setTimeout(done); });
        siteData[member] = value;
        document.head.children[0].fire('load');
    };
    return { swipe, panes, said, drawn, answer };
}

test('what differs is counted, listed and outlined, and each side is cut at the divider', async () => {
    const { swipe, panes, said, drawn, answer } = openSwipe();
    swipe.toggle();
    assert.equal(panes.other.style.clip, 'rect(0px, 1000px, 500px, 250px)');
    assert.equal(panes.tilePane.style.clip, 'rect(0px, 250px, 500px, 0px)');
    await answer('contents', '0000000100000002');
    await answer('map', { tiles: rows('3'), layers: [{ maxZoom: 0 }] });
    await answer('contents', '0000000100000009');
    await new Promise((done) => { setTimeout(done); });
    assert.equal(element('change-count').textContent, '1 of 2 tiles differs');
    assert.deepEqual(element('change-list').children.map(({ textContent }) => textContent), ['1_32']);
    assert.deepEqual([drawn, element('right-name').textContent, said], [['group of 2', 'group of 1'], 'New', [true]]);
    swipe.toggle();
    assert.deepEqual([drawn, panes.tilePane.style.clip, element('swipe').hidden], [[], '', true]);
});

test('a build that cannot be read ends the comparison with its reason', async () => {
    const { swipe, said, answer } = openSwipe();
    swipe.toggle();
    await answer('contents', '0000000100000002');
    await answer('map', { tiles: 7 });
    await new Promise((done) => { setTimeout(done); });
    assert.deepEqual(said, [true, false, '../../new/Demo/map.js is damaged']);
});

test('a link shows a comparison with its divider, and ends it; one with nothing is none', async () => {
    const { swipe, panes, said } = openSwipe();
    swipe.compare({ base: '../../gone/Demo/', part: 0.5 });
    assert.deepEqual([swipe.comparison(), said], [null, []]);
    swipe.compare({ base: '../../new/Demo/', part: 0.1 });
    assert.deepEqual(swipe.comparison(), { base: '../../new/Demo/', part: 0.1 });
    assert.equal(panes.tilePane.style.clip, 'rect(0px, 100px, 500px, 0px)');
    swipe.compare(null);
    assert.deepEqual([swipe.comparison(), said], [null, [true, false]]);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { makeComparison } from '../../../src/output/web/page/comparison.js';
import { element } from '../../../src/output/web/page/dom.js';
import { siteData } from '../../../src/output/web/page/site_data.js';
import { fakeLayer, openPage } from './fake_page.mjs';

const rows = (first) => [...Array(32).fill('0'), first, ...Array(31).fill('0')];
const settle = () => new Promise((done) => { setTimeout(done); });

/* A map of two tiles, 0_32 and 1_32, and its builds "new" and "newest"; a pane is as large as the window. */
function openComparison() {
    openPage();
    const panes = {};
    const pane = (name) => (panes[name] ||= fakeLayer({ style: {} }));
    const map = fakeLayer({ createPane: pane, getPane: pane, getSize: () => ({ x: 1000, y: 500 }), getContainer: () => element('map'),
        containerPointToLayerPoint: ([x, y]) => ({ x, y }) });
    const drawn = [];
    const layer = (kind) => fakeLayer({ kind, addTo() { drawn.push(kind); return this; }, remove() { drawn.splice(drawn.indexOf(kind), 1); } });
    const group = fakeLayer({ items: [], clearLayers() { group.items = []; }, addLayer({ kind }) { group.items.push(kind); },
        addTo() { drawn.push('changes'); }, remove() { drawn.splice(drawn.indexOf('changes'), drawn.includes('changes') ? 1 : 0); } });
    globalThis.L = { DomUtil: { create: () => document.createElement('div'), setPosition() {} }, latLngBounds: () => ({}),
        rectangle: () => layer('outline'), polygon: () => layer('mask'),
        layerGroup: (layers) => (layers ? layer(`group of ${layers.length}`) : group),
        GridLayer: { extend: () => class {} }, TileLayer: { extend: () => class {} } };
    globalThis.getComputedStyle = () => ({ getPropertyValue: () => '#123' });
    const bases = [['../../new/Demo/', 'New'], ['../../newest/Demo/', 'Newest']];
    Object.assign(element('other'), { value: bases[0][0], options: bases.map(([value, text]) => ({ value, text })) });
    Object.assign(element('left-name'), { textContent: 'Old' });
    element('divider').value = 250;
    const said = [];
    const floor = { shown: null };
    const comparison = makeComparison({ map, data: { tiles: rows('3') }, frame: {}, floorShown: () => floor.shown, onChange: (isOn) => said.push(isOn), onError: (words) => said.push(words) });
    /* Lets the next script come. */
    const answer = async (member, value) => {
        await settle();
        siteData[member] = value;
        document.head.children[0].fire('load');
        await settle();
    };
    /* Lets another build come, whose tiles are rows of 64 bits, with these contents. */
    const answerMap = async (first, contents) => {
        await answer('map', { tiles: rows(first), layers: [{ maxZoom: 0 }, { maxZoom: 0, floor: 2 }] });
        await answer('contents', contents);
    };
    const [third, which] = element('comparison').parent.querySelectorAll('select').sort((a) => (a.ariaLabel === 'Third rendering' ? -1 : 1));
    const thirdDivider = element('divider').parent.querySelectorAll('input')[0];
    const showFloor = (number) => {
        floor.shown = number;
        map.fire('floor');
    };
    return { comparison, showFloor, panes, said, drawn, group, answer, answerMap, third, which, thirdDivider };
}

const clips = ({ tilePane, other, third }) => [tilePane, other, third].map(({ style }) => style.clip && style.clip.replace(/^rect\(0px, |px, 500px|px\)$/g, ''));

test('what differs is counted, listed and outlined, and each side is cut at the divider', async () => {
    const { comparison, panes, said, drawn, group, answer, answerMap } = openComparison();
    comparison.toggle();
    assert.equal(panes.other.style.clip, 'rect(0px, 1000px, 500px, 250px)');
    assert.equal(panes.tilePane.style.clip, 'rect(0px, 250px, 500px, 0px)');
    await answer('contents', '0000000100000002');
    await answerMap('3', '0000000100000009');
    assert.equal(element('change-count').textContent, '1 of 2 tiles differs');
    assert.deepEqual(element('change-list').children.map(({ textContent }) => textContent), ['1_32']);
    assert.deepEqual([drawn, group.items, element('right-name').textContent, said], [['group of 2', 'changes'], ['outline'], 'New', [true]]);
    comparison.toggle();
    assert.deepEqual([drawn, panes.tilePane.style.clip, element('comparison').hidden], [[], '', true]);
});

test('tiles of one build alone are a choice, which dims the rest', async () => {
    const { comparison, group, answer, answerMap, which } = openComparison();
    comparison.toggle();
    await answer('contents', '0000000100000002');
    await answerMap('6', '0000000900000005');
    assert.equal(element('change-count').textContent, 'All 3 tiles differ');
    assert.deepEqual([which.hidden, which.children.map(({ textContent }) => textContent)],
        [false, ['All that differ', 'Only in Old (1)', 'Only in New (1)', 'In both (1)']]);
    assert.deepEqual([group.items, element('changes').hidden], [[], true]);
    which.value = 'other';
    which.fire('change');
    assert.deepEqual([group.items, element('change-list').textContent], [['outline', 'mask'], '2_32']);
});

test('a third build has a divider of its own, which is pushed along', async () => {
    const { comparison, panes, drawn, answer, answerMap, third, thirdDivider } = openComparison();
    comparison.toggle();
    await answer('contents', '0000000100000002');
    await answerMap('3', '0000000100000009');
    assert.deepEqual([third.children.map(({ textContent }) => textContent), thirdDivider.hidden], [['No third', 'New', 'Newest'], true]);
    third.value = '../../newest/Demo/';
    third.fire('change');
    assert.deepEqual([clips(panes), thirdDivider.hidden], [['250, 0', '750, 250', '1000, 750'], false]);
    await answerMap('3', '0000000100000009');
    assert.deepEqual(drawn, ['group of 2', 'changes', 'group of 2']);
    element('divider').value = 900;
    element('divider').fire('input');
    assert.deepEqual(comparison.shown(), { base: '../../new/Demo/', part: 0.9, third: { base: '../../newest/Demo/', part: 0.9 } });
    thirdDivider.value = 100;
    thirdDivider.fire('input');
    assert.equal(element('divider').value, 100);
    third.value = '';
    third.fire('change');
    assert.deepEqual([drawn.sort(), comparison.shown().third, clips(panes).slice(0, 2)], [['changes', 'group of 2'], null, ['100, 0', '1000, 100']]);
});

test('steps lead from one build to the next and around', async () => {
    const { comparison, said } = openComparison();
    comparison.step(1);
    assert.deepEqual([comparison.shown().base, said], ['../../new/Demo/', [true]]);
    const bases = [1, 1, -1].map((by) => {
        comparison.step(by);
        return comparison.shown().base;
    });
    assert.deepEqual(bases, ['../../newest/Demo/', '../../new/Demo/', '../../newest/Demo/']);
});

test('a build that cannot be read ends the comparison with its reason', async () => {
    const { comparison, said, answer } = openComparison();
    comparison.toggle();
    await answer('contents', '0000000100000002');
    await answer('map', { tiles: 7 });
    assert.deepEqual(said, [true, false, '../../new/Demo/map.js is damaged']);
});

test('a link shows a comparison with its dividers, and ends it; it shows no build that is gone', async () => {
    const { comparison, panes, said } = openComparison();
    const gone = { base: '../../gone/Demo/', part: 0.5 };
    comparison.show({ ...gone, third: { base: '../../new/Demo/', part: 0.6 } });
    assert.deepEqual([comparison.shown(), said, document.head.children.length], [null, [], 0]);
    comparison.show({ base: '../../new/Demo/', part: 0.1, third: gone });
    assert.deepEqual(comparison.shown(), { base: '../../new/Demo/', part: 0.1, third: null });
    assert.equal(panes.tilePane.style.clip, 'rect(0px, 100px, 500px, 0px)');
    const both = { base: '../../new/Demo/', part: 0.1, third: { base: '../../newest/Demo/', part: 0.6 } };
    comparison.show(both);
    assert.deepEqual([comparison.shown(), clips(panes)], [both, ['100, 0', '600, 100', '1000, 600']]);
    comparison.show(null);
    assert.deepEqual([comparison.shown(), said], [null, [true, false]]);
});

test('the floor that is shown is compared, or all floors of a build without it; tiles are counted as wholes', async () => {
    const { comparison, showFloor, drawn, answer, answerMap } = openComparison();
    const words = () => [element('right-name').textContent, element('change-count').textContent];
    showFloor(2);
    showFloor(null);
    assert.deepEqual(drawn, [], 'nothing is compared yet');
    comparison.toggle();
    await answer('contents', '0000000100000002');
    await answerMap('3', '0000000100000009');
    assert.deepEqual([drawn, words()], [['group of 2', 'changes'], ['New', '1 of 2 tiles differs']]);
    showFloor(2); /* which has no layer below it that waits for pictures */
    assert.deepEqual([drawn, words()], [['changes', 'group of 1'], ['New', '1 of 2 tiles differs, with all floors']]);
    showFloor(1);
    assert.deepEqual([drawn, words()], [['changes', 'group of 2'], ['New (all floors)', '1 of 2 tiles differs, with all floors']]);
    comparison.toggle();
    showFloor(null);
    assert.deepEqual(drawn, []);
});

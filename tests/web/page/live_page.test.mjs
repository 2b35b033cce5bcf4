import assert from 'node:assert/strict';
import test from 'node:test';
import { element } from '../../../src/output/web/page/dom.js';
import { makeLivePage } from '../../../src/output/web/page/live_page.js';
import { fakeClock, fakeLayer, openPage } from './fake_page.mjs';

const player = (uuid, name, x) => ({ uuid, name, position: { x, y: 0, z: 0 } });
const turn = () => new Promise(setImmediate);

/* A page whose file is what `answers` gives one after the other; `later` asks again, after some milliseconds. */
async function openLive(context, ...answers) {
    openPage();
    const clock = fakeClock(context, 1e12);
    const shown = new Set();
    const went = [];
    globalThis.L = { divIcon: () => ({}), marker: (place) => {
        const layer = fakeLayer({ place, getElement: () => null, bindTooltip: () => layer, setTooltipContent(span) { layer.tip = span.textContent; }, addTo() { shown.add(layer); return layer; }, remove() { shown.delete(layer); },
            setLatLng(to) { layer.place = to; } });
        return layer;
    } };
    globalThis.fetch = async (address, options) => {
        assert.deepEqual([address, options.credentials, options.cache], ['../live.json', 'same-origin', 'no-store']);
        const next = answers.length > 1 ? answers.shift() : answers[0];
        return typeof next === 'function' ? next(options.signal) : new Response(next);
    };
    const map = fakeLayer({ panTo: (place) => went.push(place.lat) });
    const list = element('live-list');
    makeLivePage(map, { name: 'Demo', live: '../live.json' }, list).start();
    const later = async (time) => {
        for (let i = 0; i < 20; i++) { await turn(); }
        clock.tick(time);
        for (let i = 0; i < 20; i++) { await turn(); }
    };
    await later(0);
    const [, status, names] = list.children;
    return { map, later, list, status, names, went, places: () => [...shown].map(({ place }) => place.lat).sort(),
        tips: () => [...shown].map(({ tip }) => tip) };
}

const file = (...players) => JSON.stringify({ players });

test('players are asked for again and again, and move', async (context) => {
    const { later, status, names, places } = await openLive(context, file(player('1', 'Anna', 5), player('2', 'Bo', 9)), file(player('1', 'Anna', 6)));
    assert.deepEqual([places(), status.textContent, names.textContent], [[5, 9], '2 players here', 'AnnaBo']);
    await later(4000);
    assert.deepEqual([places(), status.textContent, names.textContent], [[6], '1 player here', 'Anna']);
});

test('the map follows a player until it is dragged', async (context) => {
    const { map, later, names, went } = await openLive(context, file(player('1', 'Anna', 5)), file(player('1', 'Anna', 6)), file(player('1', 'Anna', 7)));
    const button = () => names.children[0].children[0];
    button().fire('click');
    assert.deepEqual([went, button().getAttribute('aria-pressed')], [[5], 'true']);
    await later(4000);
    assert.deepEqual(went, [5, 6]);
    map.fire('dragstart');
    await later(4000);
    assert.deepEqual([went, button().getAttribute('aria-pressed')], [[5, 6], 'false']);
});

test('a file that does not change for a minute is stale', async (context) => {
    const { later, status, places } = await openLive(context, file(player('1', 'Anna', 5)));
    for (let i = 0; i < 16; i++) {
        await later(4000);
    }
    assert.match(status.textContent, /^No news since .*\. 1 player here then$/);
    assert.deepEqual([places(), document.body.classList.contains('stale')], [[5], true]);
});

test('a file that is broken, gone, huge, slow or away is said, and the page goes on', async (context) => {
    const slow = (signal) => new Promise((done, failed) => { signal.addEventListener('abort', () => failed(signal.reason)); });
    const { later, status, places } = await openLive(context, file(player('1', 'Anna', 5)), '{"players": [', () => new Response('', { status: 404 }),
        'x'.repeat(2 << 20), () => { throw new TypeError('Failed to fetch'); }, slow, file(player('1', 'Anna', 8)));
    const words = [];
    for (const time of [4000, 15000, 15000, 15000]) {
        await later(time);
        words.push(status.textContent.split('.')[0]);
        assert.deepEqual(places(), [5]);
    }
    assert.deepEqual(words, ['The file of players is damaged', 'The file of players answers 404', 'The file of players is larger than 1 MiB',
        'The file of players cannot be loaded']);
    await later(15000);
    await later(10000);
    assert.match(status.textContent, /^The file of players does not answer\. No news since /);
    await later(15000);
    assert.deepEqual([places(), status.textContent, document.body.classList.contains('stale')], [[8], '1 player here', false]);
});

test('switched off, nothing is asked for', async (context) => {
    const { later, list, places, status } = await openLive(context, file(player('1', 'Anna', 5)));
    list.querySelectorAll('input')[0].click();
    globalThis.fetch = () => assert.fail('asked');
    await later(60000);
    assert.deepEqual([places(), status.textContent], [[], '']);
});

test('switched off, an answer that is under way is not shown', async (context) => {
    let give;
    const { later, list, places, status } = await openLive(context, () => new Promise((done) => { give = done; }));
    list.querySelectorAll('input')[0].click();
    give(new Response(file(player('1', 'Anna', 5))));
    await later(60000);
    assert.deepEqual([places(), status.textContent], [[], '']);
});

test('switched off and on, an answer of before is not shown, and no failure', async (context) => {
    const slow = (signal) => new Promise((done, failed) => { signal.addEventListener('abort', () => failed(signal.reason)); });
    const { later, list, places, status } = await openLive(context, slow, file(player('1', 'Anna', 5)));
    const [box] = list.querySelectorAll('input');
    box.click();
    box.click();
    await later(0);
    assert.deepEqual([places(), status.textContent], [[5], '1 player here']);
});

test('a player who levels up has another tooltip', async (context) => {
    const anna = (level) => file({ ...player('1', 'Anna', 5), level });
    const { later, tips } = await openLive(context, anna(1), anna(2));
    assert.deepEqual(tips(), ['Anna, level 1']);
    await later(4000);
    assert.deepEqual(tips(), ['Anna, level 2']);
});

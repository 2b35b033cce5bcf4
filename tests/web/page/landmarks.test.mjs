import assert from 'node:assert/strict';
import test from 'node:test';
import { element } from '../../../src/output/web/page/dom.js';
import { areLate, loadLateLandmarks, loadMapData, makeLateLandmarks, withPlaces } from '../../../src/output/web/page/landmarks.js';
import { siteData } from '../../../src/output/web/page/site_data.js';
import { beQuiet } from '../../../src/output/web/page/speak.js';
import { openPage } from './fake_page.mjs';

const [few, many] = [{ group: 'Few', places: [['f', 1, 2]] }, { group: 'Many', count: 30 }];

test('landmarks are complete once the places of large groups are there', () => {
    assert.deepEqual([areLate([few]), areLate([few, many]), areLate([])], [false, true, false]);
    assert.deepEqual(withPlaces([few, many], { Many: [['m', 3, 4]], Other: [] }).map(({ places }) => places), [[['f', 1, 2]], [['m', 3, 4]]]);
    assert.deepEqual(withPlaces([many], {})[0].places, []);
});

test('the page asks for places once, and again after they did not come', async () => {
    openPage();
    const filled = [];
    const load = makeLateLandmarks([few, many], (all) => filled.push(...all.map(({ places }) => places.length)));
    const came = load();
    document.head.children[0].fire('error');
    assert.equal(await came, false);
    assert.deepEqual([filled, element('toast').textContent], [[], 'landmarks.js could not be loaded']);
    load();
    const again = load();
    assert.equal(document.head.children.length, 1);
    siteData.landmarks = { Many: [['m', 3, 4]] };
    document.head.children[0].fire('load');
    assert.deepEqual([await again, await load()], [true, true]);
    assert.deepEqual([filled, document.head.children.length], [[1, 1], 0]);
    beQuiet();
});

test('without large groups nothing is asked for', async () => {
    openPage();
    assert.equal(await makeLateLandmarks([few], assert.fail)(), true);
    assert.equal(document.head.children.length, 0);
});

test('data of another map come with all landmarks, or without those that cannot be loaded', async () => {
    const asked = [];
    const loadFrom = (files) => async (map, file, member, read) => {
        asked.push(`${map}/${file} ${member}`);
        if (!files[file]) {
            throw new Error('lost');
        }
        return read(files[file]);
    };
    const data = { name: 'Land', landmarks: [few, many] };
    let lost = 0;
    const places = async (files) => (await loadMapData(loadFrom(files), 'Land', () => { lost++; })).landmarks.map((entry) => entry.places.length);
    assert.deepEqual(await places({ 'map.js': data, 'landmarks.js': { Many: [['m', 3, 4], ['n', 5, 6]] } }), [1, 2]);
    assert.equal(lost, 0);
    assert.deepEqual(await places({ 'map.js': data }), [1, 0]);
    assert.equal(lost, 1);
    assert.deepEqual(asked, ['Land/map.js map', 'Land/landmarks.js landmarks', 'Land/map.js map', 'Land/landmarks.js landmarks']);
    asked.length = 0;
    assert.deepEqual(await places({ 'map.js': { ...data, landmarks: [few] } }), [1]);
    assert.deepEqual(asked, ['Land/map.js map']);
    await assert.rejects(loadMapData(loadFrom({}), 'Land'), { message: 'lost' });
});

test('of several maps each has its landmarks as soon as they are there, and those that are lost are named', async () => {
    const waiting = {};
    const load = (map) => new Promise((done, fail) => { waiting[map] = { done, fail }; });
    const took = [];
    const came = loadLateLandmarks(load, { Land: { landmarks: [few, many] }, Rock: { landmarks: [few] }, Mine: { landmarks: [many] }, Hall: { landmarks: [many] } },
        (map, landmarks) => took.push(`${map} ${landmarks.map(({ places }) => places.length)}`));
    assert.deepEqual(Object.keys(waiting), ['Land', 'Mine', 'Hall']);
    waiting.Hall.done({ Many: [['m', 3, 4], ['n', 5, 6]] });
    await null;
    await null;
    assert.deepEqual(took, ['Hall 2']);
    waiting.Land.done({ Many: [['m', 3, 4]] });
    waiting.Mine.fail(new Error('lost'));
    assert.deepEqual(await came, ['Mine']);
    assert.deepEqual(took, ['Hall 2', 'Land 1,1']);
});

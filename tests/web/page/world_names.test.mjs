import assert from 'node:assert/strict';
import test from 'node:test';
import { makeIndex, interpret } from '../../../src/output/web/page/search.js';
import { entriesOf, makeWorldNames } from '../../../src/output/web/page/world_names.js';
import { readAreas } from '../../../src/output/web/page/area_shapes.js';

const rows = [['Greenmark', 0, 500, 500, 4, null, 'gfgfIIPP'], ['', 0, 500, 500, 4, null, ''], ['Mill', 1, 500, 500, 4, null, 'gfgfIIPP']];
const data = { markers: [{ name: 'Ore', x: 3, y: 4 }], landmarks: [{ group: 'Flights', icon: 'flag', color: '#000000', places: [['Port', 1, 2]] }] };
const maps = [{ name: 'Land', title: 'The land' }, { name: 'Mine', title: 'The mine' }];

test('a map, its areas, markers and landmarks are names, each with what and where it is', () => {
    const entries = entriesOf(maps[0], data, readAreas(rows));
    assert.deepEqual(entries.map(({ names, icon }) => [names[0], icon]),
        [['The land', 'tile'], ['Greenmark', 'zone'], ['Mill', 'area'], ['Ore', 'mark'], ['Port', 'mark']]);
    assert.deepEqual(entries.map((entry) => entry.where()).slice(2), ['Greenmark \u00b7 The land', 'Markers \u00b7 The land', 'Flights \u00b7 The land']);
    assert.deepEqual(entries[4].corners[0], { lat: 1, lng: 2 });
    assert.equal(entries[0].corners, null);
});

test('names of all maps load once, at most four at a time; what does not come is left out', async () => {
    const asked = [];
    let atOnce = 0;
    let most = 0;
    const load = async (map, file) => {
        asked.push(`${map}/${file}`);
        most = Math.max(most, atOnce += file === 'map.js' ? 1 : 0);
        await new Promise((done) => setTimeout(done, 1));
        atOnce -= file === 'map.js' ? 1 : 0;
        if (map === 'Map 3' || file === 'areas.js') {
            throw new Error('lost');
        }
        return data;
    };
    const many = Array.from({ length: 9 }, (_, i) => ({ name: `Map ${i}`, title: `Title ${i}` }));
    const names = makeWorldNames(many, load);
    assert.deepEqual(names.entries(), []);
    assert.deepEqual(await Promise.all([names.load(), names.load()]), [false, false]);
    assert.equal(await makeWorldNames(maps, async (map, file) => (file === 'areas.js' ? [] : data)).load(), true);
    const all = names.entries();
    assert.equal(names.entries(), all);
    assert.equal(asked.length, 18);
    assert.equal(most, 4);
    assert.equal(all.length, 8 * 3);
    assert.deepEqual(all.map(({ index }) => index), all.map((_, i) => i));
    const found = interpret('Port', { name: 'Map 0', shown: [], maps: many }, makeIndex(all), 1);
    assert.deepEqual([found.nth, found.of, all[found.index].map], [2, 8, 'Map 1']);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { openPage } from './fake_page.mjs';
import { marksOf } from '../../../src/output/web/page/world_marks.js';
import { tilesOf } from './tiles.mjs';

openPage();
const frame = (map, offset) => ({ map, title: `The ${map}`, offset, scale: 1, hasTile: tilesOf(['31_31', '32_32']), base: `../${map}/` });
const frames = [frame('Land', [0, 0]), frame('Mine', [10, 5000])];
const maps = [{ name: 'Land', title: 'The Land' }, { name: 'Mine', title: 'The Mine' }];
const site = { entrances: { Mine: ['Land', 100, 200] } };
const data = {
    Land: { markers: [{ name: 'Far', x: 9000, y: 0, icon: 'pin' }],
        landmarks: [{ group: 'Flights', icon: 'flag', color: '#000000', places: [['Port', 1, 2]] }] },
    Mine: { markers: [{ name: 'Ore', x: 3, y: 4, icon: 'pictures/ore.png', picture: 'pictures/ore.png' }],
        landmarks: [{ group: 'Flights', icon: 'flag', color: '#000000', places: [['Lift', 5, 6], ['Off', 5000, 6]] }] },
};

test('markers lie where their map does, with their place on it; those off its tiles are left out', () => {
    const { markers } = marksOf(frames, data, site, maps);
    assert.deepEqual(markers.map(({ name, x, y, place, icon, picture, way }) => [name, x, y, place, icon, picture, way.words]),
        [['Ore', 13, 5004, { lat: 3, lng: 4 }, '../Mine/pictures/ore.png', '../Mine/pictures/ore.png', 'Open The Mine']]);
});

test('landmarks of all maps are one group; an entrance leads into its map', () => {
    const { landmarks } = marksOf(frames, data, site, maps);
    assert.deepEqual(landmarks.map(({ group, places }) => [group, places.map(([name, x, y, way]) => [name, x, y, way.words])]),
        [['Flights', [['Port', 1, 2, 'Open The Land'], ['Lift', 15, 5006, 'Open The Mine']]],
            ['Dungeons and raids', [['The Mine', 100, 200, 'Open The Mine']]]]);
    assert.equal(landmarks[1].places[0][3].href, '../Mine/index.html');
    assert.deepEqual(landmarks[0].places[1][4], { lat: 5, lng: 6 });
    assert.deepEqual(landmarks.map(({ count }) => count), [2, 1]);
});

test('landmarks of a map that are still to come are counted with those of others', () => {
    const late = { ...data, Mine: { markers: [], landmarks: [{ group: 'Flights', icon: 'flag', color: '#000000', count: 7 }, { group: 'Graves', icon: 'cross', color: '#000000', count: 9 }] } };
    const { landmarks } = marksOf(frames, late, site, maps);
    assert.deepEqual(landmarks.map(({ group, places, count }) => [group, places.length, count]), [['Flights', 1, 8], ['Dungeons and raids', 1, 1], ['Graves', 0, 9]]);
});

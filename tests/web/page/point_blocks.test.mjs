import assert from 'node:assert/strict';
import test from 'node:test';
import { distanceTo, readOutline, readRows } from '../../../src/output/web/page/point_blocks.js';

const groups = [{ name: 'Wolves', icon: 'cave', color: '#112233' }, { name: 'Ways', icon: 'pin', color: '#445566' }];

test('the page knows the box, the middle and the groups of a block before it is loaded', () => {
    assert.deepEqual(readOutline([-5, -6, 7, 8, 1, 2, 0, [0, 12, 3, 4]]),
        { low: [-5, -6], high: [7, 8], middle: [1, 2], shapes: 0, counts: [[0, 12], [3, 4]] });
});

test('a row has the icon and colour of its group unless it says otherwise', () => {
    const [plain, own] = readRows([[0, 'Wolf', 10.5, -2], [0, 'Alpha', 1, 2, 'skull', 0, 'bites', 'https://a.b']], groups);
    assert.deepEqual(plain, { index: 0, name: 'Wolf', x: 10.5, y: -2, vertices: null, isArea: false, group: 'Wolves', icon: 'cave',
        color: '#112233', text: '', link: '', picture: '' });
    assert.deepEqual([own.icon, own.color, own.text, own.link], ['skull', '#112233', 'bites', 'https://a.b']);
});

test('lines and areas have their vertices by steps', () => {
    const [line, area] = readRows([[1, 'Patrol', [10, 20, 5, -5, 0.5, 0], 0], [1, 'Camp', [0, 0, 1, 0, 0, 1], 1, 0, '#ffffff']], groups);
    assert.deepEqual([line.vertices, line.isArea, line.x, line.y], [[[10, 20], [15, 15], [15.5, 15]], false, 10, 20]);
    assert.deepEqual([area.isArea, area.color], [true, '#ffffff']);
});

test('a block of another shape is damaged', () => {
    assert.throws(() => readRows([[9, 'No such group', 1, 2]], groups));
    assert.throws(() => readRows('no rows', groups));
});

test('a place is as far from a line as from its nearest part, and in an area it is not far', () => {
    const line = { vertices: [[0, 0], [0, 10], [10, 10]], isArea: false };
    const distances = [[3, 4], [-3, 14], [0, 5], [10, 0]].map(([lat, lng]) => distanceTo(line, { lat, lng }));
    assert.deepEqual(distances, [3, 5, 0, 10]);
    const area = { vertices: [[0, 0], [0, 10], [10, 10], [10, 0]], isArea: true };
    assert.deepEqual([[5, 5], [5, -2], [13, 14]].map(([lat, lng]) => distanceTo(area, { lat, lng })), [0, 2, 5]);
    assert.equal(distanceTo({ vertices: [[1, 1], [1, 1]], isArea: false }, { lat: 4, lng: 5 }), 5);
});

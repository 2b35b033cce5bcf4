import assert from 'node:assert/strict';
import test from 'node:test';
import { clusterPoints, groupsWithin, shortCount } from '../../../src/output/web/page/clusters.js';

test('points in one square are one circle in their middle, by their numbers', () => {
    const points = [{ x: 10, y: 10, count: 1 }, { x: 40, y: 20, count: 3 }, { x: 80, y: 10, count: 1 }, { x: -1, y: 0, count: 2 }];
    const clusters = clusterPoints(points, 72);
    assert.deepEqual(clusters.map(({ x, y, count }) => [x, y, count]), [[32.5, 17.5, 4], [80, 10, 1], [-1, 0, 2]]);
    assert.deepEqual(clusters[0].points, points.slice(0, 2));
    assert.equal(new Set(clusters.map(({ key }) => key)).size, 3);
    assert.deepEqual(clusterPoints([], 72), []);
});

test('a hundred thousand points take no time that grows with their square', () => {
    const points = Array.from({ length: 100000 }, (_, i) => ({ x: (i * 7919) % 10007, y: (i * 104729) % 9973, count: 1 }));
    assert.equal(clusterPoints(points, 72).reduce((sum, { count }) => sum + count, 0), 100000);
});

test('numbers fit into a circle', () => {
    assert.deepEqual([1, 999, 1000, 1249, 9949, 9999, 34200].map(shortCount), ['1', '999', '1.0k', '1.2k', '9.9k', '10k', '34k']);
});

test('the groups of a circle come by their numbers', () => {
    assert.deepEqual(groupsWithin([{ groups: [[0, 2], [1, 3]] }, { groups: [[0, 4]] }]), [[0, 6], [1, 3]]);
});

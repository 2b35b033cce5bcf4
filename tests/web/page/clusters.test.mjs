import assert from 'node:assert/strict';
import test from 'node:test';
import { clusterPoints, groupsWithin, shortCount } from '../../../src/output/web/page/clusters.js';

test('points near one heart are one circle in their middle, by their numbers', () => {
    const points = [{ x: 30, y: 30, count: 1 }, { x: 40, y: 40, count: 3 }, { x: 112, y: 30, count: 1 }, { x: -40, y: 30, count: 2 }];
    const clusters = clusterPoints(points, 72);
    assert.deepEqual(clusters.map(({ x, y, count }) => [x, y, count]), [[37.5, 37.5, 4], [112, 30, 1], [-40, 30, 2]]);
    assert.deepEqual(clusters[0].points, points.slice(0, 2));
    assert.equal(new Set(clusters.map(({ key }) => key)).size, 3);
    assert.deepEqual(clusterPoints([], 72), []);
});

test('circles over points everywhere are no lattice, keep apart, and stay while the map moves', () => {
    const points = Array.from({ length: 90000 }, (_, i) => ({ x: (i % 300) * 4, y: Math.floor(i / 300) * 4, count: 1 }));
    const inner = clusterPoints(points, 72).filter(({ x, y }) => x > 150 && y > 150 && x < 1050 && y < 1050);
    const phases = inner.map(({ x }) => (x / 72) % 1);
    const spread = Math.hypot(...phases.map((phase) => phase - phases.reduce((sum, each) => sum + each, 0) / phases.length)) / Math.sqrt(phases.length);
    assert.ok(spread > 0.1, `columns are ${spread} of a square apart from a lattice`);
    const nearest = inner.map((a) => Math.min(...inner.filter((b) => b !== a).map((b) => Math.hypot(a.x - b.x, a.y - b.y))));
    assert.ok(Math.min(...nearest) > 40, `${Math.min(...nearest)} px apart`);
    const moved = clusterPoints(points.filter(({ x }) => x > 120), 72).map(({ x, y, count }) => `${x} ${y} ${count}`);
    assert.ok(inner.filter(({ x }) => x > 300).every(({ x, y, count }) => moved.includes(`${x} ${y} ${count}`)));
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

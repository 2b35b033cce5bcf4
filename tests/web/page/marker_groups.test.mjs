import assert from 'node:assert/strict';
import test from 'node:test';
import { gapAt, groupsOf, thin } from '../../../src/output/web/page/marker_groups.js';
import { callsOf } from './fake_page.mjs';

test('markers are in their groups, those of the site first, rare landmarks before common ones', () => {
    const mark = (name, group) => ({ name, icon: 'pin', color: '#112233', x: 0, y: 0, ...(group && { group }) });
    const landmark = (group, places) => ({ group, icon: 'flag', color: '#445566', places });
    const groups = groupsOf([mark('a'), mark('b', 'Shops'), mark('c')],
        [landmark('Many', [['m', 1, 2], ['n', 3, 4]]), landmark('Few', [['f', 5, 6.5]])]);
    assert.deepEqual(groups.map(({ name, isOwn, marks }) => [name, isOwn, marks.map((each) => each.name).join('')]),
        [['Markers', true, 'ac'], ['Shops', true, 'b'], ['Few', false, 'f'], ['Many', false, 'mn']]);
    assert.deepEqual(groups[2].marks[0], { name: 'f', icon: 'flag', color: '#445566', group: 'Few', x: 5, y: 6.5 });
    assert.deepEqual(groupsOf([], []), []);
});

test('groups whose places are still to come have their number', () => {
    const groups = groupsOf([], [{ group: 'Many', icon: 'flag', color: '#445566', count: 30 }, { group: 'Few', icon: 'flag', color: '#445566', places: [['f', 1, 2]] }]);
    assert.deepEqual(groups.map(({ name, count, marks }) => [name, count, marks.length]), [['Few', 1, 1], ['Many', 30, 0]]);
    const [half] = groupsOf([], [{ group: 'Half', icon: 'flag', color: '#445566', count: 3, places: [['h', 1, 2]] }]);
    assert.deepEqual([half.count, half.marks.length], [3, 1]);
});

test('markers are thinned out from far away, and all are there at the deepest pictures', () => {
    const points = Array.from({ length: 400 }, (_, i) => ({ x: (i * 97) % 500 - 250, y: (i * 61) % 300 - 150 }));
    const kept = thin(points, 60);
    assert.equal(kept[0], points[0]);
    kept.forEach((a, i) => kept.slice(i + 1).forEach((b) =>
        assert.ok(Math.abs(a.x - b.x) >= 60 || Math.abs(a.y - b.y) >= 60, JSON.stringify([a, b]))));
    points.forEach((point) => assert.ok(kept.some((other) =>
        Math.abs(other.x - point.x) < 60 && Math.abs(other.y - point.y) < 60), 'nothing stands for a marker'));
    assert.ok(kept.length >= 15 && kept.length < 80, String(kept.length));
    assert.ok(gapAt(2, 7) > gapAt(4, 7));
    assert.ok(gapAt(6.75, 7) >= 30);
    assert.equal(gapAt(7, 7), 0);
});

test('a marker is compared with those near it, however many there are', () => {
    const points = Array.from({ length: 20000 }, (_, i) => ({ x: (i * 7919) % 10007, y: (i * 104729) % 10009 }));
    const [looks, steps] = callsOf([[Map.prototype, 'get'], [Math, 'abs']], () => assert.ok(thin(points, 34).length > 1000));
    assert.ok(looks <= 10 * points.length && steps <= 10 * points.length, `${looks} ${steps}`);
});

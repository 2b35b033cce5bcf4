import assert from 'node:assert/strict';
import test from 'node:test';
import { aboveIt, belowIt, findObstacles, overlaps } from '../../../src/output/web/page/obstacles.js';

const part = (left, top, width, height, parts = {}) => ({ ...parts, getBoundingClientRect: () => ({ left, top, width, height }) });

test('tools, pins and thumbs that are shown are obstacles, by their middles', () => {
    globalThis.document = { querySelectorAll: (selectors) => (selectors === '.divider'
        ? [part(-22, 400, 1044, 44, { value: '250', max: '1000' }), part(0, 0, 0, 0, { value: '750', max: '1000' })]
        : [part(10, 10, 100, 40), part(0, 0, 0, 0)]) };
    globalThis.window = { innerWidth: 1000 };
    assert.deepEqual(findObstacles({ getPane: () => ({ children: [part(500, 300, 30, 38)] }) }), [
        { x: 60, y: 30, width: 100, height: 40 }, { x: 515, y: 319, width: 30, height: 38 }, { x: 250, y: 422, width: 44, height: 44 }]);
});

test('boxes overlap that are nearer than a gap; one moves below another by that', () => {
    const box = { x: 0, y: 0, width: 20, height: 10 };
    assert.ok(overlaps(box, { x: 22, y: 12, width: 20, height: 10 }));
    assert.ok(!overlaps(box, { x: 23, y: 0, width: 20, height: 10 }));
    assert.ok([aboveIt, belowIt].every((pass) => !overlaps({ ...box, y: pass(box, box) }, box)));
    assert.ok(overlaps({ ...box, y: belowIt(box, box) - 1 }, box));
});

test('what was moved next to a box does not overlap it, however sums are rounded', () => {
    for (let i = 1; i < 5000; i++) {
        const [box, other] = [{ x: 0, width: 20, height: i / 7 }, { x: 0, y: i / 3 + 0.1, width: 20, height: 1000 / i }];
        assert.ok([aboveIt, belowIt].every((pass) => !overlaps({ ...box, y: pass(box, other) }, other)), String(i));
    }
});

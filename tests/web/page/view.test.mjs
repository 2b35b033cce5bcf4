import assert from 'node:assert/strict';
import test from 'node:test';
import { makeQueue, nextLevel } from '../../../src/output/web/page/view.js';
import { fakeLayer } from './fake_page.mjs';

test('closer and farther rest on whole levels', () => {
    assert.deepEqual([4.25, 4, 4.75].map((zoom) => nextLevel(zoom, true)), [5, 5, 5]);
    assert.deepEqual([4.25, 4, 4.75].map((zoom) => nextLevel(zoom, false)), [4, 3, 4]);
});

/* A map at zoom 4 whose zooms begin with the next frame, as Leaflet's do; `frame` draws it. */
function openQueue(context) {
    let frames = [];
    const real = globalThis.requestAnimationFrame;
    globalThis.requestAnimationFrame = (run) => frames.push(run);
    context.after(() => { globalThis.requestAnimationFrame = real; });
    const map = fakeLayer({ zoom: 4, goal: null, getZoom: () => map.zoom, getMinZoom: () => 2, getMaxZoom: () => 9 });
    map.setZoom = (zoom) => frames.push(() => {
        map.goal = zoom;
        map.fire('zoomanim', { zoom });
    });
    const frame = () => frames.splice(0).forEach((run) => run());
    const endZoom = () => {
        [map.zoom, map.goal] = [map.goal, null];
        map.fire('moveend');
    };
    return { map, frame, endZoom, ...makeQueue(map) };
}

test('what is asked for during a zoom follows it, the last of several', (context) => {
    const { map, frame, endZoom, step, whenStill } = openQueue(context);
    const done = [];
    step(true);
    frame();
    step(true);
    step(true);
    endZoom();
    frame();
    assert.equal(map.goal, 7);
    whenStill(() => done.push('first'));
    whenStill(() => done.push('last'));
    assert.deepEqual(done, []);
    endZoom();
    assert.deepEqual([map.zoom, done], [7, ['last']]);
});

test('a zoom that ends before the next frame does not end the one that waits for it', (context) => {
    const { map, frame, endZoom, step, whenStill } = openQueue(context);
    const done = [];
    step(true);
    frame();
    step(true);
    endZoom(); /* the next step begins, and the first one's second frame comes */
    whenStill(() => done.push('after'));
    frame();
    assert.deepEqual([map.goal, done], [6, []]);
    endZoom();
    assert.deepEqual([map.zoom, done], [6, ['after']]);
});

test('a move that a step breaks off does not end the step; what moves nothing ends by itself', (context) => {
    const { map, frame, endZoom, step, whenStill } = openQueue(context);
    step(false);
    map.fire('moveend');
    step(false);
    frame();
    assert.equal(map.goal, 3);
    endZoom();
    frame();
    endZoom();
    assert.equal(map.zoom, 2);
    const done = [];
    whenStill(() => done.push('a card'));
    whenStill(() => done.push('another'));
    frame();
    frame();
    assert.deepEqual(done, ['a card', 'another']);
});

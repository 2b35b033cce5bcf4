import assert from 'node:assert/strict';
import test from 'node:test';
import { element } from '../../../src/output/web/page/dom.js';
import { floorsOf, makeFloors, nextFloor } from '../../../src/output/web/page/floors.js';
import { fakeLayer, openPage } from './fake_page.mjs';

const LAYERS = [{ id: 'height' }, { id: 'storey-1', floor: 1, low: -17 }, { id: 'storey-2', floor: 2, low: -42.5 },
    { id: 'storey-0', floor: 0, low: 9 }];

function openFloors(layers = LAYERS) {
    openPage();
    const drawn = [];
    const pictures = (name) => fakeLayer({ addTo: () => drawn.push(name), remove: () => drawn.splice(drawn.indexOf(name), 1) });
    const log = { made: [], changes: 0, drawn };
    const floors = makeFloors({ fire: (type) => { log.fired = type; } }, layers, pictures('all'), ({ id }) => {
        log.made.push(id);
        return pictures(id);
    }, () => { log.changes++; });
    return { floors, log, buttons: element('floors').children };
}

test('floors are listed as they lie, and a map without any has no switch', () => {
    assert.deepEqual(floorsOf(LAYERS).map(({ floor }) => floor), [0, 1, 2]);
    const { buttons } = openFloors();
    assert.deepEqual([buttons.map(({ textContent }) => textContent), element('floors').hidden], [['All', '0', '1', '2'], false]);
    openFloors([{ id: 'height' }]);
    assert.equal(element('floors').hidden, true);
});

test('keys end at the lowest floor, and above the highest one all are shown', () => {
    const step = (shown, by) => nextFloor([0, 1, 2], shown, by);
    assert.deepEqual([step(null, 1), step(0, 1), step(2, 1), step(2, -1), step(0, -1), step(null, -1)], [0, 1, 2, 1, null, null]);
    assert.deepEqual([nextFloor([], null, 1), nextFloor([], null, -1)], [null, null]);
});

test('one floor is drawn at a time, and its pictures are made when it is first shown', () => {
    const { floors, log, buttons } = openFloors();
    assert.deepEqual([log.drawn, log.made], [['all'], []]);
    buttons[2].click();
    assert.deepEqual([floors.shown(), log.drawn, log.fired], [1, ['storey-1'], 'floor']);
    floors.step(1);
    floors.step(1);
    floors.step(-1);
    assert.deepEqual([floors.shown(), log.drawn, log.made, log.changes], [1, ['storey-1'], ['storey-1', 'storey-2'], 3]);
    assert.deepEqual(buttons.map((button) => button.getAttribute('aria-pressed')), ['false', 'false', 'true', 'false']);
});

test('a link shows its floor, and one that is not there all of them', () => {
    const { floors, log } = openFloors();
    floors.follow(2);
    assert.deepEqual([floors.shown(), log.drawn, log.changes], [2, ['storey-2'], 0]);
    floors.follow(7);
    assert.deepEqual([floors.shown(), log.drawn], [null, ['all']]);
});

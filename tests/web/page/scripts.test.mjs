import assert from 'node:assert/strict';
import test from 'node:test';
import { loadScript } from '../../../src/output/web/page/scripts.js';
import { openPage } from './fake_page.mjs';

/* Asks for a script, which then ends with the event after `act`. */
function ask(owner, event, act, read = (value) => value) {
    const loading = loadScript('areas.js', owner, 'areas', read);
    act();
    document.head.children[0].fire(event);
    return loading;
}

test('what a script sets is taken from the page, and the script goes', async () => {
    openPage();
    const owner = { areas: 'old' };
    const value = await ask(owner, 'load', () => {
        assert.equal(document.head.children[0].src, 'areas.js');
        assert.deepEqual(owner, {});
        owner.areas = [1, 2];
    }, ([first]) => first);
    assert.deepEqual([value, owner, document.head.children.length], [1, {}, 0]);
});

test('a script that does not come, or cannot be read, is named', async () => {
    openPage();
    await assert.rejects(ask({}, 'error', () => {}), { message: 'areas.js could not be loaded' });
    await assert.rejects(ask({}, 'load', () => {}, (areas) => areas.length), { message: 'areas.js is damaged' });
    assert.equal(document.head.children.length, 0);
});

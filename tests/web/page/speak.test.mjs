import assert from 'node:assert/strict';
import test from 'node:test';
import { element } from '../../../src/output/web/page/dom.js';
import { beQuiet, copy, say } from '../../../src/output/web/page/speak.js';
import { fakeClock, openPage } from './fake_page.mjs';

const toast = () => [element('toast').textContent, element('toast').className];

/* Sets what the browser can do; gives the texts that were copied. */
function openWith({ isSecure = true, refuses = false, copiesByHand = false } = {}) {
    const copied = [];
    openPage({ isSecureContext: isSecure });
    const clipboard = { writeText: (text) => (refuses ? Promise.reject(new Error()) : Promise.resolve(copied.push(text))) };
    Object.defineProperty(globalThis, 'navigator', { value: { clipboard }, configurable: true });
    document.execCommand = () => copiesByHand;
    return copied;
}

test('a refusal looks different from a message, and both go', () => {
    openWith();
    say('Copied 1 2');
    assert.deepEqual(toast(), ['Copied 1 2', 'shown']);
    say('Not found', true);
    assert.deepEqual(toast(), ['Not found', 'shown wrong']);
    beQuiet();
    assert.deepEqual(toast(), ['Not found', 'wrong']);
});

test('a copy is confirmed', async () => {
    const copied = openWith();
    copy('1 2');
    await Promise.resolve();
    assert.deepEqual([copied, toast()[0]], [['1 2'], 'Copied 1 2']);
    beQuiet();
});

test('where the browser does not copy the text is shown, so that people can', async () => {
    openWith({ isSecure: false });
    copy('3 4');
    assert.equal(toast()[0], '3 4');
    openWith({ refuses: true });
    copy('5 6');
    await new Promise((done) => { setTimeout(done); });
    assert.equal(toast()[0], '5 6');
    openWith({ isSecure: false, copiesByHand: true });
    copy('7 8');
    assert.equal(toast()[0], 'Copied 7 8');
    copy('http://example.org/#map=Demo', 'the link');
    assert.equal(toast()[0], 'Copied the link');
    assert.equal(document.querySelector('textarea'), null);
    beQuiet();
});

test('scripts that have this file each share the toast', async (context) => {
    openWith();
    const clock = fakeClock(context, 0);
    const other = await import('../../../src/output/web/page/speak.js?other');
    say('Copied 1 2');
    clock.tick(1000);
    other.say('Not found', true);
    clock.tick(4900);
    assert.deepEqual(toast(), ['Not found', 'shown wrong']);
    beQuiet();
    say('Copied 3 4');
    clock.tick(1700);
    assert.deepEqual(toast(), ['Copied 3 4', 'shown']);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { element } from '../../../src/output/web/page/dom.js';
import { embedded, full, hideBars, isEmbedded, startEmbed } from '../../../src/output/web/page/embed.js';
import { beQuiet } from '../../../src/output/web/page/speak.js';
import { openPage } from './fake_page.mjs';

test('a link says that a map is part of another page, and can be taken at its word or not', () => {
    for (const [hash, is] of [['', false], ['#embed', true], ['#map=Demo&embed', true], ['#map=Demo&embed=', true], ['#map=embed', false]]) {
        globalThis.location = { hash };
        assert.equal(isEmbedded(), is, hash);
    }
    assert.deepEqual(['http://a/', 'http://a/#map=Demo'].map(embedded), ['http://a/#embed', 'http://a/#map=Demo&embed']);
    assert.deepEqual(['http://a/#embed', 'http://a/#map=Demo&embed', 'http://a/#map=Demo&embed=&x=1', 'http://a/#map=embed', 'http://a/#find=embedded'].map(full),
        ['http://a/', 'http://a/#map=Demo', 'http://a/#map=Demo&x=1', 'http://a/#map=embed', 'http://a/#find=embedded']);
});

test('the wheel moves the page around unless Ctrl is held, which is said once; a link opens the full map as it is then', () => {
    const listeners = {};
    openPage({ addEventListener: (type, listener) => { listeners[type] = listener; } });
    globalThis.location = { href: 'http://a/#map=Demo&embed' };
    hideBars();
    startEmbed();
    assert.ok(document.body.classList.contains('embed'));
    const stops = (event) => {
        let isStopped = false;
        listeners.wheel({ stopPropagation: () => { isStopped = true; }, ...event });
        return isStopped;
    };
    assert.deepEqual([{}, { ctrlKey: true }, { metaKey: true }].map(stops), [true, false, false]);
    assert.match(element('toast').textContent, /^Hold Ctrl/);
    element('toast').textContent = '';
    assert.ok(stops({}) && element('toast').textContent === '');
    const link = document.body.children.find(({ tagName }) => tagName === 'a');
    assert.equal(link.href, 'http://a/#map=Demo');
    location.href = 'http://a/#map=Demo&zoom=3&embed';
    link.fire('focus');
    assert.equal(link.href, 'http://a/#map=Demo&zoom=3');
    beQuiet();
});

// What the build makes of the modules: one classic script, as a page that is opened from disk may load no modules.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';

const text = readFileSync(process.env.BUNDLE, 'utf8');

/* The trouble that the page tells of, where there is nothing but its markup. */
function troubleOf(globals) {
    const trouble = { hidden: true };
    const document = { getElementById: (id) => (id === 'trouble' ? trouble : {}), createElement: () => ({ append() {}, remove() {} }), body: { append() {} } };
    const context = vm.createContext({ document, getComputedStyle: () => ({ getPropertyValue: () => 'absolute' }), ...globals });
    context.window = context;
    try {
        vm.runInContext(text, context);
    } catch (error) {
        trouble.error = error;
    }
    assert.equal(context.adtmap.hasPage, true);
    return trouble;
}

test('the bundle is a classic script that parses', () => {
    assert.ok(new vm.Script(text));
    assert.ok(!/^\s*(import|export)\b/m.test(text));
});

test('the program knows the bundle as its own by its first line, after which it is strict', () => {
    assert.match(text, /^\/\* adtmap: [^\n]*\*\/"use strict";\n/);
});

test('the bundle runs: without other scripts it says what is missing', () => {
    const trouble = troubleOf({});
    assert.deepEqual([trouble.hidden, trouble.error], [false, undefined]);
    assert.equal(trouble.textContent, 'The map cannot be shown: page-files/leaflet.js and page-files/maps.js and map.js ' +
        'and page-files/page.css could not be loaded.');
});

test('the bundle says that data are damaged', () => {
    const positions = ['absolute', 'fixed'];
    const trouble = troubleOf({ L: {}, adtmap: { maps: [], map: {} },
        getComputedStyle: () => ({ getPropertyValue: () => positions.shift() }) });
    assert.match(trouble.textContent, /^The map cannot be shown: its data are damaged \(.+\)\.$/);
    assert.match(trouble.textContent, new RegExp(trouble.error.message.slice(0, 20)));
});

test('the bundle is small', () => {
    assert.ok(gzipSync(text).length < 60000);
});

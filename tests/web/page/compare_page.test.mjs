import assert from 'node:assert/strict';
import test from 'node:test';
import { makeComparePage } from '../../../src/output/web/page/compare_page.js';
import { siteData } from '../../../src/output/web/page/site_data.js';
import { openPage } from './fake_page.mjs';

test('what compares is loaded when it is asked for, and the link keeps what it will show', async () => {
    openPage();
    const asked = [];
    const page = makeComparePage({});
    page.show(null);
    assert.deepEqual([document.head.children.length, page.shown()], [0, null]);
    page.show({ base: 'new' });
    assert.deepEqual([document.head.children.length, page.shown()], [1, { base: 'new' }]);
    page.step(1);
    siteData.more = { makeComparison: () => ({ show: (wanted) => asked.push(wanted), step: (by) => asked.push(by), toggle: () => asked.push('toggle'),
        shown: () => 'shown' }) };
    document.head.children[0].fire('load');
    await new Promise((done) => { setTimeout(done); });
    page.toggle();
    page.show(null);
    await new Promise((done) => { setTimeout(done); });
    assert.deepEqual([asked, page.shown()], [[{ base: 'new' }, 1, 'toggle', null], 'shown']);
});

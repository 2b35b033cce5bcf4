import assert from 'node:assert/strict';
import test from 'node:test';
import { makeLater } from '../../../src/output/web/page/later.js';
import { element } from '../../../src/output/web/page/dom.js';
import { siteData } from '../../../src/output/web/page/site_data.js';
import { openPage } from './fake_page.mjs';

const settle = () => new Promise((done) => { setTimeout(done); });

test('a part is loaded once, and is asked for again after it did not come', async () => {
    openPage();
    const used = [];
    const later = makeLater(({ makePart }) => makePart());
    later.use((part) => used.push(part));
    document.head.children[0].fire('error');
    await settle();
    assert.deepEqual([used, later.part(), element('toast').textContent], [[], null, '../page-files/page-more.js could not be loaded']);
    later.use((part) => used.push(part));
    siteData.more = { makePart: () => 'made' };
    document.head.children[0].fire('load');
    await settle();
    later.use((part) => used.push(`${part} again`));
    await settle();
    assert.deepEqual([used, later.part(), document.head.children.length], [['made', 'made again'], 'made', 0]);
    later.use(() => { throw new Error('broken'); });
    await settle();
    later.use((part) => used.push(part));
    await settle();
    assert.deepEqual([used.length, document.head.children.length], [3, 0], 'a part that fails is not loaded again');
});

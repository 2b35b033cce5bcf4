import assert from 'node:assert/strict';
import test from 'node:test';
import { create } from '../../../src/output/web/page/dom.js';
import { frameCode, makeShare } from '../../../src/output/web/page/share.js';
import { openPage } from './fake_page.mjs';

test('the markup of a frame names its map, and nothing in it ends an attribute', () => {
    const code = frameCode('http://a/#map=A"b&x=1', 'Isle & "Co" <b>');
    assert.ok(code.startsWith('<iframe src="http://a/#map=A&quot;b&amp;x=1&amp;embed" title="Isle &amp; &quot;Co&quot; &lt;b&gt;" '), code);
    assert.ok(code.endsWith('></iframe>'));
});

test('the dialog has the link and the code of the view there is when it opens', () => {
    openPage();
    globalThis.location = { href: 'http://a/#map=Demo' };
    create('dialog').constructor.prototype.showModal = function showModal() { this.isOpen = true; };
    makeShare('Demo').open();
    const dialog = document.body.children.find(({ tagName }) => tagName === 'dialog');
    const [link, code] = dialog.querySelectorAll('textarea');
    assert.ok(dialog.isOpen);
    assert.deepEqual([link.value, code.value], ['http://a/#map=Demo', frameCode('http://a/#map=Demo', 'Demo')]);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { readFileSync } from 'node:fs';
import { isSmall, SMALL } from '../../../src/output/web/page/small_window.js';
import { openPage } from './fake_page.mjs';

test('the style sheet has the same condition', () => {
    const css = readFileSync(new URL('../../../src/output/web/page.css', import.meta.url), 'utf8');
    assert.ok(css.includes(`@media ${SMALL} {\n    :root {`));
});

test('a window is small when the browser says so', () => {
    openPage({ matchMedia: (query) => ({ matches: query === SMALL }) });
    assert.equal(isSmall(), true);
    openPage();
    assert.equal(isSmall(), false);
});

// The site of tools/demo, from disk: that pages have what it promises, and pictures for docs/website.md.
//     node pictures.mjs SITE FOLDER      writes FOLDER/website-*.jpg
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { closeAll, newPage, open, suite } from './browser.mjs';

const [site, folder] = process.argv.slice(2).map((path) => resolve(path));
const { test, failed } = suite();
const { context } = await open({ viewport: { width: 960, height: 600 }, colorScheme: 'dark' });
await mkdir(folder, { recursive: true });

// Opens a page and waits until its pictures are there.
async function visit(page, address) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(() => [...document.images].every((image) => image.complete));
    await page.waitForTimeout(1000);
}

const shot = (page, name) => page.screenshot(
    { path: join(folder, `website-${name}.jpg`), type: 'jpeg', quality: 65 });

await test('the site of tools/demo: its first page and a map, from disk', async () => {
    const base = pathToFileURL(site).href;
    const { page, troubles } = await newPage(context, base);
    await visit(page, `${base}/index.html`);
    assert.deepEqual(await page.locator('.card strong').allTextContents(), ['The island', 'The hall']);
    await shot(page, 'first-page');
    await visit(page, `${base}/minimap/Demo/index.html`);
    assert.ok(await page.locator('.leaflet-marker-icon').count() >= 2);
    assert.ok(await page.getByText('Greenmark').first().isVisible());
    await shot(page, 'map');
    assert.deepEqual(troubles, []);
    await page.close();
});

await closeAll();
process.exit(failed() ? 1 : 0);

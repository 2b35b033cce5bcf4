// The site of tools/demo, from disk: that pages have what it promises, and pictures for docs/website.md.
//     node pictures.mjs SITE FOLDER      writes FOLDER/website-*.jpg
import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { closeAll, newPage, open, serve, settle, suite, violations } from './browser.mjs';

const [site, folder] = process.argv.slice(2).map((path) => resolve(path));
const { test, failed } = suite();
const { context } = await open({ viewport: { width: 960, height: 600 }, colorScheme: 'dark' });
await mkdir(folder, { recursive: true });

// Opens a page and waits until its pictures are there.
async function visit(page, address) {
    await page.goto(address);
    await settle(page);
}

const shot = (page, name) => page.screenshot(
    { path: join(folder, `website-${name}.jpg`), type: 'jpeg', quality: 65 });

await test('the site of tools/demo: its first page and a map, from disk', async () => {
    const base = pathToFileURL(site).href;
    const { page, troubles } = await newPage(context, base);
    await visit(page, `${base}/index.html`);
    assert.deepEqual(await page.locator('.card strong').allTextContents(), ['Island and hall', 'The island', 'The hall']);
    await shot(page, 'first-page');
    await visit(page, `${base}/minimap/Demo/index.html`);
    assert.ok(await page.locator('.leaflet-marker-icon').count() >= 2);
    assert.ok(await page.getByText('Greenmark').first().isVisible());
    await shot(page, 'map');
    assert.deepEqual(troubles, []);
    await page.close();
});

await test('a dungeon lies on the ground of the page, and its floors have buttons, keys and links', async () => {
    const base = pathToFileURL(site).href;
    const { page, troubles } = await newPage(context, base);
    const shows = (folder) => page.waitForFunction((wanted) => {
        const pictures = [...document.querySelectorAll('.leaflet-tile-pane img.leaflet-tile-loaded')];
        return pictures.length > 0 && pictures.every(({ src }) => src.includes(`/web/${wanted}/`));
    }, folder);
    await page.goto(`${base}/minimap/Hall/index.html`);
    await shows('color');
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(14, 20, 26)');
    assert.equal(await page.locator('.leaflet-tile-pane canvas').count(), 0);
    assert.deepEqual(await page.locator('#floors button').allTextContents(), ['All', '1', '2']);
    await page.keyboard.press('PageDown');
    await shows('storey-1');
    await page.locator('#floors').getByText('2').click();
    await shows('storey-2');
    assert.match(page.url(), /&floor=2/);
    await shot(page, 'floor');
    await page.reload();
    await shows('storey-2');
    await page.keyboard.press('PageDown');
    assert.equal(await page.locator('#floors [aria-pressed="true"]').textContent(), '2');
    await page.keyboard.press('PageUp');
    await page.keyboard.press('PageUp');
    await shows('color');
    assert.ok(!page.url().includes('floor'));
    assert.deepEqual([troubles, await violations(page)], [[], []]);
    await page.close();
});

// Those for OpenLayers and MapLibre, which are large, are in examples/.
await test('the example of docs/website.md for Leaflet shows the pictures where the game has them, and asks for no others', async () => {
    const manual = await readFile(new URL('../../docs/website.md', import.meta.url), 'utf8');
    const [, example] = manual.match(/```html\n(.*?)```/s);
    const [, shared] = manual.match(/```js\n(\/\/ The zoom levels.*?)```/s);
    const server = await serve(join(site, 'minimap'));
    const { page, troubles } = await newPage(context, server.url);
    await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
    await page.route('**/pictures.mjs', (route) => route.fulfill({ contentType: 'text/javascript', body: shared }));
    await page.route('**/example.html', (route) => route.fulfill({ contentType: 'text/html',
        body: `<!doctype html>${example.replace(/"(leaflet\.\w+)"/g, '"page-files/$1"').replace('Azeroth', 'Demo').replace('const map =', 'window.shown =').replaceAll('addTo(map)', 'addTo(shown)')}` }));
    await page.goto(`${server.url}/example.html`);
    await page.locator('img.leaflet-tile-loaded[src$="/color/5/16/15.png"]').waitFor();
    const [map, ring] = await Promise.all(['#map', 'path'].map((part) => page.locator(part).boundingBox()));
    assert.ok(Math.abs(ring.x + ring.width / 2 - map.x - map.width / 2) < 2 && Math.abs(ring.y + ring.height / 2 - map.y - 200) < 2);
    // X 100 and Y -200 lie (32 + 200 / 533.3) / 2 pictures from the west and (32 - 100 / 533.3) / 2 from the north.
    const box = await page.locator('img[src$="/color/5/16/15.png"]').boundingBox();
    assert.ok(Math.abs(box.x - map.x - map.width / 2 + 48) < 2 && Math.abs(box.y - map.y - 200 + 232) < 2, JSON.stringify(box));
    await page.evaluate(() => window.shown.setZoom(2)); // with the sea all around, and what lies beyond the grid
    await settle(page); // Leaflet's own empty picture would never count as loaded
    assert.equal(await page.locator('img[src$="/color/2/1/1.png"]').count(), 1);
    assert.ok(await page.locator('img[src^="data:"]').count() > 0);
    assert.deepEqual(troubles, []);
    await page.close();
    server.close();
});

await closeAll();
process.exit(failed() ? 1 : 0);

// A page of a map that `adtmap render --watch` draws shows what a saved file changes, and keeps the view.
//     node follow.mjs SITE MAP ADT OTHER     OTHER is what is saved as ADT; the first is put back
import assert from 'node:assert/strict';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { closeAll, newPage, open, serve, settle, STILL, suite } from './browser.mjs';

const [site, map, adt, other] = process.argv.slice(2);
const [, x, y] = /_(\d+)_(\d+)\.adt$/.exec(adt).map(Number);
const server = await serve(site);
const { test, failed } = suite();
const saved = await readFile(adt);

// In one step: who draws the map reads no half of it.
async function save(bytes, path) {
    await writeFile(`${path}.new`, bytes);
    await rename(`${path}.new`, path);
}

// First, as nothing is drawn meanwhile.
await test('other data that are new load the page again, with its view', async () => {
    const { context, close } = await open({ viewport: { width: 900, height: 700 }, ...STILL });
    const { page, troubles } = await newPage(context, server.url);
    const data = join(site, map, 'map.js');
    const before = await readFile(data, 'utf8');
    await page.goto(`${server.url}/${encodeURIComponent(map)}/index.html`);
    await settle(page);
    await page.click('#zoom-in');
    await settle(page);
    const address = await page.evaluate(() => location.href);
    await page.evaluate(() => { window.isSamePage = true; });
    await save(before.replace(/"title": "[^"]*"/, '"title": "Another name"'), data);
    await page.waitForFunction(() => !window.isSamePage);
    await settle(page);
    assert.equal(await page.evaluate(() => location.href), address);
    assert.equal(await page.evaluate(() => adtmap.map.title), 'Another name');
    await save(before, data);
    assert.deepEqual(troubles, []);
    await close();
});

for (const [name, base] of [['served', server.url], ['from disk', pathToFileURL(site).href]]) {
    await test(`${name}: pictures of a tile that is saved are loaded in place, and the view stays`, async () => {
        const { context, close } = await open({ viewport: { width: 900, height: 700 }, ...STILL });
        const { page, troubles } = await newPage(context, base);
        let looks = 0;
        page.on('request', (request) => { looks += request.url().includes('/tiles.js?'); });
        await page.goto(`${base}/${encodeURIComponent(map)}/index.html`);
        await settle(page);
        while (looks < 2) { // the first is what others are compared with
            await page.waitForRequest(/\/tiles\.js\?/);
        }
        await page.fill('#query', 'words that are typed');
        await page.evaluate(() => { window.isSamePage = true; });
        const address = await page.evaluate(() => location.href);
        const sources = () => page.evaluate(() => [...document.querySelectorAll('img.leaflet-tile')].map(({ src }) => src));
        assert.ok((await sources()).every((source) => !source.includes('?')));
        await save(await readFile(other), adt);
        await page.waitForFunction(() => [...document.querySelectorAll('img.leaflet-tile')].some(({ src }) => src.includes('?')));
        await settle(page);
        const fresh = (await sources()).filter((source) => source.includes('?'));
        const shows = (source) => {
            const [zoom, column, row] = /(\d+)\/(\d+)\/(\d+)\.png/.exec(source).slice(1).map(Number);
            const near = (tile, picture) => Math.abs((zoom > 6 ? picture >> (zoom - 6) : picture) - (tile >> Math.max(0, 6 - zoom))) <= 1;
            return near(x, column) && near(y, row); // what stands there may reach into its neighbours
        };
        assert.ok(fresh.every(shows), fresh.join(' '));
        assert.ok(fresh.length < (await sources()).length);
        assert.deepEqual(await page.evaluate(() => [location.href, document.getElementById('query').value, window.isSamePage]),
            [address, 'words that are typed', true]);
        // A picture that is asked for later is not the browser's old one.
        await page.click('#zoom-in');
        await settle(page);
        const zoomed = await sources();
        await save(saved, adt);
        await page.waitForFunction((before) => [...document.querySelectorAll('img.leaflet-tile')].some(({ src }) =>
            src.includes('?') && !before.includes(src)), zoomed);
        assert.deepEqual(troubles, []);
        await close();
    });
}

await closeAll();
server.close();
process.exit(failed() ? 1 : 0);

// A world of two maps, of the site of tools/demo: it shows both at their places, tells places of the map under the pointer,
// finds names of all maps, and leads into a dungeon and back.
//     node world.mjs SITE SCREENSHOTS
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { closeAll, newPage, open, serve, settle, shoot, STILL, suite, violations } from './browser.mjs';

const [site, shots] = process.argv.slice(2).map((path) => resolve(path));
const { test, failed } = suite();
const { context } = await open({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
await mkdir(shots, { recursive: true });
const server = await serve(site);
const world = `${server.url}/minimap/world-isles/index.html`;

const mapsShown = (page) => page.evaluate(() => [...new Set([...document.querySelectorAll('img.world-picture')]
    .map(({ src }) => decodeURIComponent(new URL(src).pathname.split('/').at(-6))))].sort());

async function visit(page, address) {
    await page.goto(address);
    await settle(page);
}

// The middle of a picture's part of the window, of the deepest level that is shown.
async function middleOf(page, map) {
    const boxes = await page.locator(`img.world-picture[src*="/${map}/"]`).evaluateAll((images) => images.map((image) => {
        const { left, right, top, bottom } = image.getBoundingClientRect();
        return { left, right, top, bottom };
    }));
    const [left, top] = ['left', 'top'].map((side) => Math.min(...boxes.map((box) => box[side])));
    const [right, bottom] = ['right', 'bottom'].map((side) => Math.max(...boxes.map((box) => box[side])));
    return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

// What is wrong with the places of titles of maps, tools and pins in the window.
const misplaced = (page) => page.evaluate(() => {
    const boxesOf = (selectors) => [...document.querySelectorAll(selectors)].map((part) => [part.className, part.getBoundingClientRect()]).filter(([, { width }]) => width > 0);
    const titles = boxesOf('.world-title');
    const isApart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
    const faults = titles.length === 2 ? [] : [`${titles.length} titles`];
    [...titles, ...boxesOf('.bar, .tools, .readout, .area')].filter(([, { left, right, top, bottom }]) =>
        left < 0 || right > innerWidth || top < 0 || bottom > innerHeight).forEach(([name]) => faults.push(`${name} leaves the window`));
    titles.forEach(([, title]) => boxesOf('.bar, .tools, .readout, .area, .ruler, .leaflet-marker-icon').filter(([, box]) => !isApart(title, box))
        .forEach(([name]) => faults.push(`a title lies on ${name}`)));
    return document.documentElement.scrollWidth > innerWidth ? [...faults, 'it scrolls'] : faults;
});

await test('both maps lie side by side, from the first page; the read-out is of the map under the pointer', async () => {
    const { page, troubles } = await newPage(context, server.url);
    const bytes = [];
    page.on('response', (response) => /world-isles|page-files|\.js$/.test(response.url()) && bytes.push(response.body().then(({ length }) => length)));
    await page.goto(`${server.url}/index.html`);
    assert.deepEqual(await page.locator('h2').allTextContents(), ['Worlds', 'Land', 'Dungeons']);
    bytes.length = 0; /* what the first page loads is counted again where a page of a world has it, too */
    await page.getByRole('link', { name: /Island and hall/ }).click();
    await page.waitForURL(`${world}**`);
    await settle(page);
    assert.deepEqual(await mapsShown(page), ['Demo', 'Hall']);
    const weight = (await Promise.all(bytes)).reduce((sum, each) => sum + each);
    assert.ok(weight > 150000 && weight < 250000, `${weight} bytes besides pictures`);
    assert.deepEqual(await misplaced(page), []);
    const [demo, hall] = [await middleOf(page, 'Demo'), await middleOf(page, 'Hall')];
    assert.ok(hall.x > demo.x + 300, 'the hall lies east of the island');
    assert.ok(Math.abs(hall.y - demo.y) < 40);
    for (const [at, title] of [[demo, 'The island'], [hall, 'The hall']]) {
        await page.mouse.move(at.x, at.y);
        await page.waitForFunction((wanted) => document.getElementById('on').textContent === wanted, title);
        const [x, y] = await Promise.all(['#x', '#y'].map((id) => page.locator(id).textContent()));
        assert.ok(Math.abs(Number(x)) < 300 && Math.abs(Number(y)) < 300, `${title}: ${x} ${y}`);
    }
    await page.mouse.move((demo.x + hall.x) / 2 + 160, 60);
    await page.waitForFunction(() => document.getElementById('on').textContent === '\u2013');
    await page.locator('#area-name').waitFor({ state: 'hidden' });
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(troubles, []);
    await page.close();
});

await test('the search finds names of all maps; one that the world lacks is on its own page', async () => {
    const { page, troubles } = await newPage(context, server.url);
    await visit(page, world);
    await page.locator('#query').fill('Millbrook');
    await page.locator('.result').first().waitFor();
    assert.match(await page.locator('.result').first().textContent(), /Millbrook.*The island/);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.getElementById('area-name').textContent.startsWith('Millbrook'));
    await page.locator('#query').fill('the hal');
    await page.locator('.result').first().click();
    await page.waitForFunction(() => /map=Hall/.test(location.hash));
    await page.locator('#query').fill('Demo_32_32');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /map=Demo/.test(location.hash) && document.querySelector('path.found'));
    await page.locator('#query').fill('nowhere at all');
    await page.keyboard.press('Enter');
    await page.getByText('Not found.').waitFor();
    assert.deepEqual(troubles, []);
    await page.close();
});

await test('an entrance opens its dungeon, which leads back, and both lead to the world', async () => {
    const { page, troubles } = await newPage(context, server.url);
    await visit(page, world);
    await page.locator('.marker[aria-label="Hall (Dungeons and raids)"]').click();
    await page.getByRole('link', { name: 'Open The hall' }).click();
    await page.waitForURL(/minimap\/Hall\/index\.html/);
    await page.getByRole('link', { name: 'Way out: The island' }).click();
    await page.waitForURL(/minimap\/Demo\/index\.html/);
    await page.locator('.leaflet-popup').getByRole('link', { name: 'Open The hall' }).waitFor();
    await page.getByRole('link', { name: /in one frame/ }).click();
    await page.waitForURL(/world-isles\/index\.html#map=Demo/);
    await settle(page);
    assert.deepEqual(troubles, []);
    await page.close();
});

await test('areas have names from near, data layers lie over all maps and in the link, and lengths are measured', async () => {
    const { page, troubles } = await newPage(context, server.url);
    await visit(page, `${world}#map=Demo&zoom=6&x=0.0&y=0.0`);
    await page.locator('.area-name', { hasText: 'Millbrook' }).waitFor();
    await page.keyboard.press('n');
    await page.locator('.area-name').first().waitFor({ state: 'detached' });
    await page.keyboard.press('l');
    await page.locator('#layer-list input[value="height"]').check();
    await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get('layer') === 'height' &&
        document.querySelector('.leaflet-pane img.world-picture[src*="/web/height/"]')?.naturalWidth > 0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await page.mouse.click(400, 300);
    await page.mouse.click(400, 400);
    assert.match(await page.locator('#length').textContent(), /^\d+\.\d yards$/);
    await page.keyboard.press('Escape');
    await page.locator('#length').waitFor({ state: 'hidden' });
    await page.reload();
    await settle(page);
    assert.ok(await page.locator('#layer-list input[value="height"]').isChecked());
    assert.deepEqual(troubles, []);
    await page.close();
});

await test('a view is shared as a link and as part of another page, which has no bars and leaves the wheel alone', async () => {
    const { page, troubles } = await newPage(context, server.url);
    await visit(page, `${server.url}/minimap/Demo/index.html#map=Demo&zoom=5&x=0.0&y=0.0`);
    assert.equal(await page.locator('.site-title').textContent(), 'The demo world');
    await page.locator('#share').click();
    await page.locator('.share[open]').waitFor();
    const texts = await page.locator('.share textarea').evaluateAll((fields) => fields.map(({ value }) => value));
    assert.equal(texts[0], page.url());
    assert.match(texts[1], /^<iframe src="http:[^"]*#map=Demo&amp;zoom=5&amp;x=0.0&amp;y=0.0&amp;embed" title="The island" /);
    assert.deepEqual(await violations(page), []);
    const window = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 640 });
    assert.deepEqual(await page.locator('.share textarea').evaluateAll((fields) => fields.map((field) => field.scrollHeight - field.clientHeight)), [0, 0]);
    await page.setViewportSize(window);
    await page.route('**/other.html', (route) => route.fulfill({ contentType: 'text/html', body: `<!doctype html><body style="height: 4000px">${texts[1]}</body>` }));
    await page.goto(`${server.url}/other.html`);
    const frame = page.frameLocator('iframe');
    await frame.locator('img.leaflet-tile-loaded').first().waitFor();
    assert.equal(await frame.locator('.bar:visible, .tools:visible, .readout:visible').count(), 0);
    const zoomOf = () => page.frames()[1].evaluate(() => adtmap.leaflet.getZoom());
    await page.mouse.move(400, 250);
    await page.mouse.wheel(0, 200);
    await page.waitForFunction(() => scrollY > 0);
    assert.equal(await zoomOf(), 5);
    await frame.getByText('Hold Ctrl').waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -400);
    await page.keyboard.up('Control');
    await page.frames()[1].waitForFunction(() => adtmap.leaflet.getZoom() > 5 && /&embed$/.test(location.hash));
    const full = await frame.getByRole('link', { name: 'Open the full map' }).getAttribute('href');
    assert.ok(full.includes('#map=Demo') && !full.includes('embed'), full);
    assert.deepEqual(troubles, []);
    await page.close();
});

await test('a card leads to the place on its map; keys and renderings work', async () => {
    const { page, troubles } = await newPage(context, server.url);
    await visit(page, `${world}#map=Demo&zoom=6&x=100.0&y=-200.0`);
    await page.mouse.click(720, 450);
    const link = page.locator('.place-card a');
    assert.match(await link.getAttribute('href'), /^\.\.\/Demo\/index\.html#map=Demo&zoom=6&x=(9|10)\d\.\d&y=-(19|20)\d\.\d&mark=/);
    await page.keyboard.press('Escape');
    await page.locator('.leaflet-popup').waitFor({ state: 'detached' });
    await page.keyboard.press('0');
    await page.waitForFunction(() => Number(new URLSearchParams(location.hash.slice(1)).get('zoom')) < 5);
    await page.locator('#renderings').selectOption({ label: 'With trees' });
    await page.waitForURL(/trees\/world-isles/);
    await settle(page);
    assert.deepEqual(await mapsShown(page), ['Demo'], 'this rendering has no hall');
    assert.deepEqual(troubles, []);
    await page.close();
});

await test('from disk it is the same; a file that is missing is named', async () => {
    const base = pathToFileURL(site).href;
    const { page, troubles } = await newPage(context, base);
    await visit(page, `${base}/minimap/world-isles/index.html`);
    assert.deepEqual(await mapsShown(page), ['Demo', 'Hall']);
    assert.deepEqual(troubles, []);
    await page.route('**/Hall/map.js', (route) => route.abort());
    await page.reload();
    await page.locator('#toast', { hasText: 'Hall/map.js could not be loaded' }).waitFor();
    assert.deepEqual(await mapsShown(page), ['Demo'], 'what has come is shown');
    await page.close();
}, { isRepeat: true });

async function useKeys(page) {
    const reached = new Set();
    for (let i = 0; i < 30 && !reached.has('map'); i++) {
        await page.keyboard.press('Tab');
        reached.add(await page.evaluate(() => document.activeElement.id));
    }
    assert.deepEqual(['home', 'maps', 'renderings', 'query', 'zoom-in', 'whole', 'markers', 'help', 'copy', 'map'].filter((id) => !reached.has(id)), []);
    const before = page.url();
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL((url) => url.href !== before);
    await page.keyboard.press('?');
    await page.locator('#keys[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('#map').focus();
    await page.keyboard.press('Enter');
    await page.locator('.place-card').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.place-card').waitFor({ state: 'detached' });
}

async function useTouch(page) {
    const { x, y, height } = await page.locator('.world-title', { hasText: 'The island' }).boundingBox();
    await page.locator('#more').tap();
    await page.locator('#markers').tap();
    await page.locator('#marker-list').waitFor();
    await page.locator('#more').tap(); // the sheet of tools takes its place, and goes
    await page.locator('#more').tap();
    await page.locator('#tools').waitFor({ state: 'hidden' });
    await page.touchscreen.tap(x, y + height + 25); // left of a pin below it
    await page.locator('.place-card').getByRole('link', { name: 'Open The island here' }).waitFor();
}

for (const [width, height, colorScheme] of [[1440, 900, 'light'], [1024, 768, 'dark'], [844, 390, 'light'], [390, 844, 'dark'], [320, 568, 'light']]) {
    await test(`${width} x ${height}, ${colorScheme}: all fits into the window, by axe, and works by keys or touch`, async () => {
        const hasTouch = width < 1000;
        const window = await open({ ...STILL, viewport: { width, height }, colorScheme, hasTouch });
        const { page, troubles } = await newPage(window.context, server.url);
        await visit(page, world);
        await shoot(page, join(shots, `world-${width}x${height}-${colorScheme}.jpg`));
        assert.deepEqual(await misplaced(page), []);
        assert.deepEqual(await violations(page), []);
        await (hasTouch ? useTouch(page) : useKeys(page));
        assert.deepEqual(troubles, []);
        await window.close();
    }, { isRepeat: true });
}

await test('at 50 kB a second the whole map is seen, blurred, before there are scripts or pictures', async () => {
    const window = await open({ viewport: { width: 390, height: 844 } });
    const { page, troubles } = await newPage(window.context, server.url);
    const session = await window.context.newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', { offline: false, latency: 50, downloadThroughput: 50000, uploadThroughput: 50000 });
    let release;
    const released = new Promise((done) => { release = done; });
    await page.route('**/page.js', async (route) => { await released; await route.continue(); });
    const begun = Date.now();
    const since = () => Math.round((Date.now() - begun) / 100) / 10;
    await page.goto(`${server.url}/minimap/Demo/index.html`, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.querySelector('#loading img')?.naturalWidth > 0);
    const blurred = since();
    assert.equal(await page.locator('img.leaflet-tile').count(), 0);
    release();
    await page.locator('img.leaflet-tile-loaded').first().waitFor();
    console.log(`        blurred after ${blurred} s, the first picture after ${since()} s`);
    assert.deepEqual(troubles, []);
    await window.close();
}, { isRepeat: true });

await closeAll();
server.close();
process.exit(failed() ? 1 : 0);

// A site with renderings in a real browser: its first page, the choice of renderings, the way back.
//     node renderings.mjs SITE      SITE holds the renderings minimap and trees of Demo (see web.sh)
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tileAt, tileCorners } from '../../src/output/web/page/places.js';
import { closeAll, newPage, open, serve, settle, STILL, suite, violations } from './browser.mjs';

const site = resolve(process.argv[2]);
const { test, failed } = suite();
const { context } = await open({ viewport: { width: 1280, height: 800 } });
const server = await serve(site);
async function walk(base) {
    const { page, troubles } = await newPage(context, base);
    await page.goto(`${base}/index.html`);
    assert.equal(await page.locator('h1').textContent(), 'Two renderings');
    assert.deepEqual(await page.locator('h2').allTextContents(), ['Land', 'Rooms']);
    assert.deepEqual(await page.locator('li:first-child .renderings').first().locator('a').allTextContents(), ['Minimap', 'With trees']);
    await page.locator('.card').first().click();
    await settle(page);
    assert.match(page.url(), /minimap\/Demo\/index\.html/);
    const view = '#map=Demo&zoom=6.5&x=100.0&y=-200.0';
    await page.goto(`${base}/minimap/Demo/index.html${view}`);
    await settle(page);
    assert.equal(await page.locator('#renderings').inputValue(), 'minimap');
    await page.locator('#renderings').selectOption({ label: 'With trees' });
    await page.waitForURL(/trees\/Demo/);
    await settle(page);
    assert.equal(new URL(page.url()).hash, view);
    assert.equal(await page.locator('#renderings').inputValue(), 'trees');
    await page.locator('#home').click();
    await page.waitForURL(`${base}/index.html`);
    assert.deepEqual(troubles, []);
    await page.close();
}

// The other rendering to the right of the divider, by the button, by keys and by its pictures.
async function compare(base) {
    const { page, troubles } = await newPage(context, base);
    await page.goto(`${base}/minimap/Demo/index.html#map=Demo&zoom=6.5&x=100.0&y=-200.0`);
    await settle(page);
    const others = page.locator('img.leaflet-tile[src*="/trees/Demo/web/color/"]');
    const left = () => page.evaluate(() => document.getElementById('map').getBoundingClientRect().left +
        document.querySelector('.leaflet-other-pane').getBoundingClientRect().left +
        Number(document.querySelector('.leaflet-other-pane').style.clip.match(/, ([-0-9.]+)px\)$/)[1]));
    await page.locator('#compare').click();
    await others.first().waitFor();
    await settle(page);
    assert.equal(await page.evaluate(() => adtmap.site.rendering), 'minimap');
    assert.deepEqual([await page.locator('#left-name').textContent(), await page.locator('#right-name').textContent()],
        ['Minimap', 'With trees']);
    assert.ok(Math.abs(await left() - 640) < 2, `cut at ${await left()}`);
    assert.match(await page.evaluate(() => document.querySelector('.leaflet-tile-pane').style.clip), /^rect\(.* 640px, .*\)$/,
        'its own pictures end at the divider');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'divider');
    await page.keyboard.press('End');
    assert.ok(Math.abs(await left() - 1280) < 2, `cut at ${await left()}`);
    await page.keyboard.press('Home');
    assert.ok(Math.abs(await left()) < 2, `cut at ${await left()}`);
    await page.locator('#divider').fill('250');
    await page.mouse.move(900, 500);
    await page.mouse.down();
    await page.mouse.move(700, 300, { steps: 5 });
    await page.mouse.up();
    await settle(page);
    assert.ok(Math.abs(await left() - 320) < 2, `cut at ${await left()} after a drag`);
    // Trees stand on some of the tiles: these are outlined, and the list leads to them.
    const words = await page.locator('#change-count').textContent();
    const [count, total] = words.match(/^(\d+) of (\d+) tiles differ$/).slice(1).map(Number);
    assert.ok(count > 20 && count < total && total === 64, words);
    assert.equal(await page.locator('path.leaflet-interactive, .leaflet-overlay-pane path').count(), count);
    await page.locator('#changes summary').click();
    assert.equal(await page.locator('#change-list button').count(), count);
    await page.getByRole('button', { name: '32_32', exact: true }).click();
    await settle(page);
    assert.deepEqual(tileAt(await page.evaluate(() => adtmap.leaflet.getCenter())), { x: 32, y: 32 });
    assert.ok(await page.evaluate(() => adtmap.leaflet.getZoom()) > 6.5, 'the tile fills the window');
    await page.locator('#map').focus();
    await page.keyboard.press('v');
    assert.equal(await others.count(), 0);
    assert.equal(await page.locator('.leaflet-overlay-pane path').count(), 0);
    assert.ok(await page.locator('#divider').isHidden());
    assert.equal(await page.evaluate(() => document.querySelector('.leaflet-tile-pane').style.clip), '');
    assert.deepEqual(troubles, []);
    await page.close();
}

// A link keeps what is compared and where, what is hidden, and how strong a layer is; the next page shows it.
async function linkAll(base) {
    const { page, troubles } = await newPage(context, base);
    await page.goto(`${base}/minimap/Demo/index.html#map=Demo&zoom=5&x=100.0&y=-200.0`);
    await settle(page);
    await page.locator('#compare').click();
    await page.locator('#divider').fill('250');
    await page.locator('#divider').dispatchEvent('change');
    await page.locator('#markers').click();
    await page.getByLabel('Graveyards (').uncheck();
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => /hide=Graveyards&with=trees&at=25$/.test(location.hash));
    const second = await newPage(context, base);
    await second.page.goto(page.url());
    await second.page.locator('img.leaflet-tile[src*="/trees/Demo/web/color/"]').first().waitFor();
    await settle(second.page);
    assert.equal(await second.page.locator('#divider').inputValue(), '250');
    assert.equal(await second.page.locator('#compare').getAttribute('aria-pressed'), 'true');
    assert.equal(await second.page.locator('.marker[aria-label*="(Graveyards)"]').count(), 0);
    assert.ok(await second.page.locator('.marker').count() > 0);
    assert.equal(new URL(second.page.url()).hash, new URL(page.url()).hash);
    await second.page.evaluate(() => { location.hash = '#map=Demo&zoom=5&x=100.0&y=-200.0'; });
    await second.page.locator('#divider').waitFor({ state: 'hidden' });
    assert.ok(await second.page.locator('.marker[aria-label*="(Graveyards)"]').count() > 0);
    assert.deepEqual([...troubles, ...second.troubles], []);
    await second.page.close();
    await page.close();
}

// Whether two parts have no pixel in common; one that is not shown has none.
const liesApart = (page, ...parts) => page.evaluate((selectors) => {
    const [a, b] = selectors.map((selector) => document.querySelector(selector).getBoundingClientRect());
    return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
}, parts);

// With the list of what differs open.
async function checkSize(base, width, height) {
    const sized = await open({ ...STILL, viewport: { width, height }, colorScheme: width === 1280 ? 'light' : 'dark' });
    const { page } = await newPage(sized.context, base);
    await page.goto(`${base}/minimap/Demo/index.html#map=Demo&zoom=6.5&x=100.0&y=-200.0`);
    await settle(page);
    await page.keyboard.press('v');
    await page.locator('#changes summary').click();
    await settle(page);
    assert.deepEqual(await violations(page), []);
    const covered = await page.evaluate(() => [...document.querySelectorAll('#change-list button')].filter((button) => {
        button.scrollIntoView();
        const box = button.getBoundingClientRect();
        return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2) !== button;
    }).map(({ textContent }) => textContent));
    assert.deepEqual(covered, []);
    for (const part of ['.bar', '.tools', '.readout', '.area', '#left-name', '#right-name']) {
        assert.ok(await liesApart(page, '.other', part), `the list lies on ${part}`);
    }
    assert.equal(await page.evaluate(() => {
        const { left, right, top, bottom } = document.querySelector('#divider').getBoundingClientRect();
        return document.elementFromPoint((left + right) / 2, (top + bottom) / 2).id;
    }), 'divider', 'the list lies on the thumb');
    const isHidden = await page.evaluate(() => getComputedStyle(document.querySelector('.ruler')).visibility === 'hidden');
    assert.ok(isHidden || await liesApart(page, '.other', '.ruler'), 'the scale lies on the list');
    await page.locator('#divider').focus();
    await page.keyboard.press('v');
    assert.ok(await page.locator('#divider').isHidden(), 'v ends it from within');
    await sized.close();
}

// One build is shown, and the reason told, when the other one cannot be.
async function compareDamaged(base) {
    for (const [file, body] of [['minimap/Demo/tiles.js', 'adtmap.contents = "0'], ['trees/Demo/tiles.js', ''],
        ['trees/Demo/map.js', 'adtmap.map = {']]) {
        const { context: own } = await open({ viewport: { width: 1280, height: 800 } }); /* which has no script in memory */
        const { page } = await newPage(own, base);
        await page.route(`**/${file}`, (route) => route.fulfill({ body, contentType: 'text/javascript' }));
        await page.goto(`${base}/minimap/Demo/index.html`);
        await settle(page);
        await page.keyboard.press('v');
        await page.locator('.toast.wrong').getByText(/(map|tiles)\.js is damaged$/).waitFor();
        assert.ok(await page.locator('#divider').isHidden());
        assert.equal(await page.locator('#compare').getAttribute('aria-pressed'), 'false');
        await page.unroute(`**/${file}`);
        await page.keyboard.press('v');
        await page.locator('img.leaflet-tile[src*="/trees/Demo/web/color/"]').first().waitFor();
        await own.close();
    }
}

// A build whose name has markup and turns the line's direction, and which has no tile.
async function compareHostile(base) {
    const name = 'Old<img src=x onerror="globalThis.isHurt = 1">\u202ednib';
    const { context: own } = await open({ viewport: { width: 1280, height: 800 } });
    const { page, troubles } = await newPage(own, base);
    const change = (file, edit) => page.route(`**/${file}`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: edit(await response.text()) });
    });
    await change('minimap/page-files/site.js', (text) => text.replaceAll('"With trees"', JSON.stringify(name)));
    await change('trees/Demo/map.js', (text) => text.replace(/(?<="tiles": \[)[^\]]+/, (rows) => rows.replace(/[0-9a-f]/g, '0')));
    await change('trees/Demo/tiles.js', (text) => text.replace(/(?<=contents = ).*;/, '"";'));
    await page.goto(`${base}/minimap/Demo/index.html`);
    await settle(page);
    await page.keyboard.press('v');
    await page.getByText('All 64 tiles differ').waitFor();
    assert.deepEqual([await page.locator('#left-name').textContent(), await page.locator('#right-name').textContent()], ['Minimap', name]);
    assert.deepEqual(await page.locator('#other option').allTextContents(), [name]);
    assert.equal(await page.locator('img[src="x"]').count(), 0);
    assert.equal(await page.evaluate(() => globalThis.isHurt), undefined);
    // Each name is a box, so that its direction ends with it.
    assert.deepEqual(await page.locator('#left-name, #right-name').evaluateAll((names) => names.map((box) => getComputedStyle(box).display)),
        ['block', 'block']);
    assert.equal(await page.locator('img.leaflet-tile[src*="/trees/Demo/web/color/"]').count(), 0);
    assert.equal(await page.locator('#change-list button').count(), 0);
    assert.deepEqual(troubles, []);
    await own.close();
}

// Data layers lie over both, the divider over these, and cards over the divider.
async function stack(base) {
    const { page } = await newPage(context, base);
    await page.goto(`${base}/minimap/Demo/index.html`);
    await settle(page);
    await page.keyboard.press('v');
    await page.locator('.leaflet-third-divider-pane').waitFor({ state: 'attached' });
    const order = await page.evaluate(() => ['tile', 'other', 'data', 'other-divider', 'marker', 'popup'].map((pane) =>
        Number(getComputedStyle(document.querySelector(`.leaflet-${pane}-pane`)).zIndex)));
    assert.deepEqual(order, [...order].sort((a, b) => a - b));
    assert.equal(new Set(order).size, order.length);
    await page.close();
}

// A map of one picture: 20 % of the window when it was never enlarged.
async function small(base) {
    const { page } = await newPage(context, base);
    await page.goto(`${base}/minimap/Hall/index.html`);
    await settle(page);
    const corners = tileCorners(...await page.evaluate(() => adtmap.map.bounds));
    const edge = await page.evaluate((places) => {
        const [a, b] = places.map((corner) => adtmap.leaflet.latLngToContainerPoint(corner));
        return Math.max(b.x - a.x, b.y - a.y);
    }, corners);
    assert.ok(edge > 480, `${edge} px`);
    await page.close();
}

await test('two renderings side by side, from a server', () => compare(server.url));
await test('two renderings side by side, from disk', () => compare(pathToFileURL(site).href));
await test('a link keeps the comparison and hidden groups, from a server', () => linkAll(server.url));
await test('a link keeps the comparison and hidden groups, from disk', () => linkAll(pathToFileURL(site).href), { isSame: true });
for (const [width, height] of [[1440, 900], [1280, 800], [1280, 720], [844, 390], [690, 500], [601, 800], [568, 320],
    [500, 400], [390, 844], [320, 568]]) {
    await test(`${width}x${height}: the comparison has no fault by axe, and keys end it from within`,
        () => checkSize(server.url, width, height), { isRepeat: !['1280x800', '320x568'].includes(`${width}x${height}`) });
}
await test('a comparison with a damaged build ends with a message', () => compareDamaged(server.url));
await test('a comparison with a hostile build without tiles shows names as they are', () => compareHostile(server.url));
await test('data layers lie over both renderings, cards over the divider', () => stack(server.url));
await test('a map of one picture is enlarged', () => small(server.url));
await test('renderings are chosen and keep the view, from a server', () => walk(server.url));
await test('renderings are chosen and keep the view, from disk', () => walk(pathToFileURL(site).href), { isSame: true });
await test('in a small window the words about a comparison make room for a card, and come back', async () => {
    const { context: small } = await open({ viewport: { width: 390, height: 844 } });
    const { page, troubles } = await newPage(small, server.url);
    await page.goto(`${server.url}/minimap/Demo/index.html#map=Demo&zoom=5&x=0&y=0&with=trees&card=-300+100`);
    await page.locator('.place-card').waitFor();
    await page.locator('#comparison:not([hidden])').waitFor({ state: 'attached' });
    assert.ok(!(await page.locator('.other').isVisible()));
    await page.keyboard.press('Escape');
    await page.locator('.other').waitFor();
    assert.deepEqual(troubles, []);
    await small.close();
});

await closeAll();
server.close();
process.exit(failed() ? 1 : 0);

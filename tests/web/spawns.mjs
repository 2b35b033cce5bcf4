// Many markers and players in a real browser.
//     node spawns.mjs SITE SCREENSHOTS      SITE holds the map Demo with markers in parts, and players.json (see web.sh)
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { closeAll, newPage, open, serve, settle, shoot, STILL, suite, violations } from './browser.mjs';

const [site, shots] = process.argv.slice(2).map((path) => resolve(path));
const { test, failed } = suite();
const server = await serve(site);
const players = await readFile(join(site, 'players.json'), 'utf8');

/* The file of players is answered from here: tests of the same site run at once, and each has its own. */
const live = { status: 200, body: players };

async function openMap(hash, { width = 1440, height = 900, scheme = 'light' } = {}) {
    const { context, close } = await open({ ...STILL, viewport: { width, height }, colorScheme: scheme });
    const { page, troubles } = await newPage(context, server.url);
    live.status = 200;
    live.body = players;
    await page.route('**/players.json', (route) => route.fulfill({ ...live, contentType: 'application/json' }));
    await page.goto(`${server.url}/Demo/index.html${hash}`);
    return { page, troubles, close };
}

const sum = (page) => page.evaluate(() => [...document.querySelectorAll('.cluster')].reduce((all, circle) =>
    all + Number(circle.getAttribute('aria-label').match(/^\d+/)[0]), 0) + document.querySelectorAll('.marker').length);

await test('circles have the number of their markers, open, and lead to each marker', async () => {
    const { page, troubles, close } = await openMap('');
    await page.locator('.cluster').first().waitFor();
    assert.ok(await page.locator('.cluster').count() < 200);
    assert.ok(await sum(page) >= 94000, `${await sum(page)} markers`);
    const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /points\/\d+\.js$/.test(name)).length);
    assert.ok(await loaded() <= 1, 'no points are loaded from far away');
    await shoot(page, join(shots, 'spawns-far.jpg'));
    const inside = () => page.evaluate(() => [...document.querySelectorAll('.cluster')].map((circle) => circle.getBoundingClientRect())
        .map(({ x, y, width, height }) => [x + width / 2, y + height / 2]).find(([x, y]) => x > 300 && x < 1000 && y > 200 && y < 700));
    for (let i = 0; i < 5; i++) {
        await page.mouse.click(...await inside());
        await settle(page);
    }
    assert.ok(await loaded() > 1);
    assert.ok(await page.locator('.marker').count() > 0);
    await page.locator('#markers').click();
    await shoot(page, join(shots, 'spawns-near.jpg'));
    assert.deepEqual(troubles, []);
    await close();
});

await test('the read-out and cards tell floors and liquids', async () => {
    const { page, troubles, close } = await openMap('');
    const go = (type, x, y) => page.evaluate(([name, lat, lng]) =>
        adtmap.leaflet.fire(name, { latlng: L.latLng(lat, lng), originalEvent: new MouseEvent(name, { detail: 1 }) }), [type, x, y]);
    const tells = (id, words) => page.locator(`#${id}`, { hasText: words }).waitFor();
    await go('mousemove', -488, -12); /* a cottage; the ground is at 12 */
    await tells('floor', /^(1[7-9]|2\d)$/);
    await tells('liquid', /^\u2013$/);
    await go('mousemove', -1500, -1400);
    await tells('floor', /^-3[567]$/);
    await tells('liquid', /^Ocean 0$/);
    await go('click', -1500, -1400);
    await page.locator('.place-card', { hasText: /Surface -3[567] ydLiquid Ocean 0/ }).waitFor();
    assert.ok(await page.locator('#height-pair').isHidden());
    await shoot(page, join(shots, 'spawns-values.jpg'));
    assert.deepEqual(troubles, []);
    await close();
});

await test('a page without its further parts says so', async () => {
    const { context, close } = await open();
    const page = await context.newPage();
    await page.route('**/page-points.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }));
    await page.goto(`${server.url}/Demo/index.html`);
    await page.getByRole('alert').getByText('page-points.js is damaged').waitFor();
    await close();
});

await test('the search finds a marker whose part is not loaded yet', async () => {
    const { page, troubles, close } = await openMap('');
    await page.locator('.cluster').first().waitFor();
    const hasNames = () => page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('points/names.js')));
    assert.ok(!await hasNames(), 'names wait for the search');
    await page.locator('#query').fill('wolf 77777');
    await page.locator('.result', { hasText: 'Wolf 77777' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.leaflet-popup-content', { hasText: /^Wolf 77777.*Wolves/ }).waitFor();
    await page.locator('.marker[aria-label="Wolf 77777 (Wolves)"]').waitFor();
    await page.locator('#query').fill('twin');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.locator('#toast', { hasText: '2 of 3' }).waitFor();
    await page.locator('.leaflet-popup-content', { hasText: /^Twin/ }).last().waitFor(); /* the first may still fade */
    await page.locator('#query').fill('way');
    await page.keyboard.press('Enter');
    await page.locator('.leaflet-popup-content', { hasText: /^Way/ }).waitFor();
    assert.ok(await hasNames());
    assert.deepEqual(troubles, []);
    await close();
});

await test('a circle that no zoom opens lists its markers', async () => {
    const { page, troubles, close } = await openMap('#map=Demo&zoom=20&x=1300&y=300');
    const circle = page.locator('.cluster[aria-label^="3 markers"]');
    await circle.waitFor();
    await circle.focus();
    await page.keyboard.press('Enter');
    await page.locator('.cluster-list button').nth(1).click();
    assert.match(await page.locator('.leaflet-popup-content').textContent(), /^Twin1300\.0 300\.0/);
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(troubles, []);
    await close();
});

await test('a group may have an icon of its own, and a card a picture', async () => {
    const { page, troubles, close } = await openMap('#map=Demo&zoom=9&x=1200&y=-300');
    const own = page.locator('.marker.own');
    await own.waitFor();
    const isLoaded = (selector) => page.waitForFunction((one) => document.querySelector(one).naturalWidth > 0, selector);
    await isLoaded('.marker.own img');
    await own.focus();
    await page.keyboard.press('Enter');
    await page.locator('.leaflet-popup-content', { hasText: /^Own/ }).waitFor();
    await isLoaded('.leaflet-popup-content .picture');
    await shoot(page, join(shots, 'spawns-picture.jpg'));
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(troubles, []);
    await close();
});

await test('Tab reaches the controls before the markers, and the focus is seen on these', async () => {
    const { page, troubles, close } = await openMap('#map=Demo&zoom=9&x=1200&y=-300');
    await page.locator('.marker.own').waitFor();
    const reached = [];
    for (let i = 0; i < 60 && !reached.includes('Own (Signs)'); i++) {
        await page.keyboard.press('Tab');
        reached.push(await page.evaluate(() => document.activeElement.id || document.activeElement.getAttribute('aria-label')));
    }
    const order = ['home', 'query', 'zoom-in', 'help', 'map', 'Own (Signs)'].map((name) => reached.indexOf(name));
    assert.ok(order.every((at, i) => at >= 0 && (i === 0 || at > order[i - 1])), reached.join());
    assert.match(await page.evaluate(() => getComputedStyle(document.activeElement).outline), /solid 3px/);
    await shoot(page, join(shots, 'spawns-focus.jpg'));
    assert.deepEqual(troubles, []);
    await close();
});

await test('a group that starts hidden is shown by its switch, and the link keeps it', async () => {
    const { page, troubles, close } = await openMap('');
    await page.locator('.cluster').first().waitFor();
    await page.waitForFunction(() => location.hash.includes('hide=Ways'));
    await page.locator('#markers').click();
    await page.locator('#marker-list input[value="Ways"]').check();
    await page.waitForFunction(() => !location.hash.includes('hide=Ways'));
    await page.waitForFunction(() => document.querySelector('.leaflet-shapes-pane canvas') !== null);
    assert.deepEqual(troubles, []);
    await close();
});

for (const [width, height] of [[1440, 900], [390, 844]]) {
    for (const scheme of ['light', 'dark']) {
        await test(`players are shown, listed and followed (${width} px, ${scheme})`, async () => {
            const { page, troubles, close } = await openMap('#map=Demo&zoom=6&x=0&y=0', { width, height, scheme });
            await page.locator('.player').first().waitFor();
            assert.equal(await page.locator('.player').count(), 2);
            await page.evaluate(() => document.getElementById('live').click());
            assert.match(await page.locator('#live-list').textContent(), /2 players here.*Anna.*Bo/);
            await shoot(page, join(shots, `players-${width}-${scheme}.jpg`));
            assert.deepEqual(await violations(page), []);
            await page.locator('#live-list button', { hasText: 'Anna' }).click();
            await page.locator('#live-list button[aria-pressed="true"]', { hasText: 'Anna' }).waitFor();
            await page.waitForFunction(() => Math.abs(adtmap.leaflet.getCenter().lat - 40) < 5);
            live.body = players.replace('"x": 40', '"x": 400');
            await page.waitForFunction(() => Math.abs(adtmap.leaflet.getCenter().lat - 400) < 5);
            assert.deepEqual(troubles, []);
            await close();
        }, { isRepeat: width === 390 || scheme === 'dark' });
    }
}

/* The page asks again after four seconds, and after a second failure each 15, which the clock skips. */
await test('a file of players that is broken, huge, slow, gone or old is said, and the page goes on', async () => {
    const { page, close } = await openMap('');
    await page.clock.install();
    await page.reload();
    await page.locator('.player').first().waitFor();
    await page.evaluate(() => document.getElementById('live').click());
    const says = async (words) => {
        await page.clock.fastForward(16000);
        await page.locator('.live-status', { hasText: words }).waitFor();
    };
    live.body = '{"players": [';
    await says('is damaged');
    assert.equal(await page.locator('.player').count(), 2);
    assert.ok(await page.evaluate(() => document.body.classList.contains('stale')));
    live.body = players;
    await page.clock.fastForward(5000);
    await page.locator('.live-status', { hasText: /^2 players here$/ }).waitFor();
    live.body = players + ' '.repeat(1 << 20);
    await says('is larger than 1 MiB');
    live.status = 404;
    await says('answers 404');
    const asked = page.waitForRequest('**/players.json');
    const silence = () => {}; /* never answers */
    await page.route('**/players.json', silence);
    await page.clock.fastForward(16000);
    await asked;
    await says('does not answer');
    await page.unroute('**/players.json', silence);
    Object.assign(live, { status: 200, body: players.replace('"x": 40', '"x": 41') });
    await says(/^2 players here$/);
    assert.ok(!await page.evaluate(() => document.body.classList.contains('stale')));
    await page.clock.fastForward(61000);
    await says(/^No news since .* 2 players here then$/);
    await page.mouse.move(700, 400);
    await page.mouse.wheel(0, -300);
    await page.locator('#whole').click();
    await close();
});

server.close();
await closeAll();
process.exit(failed() ? 1 : 0);

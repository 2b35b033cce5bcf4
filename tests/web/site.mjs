// The website in a real browser: from a static server and from disk, wide and narrow.
//     node site.mjs OUT SCREENSHOTS CONTINENT      OUT holds the maps Demo and "Isle & Co", CONTINENT has many landmarks (see web.sh)
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { placeText, tileCorners } from '../../src/output/web/page/places.js';
import { afterTimers, closeAll, leave, newPage, open, serve, settle, shoot, STILL, suite, violations } from './browser.mjs';

const out = resolve(process.argv[2]);
const shots = resolve(process.argv[3]);
const continent = resolve(process.argv[4]);
const TILE_YARDS = 1600 / 3;
const [REST_MS, DOUBLE_CLICK_MS] = [120, 250]; // as of the page
const yardsPerPixel = (zoom) => (64 * TILE_YARDS) / (256 * 2 ** zoom);
const hash = (fields) => `#${new URLSearchParams(fields)}`;
const demo = (x, y, zoom, layer) => hash({ map: 'Demo', zoom, x, y, ...(layer && { layer }) });
const { PART } = process.env;
const { test, failed } = suite();

// Until the link has `zoom`; a step during an animation follows it.
async function zoomsTo(page, zoom, act) {
    await settle(page);
    await act();
    await page.waitForFunction((wanted) => new URLSearchParams(location.hash.slice(1)).get('zoom') === wanted, zoom);
    await settle(page);
}

async function visit(page, url) {
    await leave(page);
    await page.goto(url);
    await settle(page);
}

// Another view of the page that is open, which takes a fifth of the time of a visit.
async function moveTo(page, view) {
    await page.evaluate((to) => { location.hash = to; }, view);
    await settle(page);
}

const shot = (page, name) => shoot(page, join(shots, `${name}.jpg`));
const text = (page, id) => page.locator(`#${id}`).textContent();
const middle = (page) => ({ x: page.viewportSize().width / 2, y: page.viewportSize().height / 2 });
// From the page itself: `page.url()` hears later of a change.
const link = async (page) => Object.fromEntries(new URLSearchParams(await page.evaluate(() => location.hash.slice(1))));

async function readout(page) {
    return { x: Number(await text(page, 'x')), y: Number(await text(page, 'y')),
        tile: await text(page, 'tile') };
}

// Presses a tool: in small windows it is in a sheet behind a button.
async function use(page, id) {
    if (!(await page.locator(`#${id}`).isVisible())) {
        await page.locator('#more').click();
    }
    await page.locator(`#${id}`).click();
}

// The boxes of those parts that are shown.
async function boxesOf(page, parts) {
    return (await Promise.all(parts.map((part) => page.locator(part).boundingBox()))).filter(Boolean);
}

// Colours at points of a picture, read by the browser.
function colors(page, source, points) {
    return page.evaluate(async ([url, places]) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'),
            { width: image.width, height: image.height });
        const context = canvas.getContext('2d', { willReadFrequently: true });
        context.drawImage(image, 0, 0);
        return places.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data.slice(0, 3)]);
    }, [source, points]);
}

// How much brighter or darker than both its neighbours a row or column of a part of the screen is, in the mean of its
// pixels, at most: a line along the edges of pictures is far more than what they show.
async function boldestLine(page, clip) {
    const png = (await page.screenshot({ clip })).toString('base64');
    return page.evaluate(async ([data, { width, height }]) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
        context.drawImage(image, 0, 0);
        const pixels = context.getImageData(0, 0, width, height).data;
        const means = (count, length, at) => Array.from({ length: count }, (_, line) => {
            let sum = 0;
            for (let i = 0; i < length; i++) {
                sum += pixels[at(line, i) * 4 + 1];
            }
            return sum / length;
        });
        const departures = (lines) => lines.slice(1, -1).map((mean, i) => Math.abs(mean - (lines[i] + lines[i + 2]) / 2));
        return Math.max(...departures(means(height, width, (line, i) => line * width + i)), ...departures(means(width, height, (line, i) => i * width + line)));
    }, [png, clip]);
}

async function screenColors(page, points) {
    const png = await page.screenshot();
    return colors(page, `data:image/png;base64,${png.toString('base64')}`, points);
}

function assertNear(found, wanted, tolerance, what) {
    assert.ok(Math.abs(found - wanted) <= tolerance, `${what}: ${found}, wanted ${wanted}`);
}

// At zoom 7 a tile of 512 px is shown pixel by pixel: the screen must show the rendered tile.
async function assertShowsTile(page, x, y) {
    await moveTo(page, demo(x, y, 7));
    const tile = { x: Math.floor(32 - y / TILE_YARDS), y: Math.floor(32 - x / TILE_YARDS) };
    const inside = [(32 - y / TILE_YARDS - tile.x) * 512, (32 - x / TILE_YARDS - tile.y) * 512];
    const file = `tiles/Demo_${tile.x}_${tile.y}.png`;
    const offsets = [[-60, -40], [0, 0], [45, 70]];
    const wanted = await colors(page, file,
        offsets.map(([dx, dy]) => [Math.floor(inside[0] + dx), Math.floor(inside[1] + dy)]));
    const centre = middle(page);
    const found = await screenColors(page,
        offsets.map(([dx, dy]) => [Math.floor(centre.x + dx), Math.floor(centre.y + dy)]));
    wanted.forEach((color, i) => color.forEach((value, channel) =>
        assertNear(found[i][channel], value, 24, `colour ${i} at ${x} ${y}`)));
}

async function assertPointer(page, x, y, zoom) {
    await moveTo(page, demo(x, y, zoom));
    const centre = middle(page);
    for (const [dx, dy] of [[0, 0], [-100, 60], [37, -120]]) {
        await page.mouse.move(centre.x + dx, centre.y + dy);
        const wanted = { x: x - dy * yardsPerPixel(zoom), y: y - dx * yardsPerPixel(zoom) };
        const found = await readout(page);
        const tolerance = yardsPerPixel(zoom) + 0.06;
        assertNear(found.x, wanted.x, tolerance, 'X');
        assertNear(found.y, wanted.y, tolerance, 'Y');
        const tile = `${Math.floor(32 - wanted.y / TILE_YARDS)}_${Math.floor(32 - wanted.x / TILE_YARDS)}`;
        assert.equal(found.tile, tile);
    }
}

function assertApart(a, b, what) {
    const isApart = a.x + a.width <= b.x || b.x + b.width <= a.x ||
        a.y + a.height <= b.y || b.y + b.height <= a.y;
    assert.ok(isApart, `${what} lie over each other`);
}

// Must work at every width, from a server and from disk. Of these `on` names those that differ for a test.
async function basics(context, base, name) {
    const { page, troubles } = await newPage(context, base.startsWith('file:') ? 'file:' : base);
    const on = (names, title, run) => test(`${name}: ${title}`, run, { isSame: !names.split(' ').includes(name) });

    await on('wide narrow disk', 'the list shows both maps with pictures and counts', async () => {
        await visit(page, `${base}/index.html`);
        assert.deepEqual(await page.locator('.card strong').allTextContents(), ['Demo', 'Isle & Co']);
        assert.match(await page.locator('.card small').first().textContent(), /^[\d,]+ \u00d7 [\d,]+ yd$/);
        assert.deepEqual(await page.evaluate(() => [...document.images].map((image) => image.naturalWidth)), [600, 600, 600]);
        assert.deepEqual(await violations(page), []);
        await shot(page, `${name}-list`);
        await page.locator('.card').first().click();
        await settle(page);
        assert.equal(await page.title(), 'Demo');
        await shot(page, `${name}-map`);
    });

    await on('wide narrow', 'nothing is wider than the screen or lies over another thing', async () => {
        await visit(page, `${base}/Demo/index.html`);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= page.viewportSize().width, `page is ${width} wide`);
        const boxes = await boxesOf(page, ['.bar', '.tools', '.readout', '.leaflet-control-attribution', '.ruler']);
        boxes.forEach((box, i) => boxes.slice(i + 1).forEach((other) => assertApart(box, other, i)));
        boxes.forEach((box) => assert.ok(box.x >= 0 && box.x + box.width <= page.viewportSize().width));
    });

    await on('wide narrow', 'the read-out holds the longest places', async () => {
        await visit(page, `${base}/Demo/index.html`);
        const rest = await page.evaluate(() => {
            const readout = document.querySelector('.readout');
            ['x', 'y', 'height'].forEach((id) => {
                document.getElementById(id).textContent = id === 'height' ? '-1024' : '-17066.6';
            });
            const rights = [...readout.children].filter((part) => part.offsetWidth > 0)
                .map((part) => part.getBoundingClientRect().right);
            return readout.getBoundingClientRect().right - Math.max(...rights);
        });
        assert.ok(rest >= 0, `it is ${-rest} too wide`);
    });

    await on('wide', 'pointer coordinates are right at three places', async () => {
        await visit(page, `${base}/Demo/index.html`);
        await assertPointer(page, 0, 0, 6);
        await assertPointer(page, 1234.5, -678.9, 5);
        await assertPointer(page, -900, 1000.5, 8);
    });

    await on('wide', 'the grid names tiles when it is asked for', async () => {
        await visit(page, `${base}/Demo/index.html${demo(200, 200, 6)}`);
        assert.equal(await page.locator('.grid-cell').count(), 0);
        await use(page, 'grid');
        assert.equal(await page.locator('.grid-cell:not([aria-hidden="true"])').count(), 0);
        const names = await page.locator('.grid-name').allTextContents();
        assert.ok(names.includes('Demo_31_31'), names.join(' '));
        await shot(page, `${name}-grid`);
    });

    await on('wide', 'dragging and zooming move the view, and the link follows', async () => {
        await visit(page, `${base}/Demo/index.html${demo(0, 0, 5)}`);
        const centre = middle(page);
        await page.evaluate(() => { adtmap.leaflet.options.inertia = false; }); // or it slides on by how fast it was
        await page.mouse.move(centre.x, centre.y);
        await page.mouse.down();
        await page.mouse.move(centre.x + 2, centre.y + 2); // taken for the beginning, not counted
        await page.mouse.move(centre.x + 42, centre.y + 62, { steps: 4 });
        await page.mouse.up();
        await settle(page);
        assertNear(Number((await link(page)).x), 60 * yardsPerPixel(5), 8, 'x');
        assertNear(Number((await link(page)).y), 40 * yardsPerPixel(5), 8, 'y');
        await zoomsTo(page, '6', () => use(page, 'zoom-in'));
        await page.locator('#map').focus();
        await zoomsTo(page, '5', () => page.keyboard.press('-'));
        await page.keyboard.press('ArrowRight');
        await settle(page);
        assert.ok(Number((await link(page)).y) < 0, 'right is east, where Y falls');
    });

    await on('wide disk', 'the permalink brings the view back', async () => {
        await visit(page, `${base}/Demo/index.html${demo(321.5, -123.4, 7, 'height impassable')}`);
        const second = await context.newPage();
        await second.goto(page.url());
        await settle(second);
        assert.deepEqual(await link(second), { map: 'Demo', zoom: '7', x: '321.5', y: '-123.4', layer: 'height impassable' });
        assert.deepEqual(await second.locator('#layer-list input:checked').evaluateAll(
            (boxes) => boxes.map(({ value }) => value)), ['height', 'impassable']);
        assert.ok(await second.evaluate(() => document.querySelector('img.leaflet-tile[src*="web/height/"]')));
        await second.close();
    });

    await on('wide disk', 'a link to another map leads there', async () => {
        const there = hash({ map: 'Isle & Co', zoom: 5, x: 10, y: 20 });
        await visit(page, `${base}/Demo/index.html${there}`);
        await page.waitForURL(/Isle/);
        await settle(page);
        assert.equal(await page.title(), 'Isle & Co');
        assert.equal((await link(page)).x, '10.0');
    });

    await on('wide', 'the chooser switches maps and keeps the place', async () => {
        await visit(page, `${base}/Demo/index.html${demo(300, 100, 6)}`);
        await page.locator('#maps').selectOption('Isle & Co');
        await page.waitForURL(/Isle/);
        await settle(page);
        assert.equal(await page.locator('#maps').inputValue(), 'Isle & Co');
        assert.deepEqual([(await link(page)).x, (await link(page)).y, (await link(page)).zoom], ['300.0', '100.0', '6']);
        await page.goBack();
        await settle(page);
        assert.equal(await page.locator('#maps').inputValue(), 'Demo');
    });

    await on('wide narrow', 'data layers lie over the map, with an opacity', async () => {
        const shown = () => page.locator('img.leaflet-tile[src*="web/height/"]').count();
        const opacity = () => page.evaluate(() => getComputedStyle(document.querySelector(
            'img.leaflet-tile[src*="web/height/"]').closest('.leaflet-layer')).opacity);
        await visit(page, `${base}/Demo/index.html${demo(300, 100, 6)}`);
        assert.equal(await shown(), 0);
        await use(page, 'layers');
        await page.getByLabel('Relief', { exact: true }).check();
        await settle(page);
        assert.equal((await link(page)).layer, 'height');
        assert.ok(await shown() > 0);
        assert.ok(await page.locator('img.leaflet-tile[src*="web/color/"]').count() > 0, 'the map stays');
        assert.equal(await opacity(), '0.7');
        await page.getByLabel('Opacity of Relief').fill('25');
        assert.equal(await opacity(), '0.25');
        assert.equal((await link(page)).layer, 'height:25');
        await visit(page, page.url());
        assert.equal(await opacity(), '0.25');
        await use(page, 'layers');
        assert.equal(await page.getByLabel('Opacity of Relief').inputValue(), '25');
        await page.getByLabel('Relief', { exact: true }).uncheck();
        await settle(page);
        assert.equal(await shown(), 0);
        assert.equal((await link(page)).layer, undefined);
    });

    await on('wide disk', 'the height of the ground is shown where it is known', async () => {
        const scripts = [];
        page.on('request', (request) => /height\/values/.test(request.url()) && scripts.push(request.url()));
        const heightIs = (yards) => page.waitForFunction((wanted) =>
            Math.abs(Number(document.getElementById('height').textContent) - wanted) <= 2, yards);
        const { x, y } = middle(page);
        const point = async () => {
            await page.mouse.move(x - 1, y);
            await page.mouse.move(x, y);
        };
        await visit(page, `${base}/Demo/index.html${demo(1057.8, -420.3, 7)}`);
        assert.deepEqual(scripts, [], 'nobody has pointed at a place');
        await point();
        await heightIs(198);
        await visit(page, `${base}/Demo/index.html${demo(900, 300, 7)}`);
        await point();
        await heightIs(40);
        assert.deepEqual(scripts.map((url) => url.replace(/.*\//, '')), ['32_30.js', '31_30.js']);
        await page.mouse.click(x, y);
        await page.getByText(/^Height (3[89]|4[012]) yd$/).waitFor();
        await visit(page, `${base}/Demo/index.html${demo(0, 112.5, 7)}`);
        await page.mouse.click(x, y);
        const card = page.getByText(/^Height (8|9) yd$/);
        await card.waitFor();
        const [, yards] = (await card.textContent()).match(/(\d+) yd/);
        await page.waitForFunction((wanted) => document.getElementById('height').textContent === wanted, yards);
        await visit(page, `${base}/Demo/index.html${demo(800, 2187, 7)}`);
        await point();
        await afterTimers(page, REST_MS);
        assert.equal(await text(page, 'height'), '\u2013');
        assert.equal(scripts.length, 3);
        await visit(page, `${base}/${encodeURIComponent('Isle & Co')}/index.html`);
        assert.ok(await page.locator('#height-pair').isHidden());
        page.removeAllListeners('request');
    });

    await on('wide', 'data layers by keys alone', async () => {
        await visit(page, `${base}/Demo/index.html${demo(300, 100, 6)}`);
        await page.locator('#map').focus();
        await page.keyboard.press('l');
        assert.equal(await page.locator('#layers').getAttribute('aria-expanded'), 'true');
        await page.keyboard.press('Space');
        await settle(page);
        assert.equal((await link(page)).layer, 'height');
        await page.keyboard.press('Escape');
        assert.ok(await page.locator('#layer-list').isHidden());
        assert.match(await page.evaluate(() => document.activeElement.id), /^(layers|more)$/);
    });

    await on('wide', 'no picture of a layer is asked for in vain', async () => {
        const wrong = [];
        const note = (response) => response.status() >= 400 && wrong.push(response.url());
        const fail = (request) => /\/web\/impassable\//.test(request.url()) && wrong.push(request.url());
        page.on('response', note);
        page.on('requestfailed', fail);
        await visit(page, `${base}/Demo/index.html${demo(1300, 200, 3, 'impassable')}`);
        for (const zoom of [5, 6, 7]) {
            await moveTo(page, demo(1300, 200, zoom, 'impassable'));
        }
        page.off('response', note);
        page.off('requestfailed', fail);
        assert.deepEqual(wrong, []);
    });

    await on('wide', 'markers have names, as text', async () => {
        await visit(page, `${base}/Demo/index.html${demo(100, 200, 7)}`);
        await page.getByRole('button', { name: 'Harbour <b>town</b>' }).click();
        await page.locator('.leaflet-popup-content strong').waitFor();
        await settle(page);
        assert.equal(await page.locator('.leaflet-popup-content strong').textContent(), 'Harbour <b>town</b>');
        assert.equal(await page.locator('.leaflet-popup-content p').textContent(), 'Boats <i>leave</i> at noon.');
        assert.equal(await page.locator('.leaflet-popup-content a').getAttribute('href'), 'https://example.org/harbour');
        await shot(page, `${name}-marker`);
        await page.keyboard.press('Escape');
        await use(page, 'markers');
        await page.getByLabel('Markers (3)').uncheck();
        assert.equal(await page.getByRole('button', { name: 'Harbour <b>town</b>' }).count(), 0);
        await page.keyboard.press('Escape');
        assert.ok(await page.locator('#marker-list').isHidden());
    });

    await on('wide', 'pictures join between levels', async () => {
        for (const zoom of [5.75, 6.5]) {
            await visit(page, `${base}/Demo/index.html${demo(-380, -30, zoom)}`);
            await page.keyboard.press('n');
            await page.keyboard.press('m');
            await settle(page);
            const { width, height } = page.viewportSize();
            const line = await boldestLine(page, { x: 20, y: 130, width: width - 140, height: height - 290 });
            console.log(`        ${line.toFixed(1)} at zoom ${zoom}`);
            assert.ok(line < 5, `a line of ${line} at zoom ${zoom}`);
        }
        await page.keyboard.press('m');
    });

    await on('wide', 'groups of landmarks and of markers have a switch each', async () => {
        const shown = (group) => page.locator(`.marker[aria-label*="(${group})"]`).count();
        await visit(page, `${base}/Demo/index.html${demo(-300, 300, 5)}`);
        assert.deepEqual([await shown('Flight masters'), await shown('Dungeons and raids')], [2, 1]);
        await use(page, 'markers');
        assert.deepEqual(await page.locator('#marker-list label').allTextContents(),
            [' Markers (3)', ' Dungeons and raids (1)', ' Flight masters (2)', ' Graveyards (3)', ' Flight paths (1)']);
        await shot(page, `${name}-groups`);
        await page.getByLabel('Flight masters (2)').uncheck();
        assert.deepEqual([await shown('Flight masters'), await shown('Dungeons and raids')], [0, 1]);
        await page.getByLabel('Flight masters (2)').check();
        assert.equal(await shown('Flight masters'), 2);
        await page.keyboard.press('Escape');
        await page.keyboard.press('m');
        assert.equal(await page.locator('.marker').count(), 0);
        await page.keyboard.press('m');
        assert.ok(await page.locator('.marker').count() > 5);
    });

    await on('wide disk', 'flights are lines with the names of both ends, loaded when they are switched on', async () => {
        const scripts = [];
        page.on('request', (request) => /flights\.js/.test(request.url()) && scripts.push(request.url()));
        await visit(page, `${base}/Demo/index.html${demo(600, -200, 4)}`);
        assert.deepEqual([await page.locator('.flight').count(), scripts.length], [0, 0]);
        await use(page, 'markers');
        await page.getByLabel('Flight paths (1)').check();
        await page.locator('.flight').waitFor({ state: 'attached' });
        await page.keyboard.press('Escape');
        /* In the middle of the longest stretch, from the ruins to the landing. */
        const point = await page.evaluate(() => adtmap.leaflet.latLngToContainerPoint([746, -312]));
        await page.mouse.move(point.x + 3, point.y);
        const tip = page.locator('.leaflet-tooltip');
        await tip.waitFor();
        assert.equal(await tip.textContent(), 'Millbrook, Greenmark \u2013 North Landing, High Fells');
        await shot(page, `${name}-flights`);
        await page.mouse.click(point.x + 3, point.y);
        await page.locator('.leaflet-popup-content').waitFor();
        await page.keyboard.press('m');
        assert.deepEqual([await page.locator('.flight').count(), await page.locator('.marker').count()], [0, 0]);
        await page.keyboard.press('m');
        assert.ok(await page.locator('.marker').count() > 0);
        await use(page, 'markers');
        await page.getByLabel('Flight paths (1)').uncheck();
        assert.equal(await page.locator('.flight').count(), 0);
        await page.getByLabel('Flight paths (1)').check();
        assert.deepEqual([await page.locator('.flight').count(), scripts.length], [1, 1]);
        page.removeAllListeners('request');
    });

    await on('wide narrow', 'groups of markers by keys alone', async () => {
        await visit(page, `${base}/Demo/index.html${demo(-300, 300, 5)}`);
        if (await page.locator('#more').isVisible()) {
            await page.locator('#more').focus();
            await page.keyboard.press('Enter');
        }
        await page.locator('#markers').focus();
        await page.keyboard.press('Enter');
        assert.equal(await page.locator('#markers').getAttribute('aria-expanded'), 'true');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Space');
        assert.equal(await page.locator('.marker[aria-label*="(Dungeons"]').count(), 0);
        await page.keyboard.press('Escape');
        assert.ok(await page.locator('#marker-list').isHidden());
        assert.match(await page.evaluate(() => document.activeElement.id), /^(markers|more)$/);
        await page.keyboard.press('Enter');
        await page.locator('#markers').focus();
        if (await page.locator('#marker-list').isHidden()) {
            await page.keyboard.press('Enter');
        }
        await page.keyboard.press('l');
        assert.ok(await page.locator('#marker-list').isHidden(), 'one list is open');
        await page.keyboard.press('l');
        assert.ok(await page.locator('#layer-list').isHidden(), 'l closes from within');
        const flight = page.getByRole('button', { name: 'Millbrook, Greenmark (Flight masters)' });
        await flight.focus();
        await page.keyboard.press('Enter');
        await page.locator('.leaflet-popup-content').waitFor();
        assert.equal(await page.locator('.leaflet-popup-content small').textContent(), 'Flight masters');
        await page.keyboard.press('Escape');
        await page.locator('.leaflet-popup-content').waitFor({ state: 'detached' });
        assert.equal(await page.evaluate(() => document.activeElement.id), 'map');
    });

    await on('wide', 'Enter opens a card in the middle, and Escape closes it from within', async () => {
        await visit(page, `${base}/Demo/index.html${demo(300, 100, 6)}`);
        await page.locator('#map').focus();
        await page.keyboard.press('Enter');
        await page.locator('.place-card').waitFor();
        assert.equal(await page.locator('.place-card strong').textContent(), '300.0 100.0');
        await shot(page, `${name}-card-by-keys`);
        await page.locator('.place-card button').first().focus();
        await page.keyboard.press('Escape');
        await page.locator('.place-card').waitFor({ state: 'detached' });
        assert.equal(await page.evaluate(() => document.activeElement.id), 'map');
    });

    await on('wide', 'keys alone measure, and Escape ends it', async () => {
        await visit(page, `${base}/Demo/index.html${demo(300, 100, 6)}`);
        await page.locator('#map').focus();
        await page.keyboard.press('r');
        await page.keyboard.press('Enter');
        await page.keyboard.press('ArrowUp');
        await settle(page);
        await page.keyboard.press('Enter');
        assertNear(parseFloat(await text(page, 'length')), Number((await link(page)).x) - 300, 0.2, 'length');
        await page.keyboard.press('Escape');
        assert.ok(await page.locator('#length').isHidden());
        assert.equal(await page.locator('#measure').getAttribute('aria-pressed'), 'false');
    });

    await on('wide', 'arrows move the map after a button was pressed or a card closed', async () => {
        await visit(page, `${base}/Demo/index.html${demo(300, 100, 6)}`);
        const northBy = async (act) => {
            await act();
            const before = Number((await link(page)).x);
            await page.keyboard.press('ArrowUp');
            await settle(page);
            assert.ok(Number((await link(page)).x) > before + 10, `${before} ${(await link(page)).x}`);
        };
        await northBy(() => use(page, 'grid'));
        await northBy(async () => {
            await page.locator('#map').focus();
            await page.keyboard.press('Enter');
            assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Copy X Y');
            await page.locator('.leaflet-popup-close-button').click();
        });
    });

    await on('wide', 'what is asked for while the map zooms is done', async () => {
        await visit(page, `${base}/Demo/index.html${demo(0, 0, 4)}`);
        for (let i = 0; i < 3; i++) {
            await page.keyboard.press('+');
        }
        await page.waitForFunction(() => adtmap.leaflet.getZoom() === 7);
        await settle(page);
        await page.keyboard.press('-');
        await page.evaluate((place) => { location.hash = place; }, demo(400, 300, 5));
        await page.waitForFunction(() => adtmap.leaflet.getZoom() === 5);
        await settle(page);
        assert.deepEqual([(await link(page)).x, (await link(page)).y], ['400.0', '300.0']);
    });

    await on('wide', 'a double click zooms and opens no card; while measuring it is one place', async () => {
        await visit(page, `${base}/Demo/index.html${demo(0, 0, 5)}`);
        const { x, y } = middle(page);
        await page.mouse.dblclick(x, y);
        await page.waitForFunction(() => adtmap.leaflet.getZoom() === 6);
        await afterTimers(page, DOUBLE_CLICK_MS);
        assert.equal(await page.locator('.leaflet-popup').count(), 0);
        await page.keyboard.press('r');
        await page.mouse.click(x - 60, y);
        await page.mouse.dblclick(x + 40, y);
        await settle(page);
        assert.equal((await link(page)).zoom, '6');
        assertNear(parseFloat(await text(page, 'length')), 100 * yardsPerPixel(6), 3, 'length');
        await page.keyboard.press('r');
    });

    await on('wide', 'Escape takes a mark away; m brings back all that it hid', async () => {
        await visit(page, `${base}/Demo/index.html${hash({ map: 'Demo', zoom: 5, x: -300, y: 300, mark: '310.0 120.0' })}`);
        await page.keyboard.press('Escape');
        assert.deepEqual([await page.locator('path.found').count(), (await link(page)).mark], [0, undefined]);
        const all = await page.locator('.marker').count();
        await page.keyboard.press('m');
        await page.locator('#query').fill('hall');
        await page.locator('#query').press('Enter');
        await settle(page);
        await page.locator('#map').focus();
        await page.keyboard.press('m');
        await page.keyboard.press('m');
        await page.evaluate((place) => { location.hash = place; }, demo(-300, 300, 5));
        await settle(page);
        assert.equal(await page.locator('.marker').count(), all);
    });

    await on('wide', 'a link with a mark shows it, and keeps it while the map moves', async () => {
        const there = hash({ map: 'Demo', zoom: 6, x: 300, y: 100, mark: '310.0 120.0' });
        await visit(page, `${base}/Demo/index.html${there}`);
        assert.equal(await page.locator('path.found').count(), 1);
        await page.keyboard.press('ArrowUp');
        await settle(page);
        assert.equal((await link(page)).mark, '310.0 120.0');
        await visit(page, `${base}/Demo/index.html${demo(300, 100, 6)}`);
        assert.equal(await page.locator('path.found').count(), 0);
    });

    await on('wide', 'a link keeps the open card, of a marker or a place, and what was found, in their view', async () => {
        await visit(page, `${base}/Demo/index.html${demo(-300, 300, 5)}`);
        await page.locator('#query').fill('Long Mere');
        await page.locator('#query').press('Enter');
        await settle(page);
        const title = () => page.locator('.leaflet-popup-content strong').textContent();
        assert.equal((await link(page)).find, 'Long Mere');
        const found = page.url();
        await page.locator('#query').fill('Harbour');
        await page.locator('#query').press('Enter');
        await settle(page);
        const [opened, { find, card }] = [page.url(), await link(page)];
        assert.deepEqual([await title(), find, card], ['Harbour <b>town</b>', 'Harbour', '100.0 200.0']);
        await visit(page, found);
        await page.locator('path.found-area').waitFor();
        assert.deepEqual([await page.locator('#query').inputValue(), page.url()], ['Long Mere', found]);
        await visit(page, opened);
        assert.deepEqual([await title(), page.url()], ['Harbour <b>town</b>', opened]);
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => !location.hash.includes('card='));
        await visit(page, `${base}/Demo/index.html${hash({ map: 'Demo', zoom: 5, x: -300, y: 300, card: '-310.0 290.0' })}`);
        assert.equal(await title(), '-310.0 290.0');
    });

    await on('wide', 'the search opens a landmark that had no room, and its group', async () => {
        await visit(page, `${base}/Demo/index.html`);
        await page.keyboard.press('m');
        await page.locator('#query').fill('hall');
        await page.locator('#query').press('Enter');
        await settle(page);
        assert.equal(await page.locator('.leaflet-popup-content strong').textContent(), 'Hall');
        assertNear(Number((await link(page)).x), -384, 60, 'X of the entrance');
        assert.equal(await page.locator('.marker').count(), 1);
        await shot(page, `${name}-landmark`);
    });

    await on('wide', 'far away no marker lies over another', async () => {
        await visit(page, `${base}/Demo/index.html`);
        for (const zoom of [2, 3, 4, 5]) {
            await moveTo(page, demo(0, 0, zoom));
            const boxes = await Promise.all((await page.locator('.marker').all()).map((marker) => marker.boundingBox()));
            assert.ok(boxes.length > 0);
            boxes.forEach((box, i) => boxes.slice(i + 1).forEach((other) => assertApart(
                { ...box, height: 30 }, { ...other, height: 30 }, `two markers at zoom ${zoom}`)));
        }
    });

    await on('wide', 'search finds places, tiles and markers, and says when it does not', async () => {
        await visit(page, `${base}/Demo/index.html`);
        const search = async (words) => {
            await page.locator('#query').fill(words);
            await page.locator('#query').press('Enter');
            await settle(page);
        };
        await search('-450, 620.5');
        assertNear(Number((await link(page)).x), -450, 3, 'X');
        assertNear(Number((await link(page)).y), 620.5, 3, 'Y');
        for (const words of ['33_30', 'demo_33_30.adt', 'map33_30']) {
            await search(words);
            assertNear(Number((await link(page)).x), 1.5 * TILE_YARDS, 3, words);
            assertNear(Number((await link(page)).y), -1.5 * TILE_YARDS, 3, words);
        }
        await shot(page, `${name}-search`);
        await search('old tow');
        assertNear(Number((await link(page)).x), -450.5, 60, 'X of the marker');
        const before = page.url().replace('&find=old+tow', ''); /* what is no longer found leaves the link */
        const toast = page.locator('.toast.shown');
        for (const words of ['nowhere', '99_99', '1 2 3 4 5', '20000 0', 'Other_33_30', '1.2.3 4']) {
            await search(words);
            assert.equal(await page.locator('#query').getAttribute('aria-invalid'), 'true', words);
            assert.match(await toast.textContent(), /^(99|20000)/.test(words) ? /outside/ : /^Not found/);
            assert.equal(page.url(), before);
        }
        await shot(page, `${name}-search-wrong`);
        await search('-10 0');
        assert.equal(await toast.count(), 0, 'a refusal stays over a success');
        assert.equal((await link(page)).mark, '-10.0 0.0');
        await page.waitForFunction(() => !document.getElementById('area').hidden);
        for (const words of ['/way Greenmark 51 48', '(40, -30)', 'X 40.0 Y -30.0 Tile 32_31', '51%, 48%', 'Millbrook, Greenmark: 51 48']) {
            await search('');
            await search(words);
            assert.equal((await link(page)).mark, '40.0 -30.0', words);
        }
        await page.locator('#query').fill('51 48');
        assert.deepEqual(await page.locator('#results li').allInnerTexts().then((texts) => texts.map((each) => each.replace(/\s+/g, ' '))),
            ['51 48 Coordinates', 'Greenmark 51 48 Per cent']);
        await shot(page, `${name}-search-readings`);
        await page.locator('#results li').last().click();
        await settle(page);
        assert.deepEqual([(await link(page)).mark, (await link(page)).find], ['40.0 -30.0', 'Greenmark 51 48']);
        await search('');
        assert.deepEqual([await toast.count(), (await link(page)).mark, await page.locator('path.found').count()], [0, undefined, 0]);
        const seen = new Set();
        for (let turn = 0; turn < 3; turn++) {
            await page.locator('#query').fill('millbrook, greenmark');
            await page.locator('#query').press('Enter');
            seen.add(await toast.textContent()); // at once: it goes after some seconds
            await settle(page);
        }
        assert.ok(seen.size > 1 && [...seen].every((words) => /^[12] of 2/.test(words)), [...seen].join('; '));
        await page.locator('#query').fill('isle & co_33_30');
        await page.locator('#query').press('Enter');
        await page.waitForFunction(() => document.title.startsWith('Isle & Co') && /find=isle/.test(location.hash) && document.querySelector('path.found'));
        await page.goBack();
        await settle(page);
        assert.equal(await page.locator('#maps').inputValue(), 'Demo'); // and it does not lead away again
    });

    await on('wide narrow disk', 'the search lists what it finds, with where that lies, and what was found before', async () => {
        await visit(page, `${base}/Demo/index.html${demo(1500, 1500, 6)}`);
        await page.waitForFunction(() => !document.getElementById('names').hidden);
        await page.evaluate(() => localStorage.clear());
        const options = () => page.locator('#results li').allInnerTexts().then((texts) => texts.map((text) => text.replace(/\s+/g, ' ').trim()));
        await page.locator('#query').pressSequentially('mi');
        await page.locator('#results').waitFor();
        assert.deepEqual((await options()).slice(0, 2), ['Millbrook Greenmark', 'Millbrook, Greenmark Flight masters \u00b7 Millbrook, Greenmark']);
        assert.deepEqual(await violations(page), []);
        const list = await page.locator('#results').boundingBox();
        assert.ok(list.x >= 0 && list.x + list.width <= page.viewportSize().width && list.y + list.height <= page.viewportSize().height);
        await shot(page, `${name}-results`);
        await page.keyboard.press('ArrowDown');
        assert.equal(await page.locator('#query').getAttribute('aria-activedescendant'), 'result-0');
        assert.deepEqual(await violations(page), []);
        await page.keyboard.press('Enter');
        await settle(page);
        assert.ok(await page.locator('#results').isHidden());
        assert.equal(await page.locator('path.found-area').count(), 1);
        await page.locator('#query').fill('cindr peak');
        await page.locator('#results li').first().click();
        await settle(page);
        assert.equal(await text(page, 'area-name'), 'Cinder Peak, Greenmark');
        await page.locator('#query').fill('nowhere');
        await page.getByText('Nothing found').waitFor();
        await shot(page, `${name}-nothing`);
        await page.locator('#query').fill('');
        assert.deepEqual(await options(), ['Cinder Peak', 'Millbrook']);
        await page.keyboard.press('Escape');
        assert.ok(await page.locator('#results').isHidden());
        await page.locator('#query').fill('33_30');
        assert.deepEqual(await options(), ['33_30 Tile']);
        await page.evaluate(() => localStorage.clear());
    });

    await on('wide', 'the area of a place is named, with per cent of its zone', async () => {
        await visit(page, `${base}/Demo/index.html${demo(-300, 0, 6)}`);
        await page.locator('#area').waitFor();
        assert.equal(await text(page, 'area-name'), 'Millbrook, Greenmark');
        assert.equal(await text(page, 'percent'), '50.0 65.0');
        await visit(page, `${base}/Demo/index.html${demo(2500, 2500, 4)}`);
        await page.locator('#area').waitFor({ state: 'hidden' });
        await visit(page, `${base}/${encodeURIComponent('Isle & Co')}/index.html`);
        await page.locator('#area').waitFor();
        assert.match(await text(page, 'area-name'), /Greenmark/);
    });

    await on('wide', 'names of areas follow the zoom, stay apart, and go with n', async () => {
        const names = () => page.locator('.area-name').allTextContents();
        await visit(page, `${base}/Demo/index.html${demo(0, 0, 3)}`);
        await page.locator('.area-name').first().waitFor();
        assert.ok(!(await names()).includes('Millbrook'), String(await names()));
        assert.ok((await names()).includes('Greenmark'), String(await names()));
        await visit(page, `${base}/Demo/index.html${demo(-300, -283, 6)}`);
        await page.getByText('Millbrook', { exact: true }).first().waitFor();
        assert.deepEqual((await names()).slice(0, 1), ['Greenmark']);
        const boxes = await Promise.all((await page.locator('.area-name').all()).map((label) => label.boundingBox()));
        boxes.forEach((box, i) => boxes.slice(i + 1).forEach((other) => assertApart(box, other, 'two names')));
        await shot(page, `${name}-areas`);
        await page.keyboard.press('n');
        assert.deepEqual(await names(), []);
        assert.equal(await page.locator('#names').getAttribute('aria-pressed'), 'false');
        await page.keyboard.press('n');
        assert.ok((await names()).length > 1);
    });

    await on('wide narrow', 'names of areas lie on no pin and under no tool', async () => {
        await visit(page, `${base}/Demo/index.html`);
        for (const zoom of [3, 4, 5, 6]) {
            await moveTo(page, demo(-100, 100, zoom));
            await page.locator('.area-name').first().waitFor();
            const names = await Promise.all((await page.locator('.area-name').all()).map((label) => label.boundingBox()));
            const pins = await Promise.all((await page.locator('.marker').all()).map((pin) => pin.boundingBox()));
            const others = [...pins, ...await boxesOf(page, ['.bar', '.tools', '.readout', '.ruler'])];
            names.forEach((box) => others.forEach((other, i) => assertApart(box, other, `a name at zoom ${zoom} and ${i}`)));
        }
        await visit(page, `${base}/Demo/index.html`);
        await page.locator('.area-name').first().waitFor();
        await use(page, 'markers');
        const list = await page.locator('#marker-list').boundingBox();
        (await Promise.all((await page.locator('.area-name').all()).map((label) => label.boundingBox()))).forEach((box) => assertApart(box, list, 'a name and a list'));
        await page.keyboard.press('Escape');
        await page.mouse.move(400, 300); // the read-out names an area
        await page.waitForFunction(() => {
            const area = document.querySelector('.area').getBoundingClientRect();
            return area.width > 0 && [...document.querySelectorAll('.area-name')].map((label) => label.getBoundingClientRect()).every((label) =>
                label.right < area.left || label.left > area.right || label.bottom < area.top || label.top > area.bottom);
        });
        await page.keyboard.press('m');
        assert.ok(await page.locator('.area-name').count() > 0);
        await shot(page, `${name}-names`);
    });

    await on('wide', 'an area is found by a part of its name, and outlined', async () => {
        await visit(page, `${base}/Demo/index.html${demo(1500, 1500, 6)}`);
        await page.waitForFunction(() => !document.getElementById('names').hidden);
        await page.fill('#query', 'reed');
        await page.keyboard.press('Enter');
        await page.locator('path.leaflet-interactive, .leaflet-overlay-pane path').first().waitFor();
        await settle(page);
        const { x, y } = await link(page);
        assertNear(Number(x), -1100, 300, 'X');
        assertNear(Number(y), 800, 300, 'Y');
        await shot(page, `${name}-area-found`);
        await page.fill('#query', 'Cinder Peak');
        await page.keyboard.press('Enter');
        await settle(page);
        assert.equal(await text(page, 'area-name'), 'Cinder Peak, Greenmark');
    });

    await on('wide narrow', 'a marker that was searched stands in the window, wherever the view was', async () => {
        for (const start of [demo(0, 0, 5), demo(1500, -1400, 8), demo(-1900, 1900, 7), demo(100, 200, 9),
            demo(-450, 620, 6), '']) {
            await visit(page, `${base}/Demo/index.html${start}`);
            await page.locator('#query').fill('Old tower');
            await page.locator('#query').press('Enter');
            await settle(page);
            const size = page.viewportSize();
            for (const part of ['.leaflet-popup-content', '.marker[aria-label="Old tower"]']) {
                const box = await page.locator(part).boundingBox();
                assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width &&
                    box.y + box.height <= size.height, `${part} from ${start}: ${JSON.stringify(box)}`);
            }
        }
    });

    await on('wide narrow', 'the map fills the window', async () => {
        await visit(page, `${base}/Demo/index.html`);
        const corners = tileCorners(...await page.evaluate(() => adtmap.map.shown));
        const shown = await page.evaluate((places) => {
            const [a, b] = places.map((corner) => adtmap.leaflet.latLngToContainerPoint(corner));
            const box = (part) => document.querySelector(part).getBoundingClientRect();
            return { width: (b.x - a.x) / (box('.tools').left || innerWidth),
                height: (b.y - a.y) / (box('.readout').top - box('.bar').bottom) };
        }, corners);
        const filled = Math.max(shown.width, shown.height);
        assert.ok(filled > 0.75 && filled <= 1, `filled ${filled}`);
    });

    await on('wide', 'the page ends in the colour in which the map ends', async () => {
        await visit(page, `${base}/Demo/index.html${demo(2000, 2000, 5)}`);
        const [r, g, b] = await page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number));
        assert.ok(b > 40 && b < 90 && r < 30 && g < 60, `${r} ${g} ${b}`);
        const [corner] = await screenColors(page, [[middle(page).x, middle(page).y]]);
        corner.forEach((value, i) => assertNear(value, [r, g, b][i], 24, 'the sea'));
    });

    await on('wide', 'the map is there, blurred, before any other file, and then words', async () => {
        let release;
        const held = new Promise((done) => { release = done; });
        await page.route(/\/(page-files|web\/color)\/|\/map.js$/, async (route) => {
            await held;
            await route.continue();
        });
        try {
            await leave(page);
            await page.goto(`${base}/Demo/index.html`, { waitUntil: 'commit' });
            await page.waitForFunction(() => document.querySelector('.loading img')?.naturalWidth === 60);
            await page.getByText('Loading the map').waitFor();
            assert.equal(await page.locator('.leaflet-container, .bar:visible').count(), 0);
        } finally {
            release();
        }
        await page.locator('#loading').waitFor({ state: 'hidden' });
        await page.unrouteAll();
        assert.ok(await page.locator('.bar').isVisible());
    });

    await on('wide narrow', '? lists the keys, which do nothing then, and Escape closes the list', async () => {
        await visit(page, `${base}/Demo/index.html${demo(300, 100, 6)}`);
        await page.locator('#map').focus();
        await page.keyboard.press('?');
        await page.locator('#keys').waitFor();
        assert.ok((await page.locator('#key-list dd').allTextContents()).includes('Grid of tiles'));
        assert.equal(await page.locator('#keys').evaluate((dialog) => dialog.scrollTop), 0);
        await page.keyboard.press('g');
        assert.equal(await page.locator('.grid-cell').count(), 0);
        await shot(page, `${name}-keys`);
        await page.keyboard.press('Escape');
        await page.locator('#keys').waitFor({ state: 'hidden' });
        await page.keyboard.press('g');
        assert.ok(await page.locator('.grid-cell').count() > 0);
    });

    await on('wide narrow', 'a card hides neither its place nor the tools', async () => {
        const { width, height } = page.viewportSize();
        for (const [x, y] of [[width / 2, height - 140], [30, height / 2], [width / 2, height / 3]]) {
            await visit(page, `${base}/Demo/index.html${demo(300, 100, 6)}`);
            await page.mouse.click(x, y);
            await page.locator('.place-card').waitFor();
            await settle(page);
            const card = await page.locator('.leaflet-popup-content-wrapper').boundingBox();
            const [north, west] = (await page.locator('.place-card strong').textContent()).split(' ').map(Number);
            const point = await page.evaluate((place) => adtmap.leaflet.latLngToContainerPoint(place), [north, west]);
            const place = { x: point.x - 1, y: point.y - 1, width: 2, height: 2 };
            for (const box of [card, ...await boxesOf(page, ['.bar', '.tools', '.readout'])]) {
                assertApart(place, box, `the place ${JSON.stringify(place)} and ${JSON.stringify(box)}`);
            }
            assert.ok(point.x > 0 && point.x < width && point.y > 0 && point.y < height);
        }
        await shot(page, `${name}-sheet`);
    });

    await on('wide', 'links that make no sense show the whole map', async () => {
        for (const wrong of ['#', '#zoom=x&x=1&y=2', '#map=Nowhere', '#x=1e9&y=0&zoom=3',
            '#layer=%3Cb%3E', '#zoom=99&x=0&y=0', '#%%%']) {
            await visit(page, `${base}/Demo/index.html${wrong}`);
            assert.ok(Number.isFinite(Number((await link(page)).zoom)), wrong);
            assert.equal((await link(page)).layer, undefined);
        }
    });

    await test(`${name}: nothing went wrong in the console or on the network`, () => {
        assert.deepEqual(troubles, []);
    }, { isRepeat: null });
    await page.close();
}

async function onlyServed(context, base) {
    const { page, troubles } = await newPage(context, base);
    await test('the screen shows the tiles of the place', async () => {
        await visit(page, `${base}/Demo/index.html`);
        await page.keyboard.press('m');
        for (const [x, y] of [[250, 270], [-790, 810], [800, -270]]) {
            await assertShowsTile(page, x, y);
        }
    });
    await test('a click tells the place; its buttons, c and the read-out copy, and nothing else does', async () => {
        const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
        await visit(page, `${base}/Demo/index.html${demo(512.5, -100, 6)}`);
        await page.evaluate(() => navigator.clipboard.writeText('mine'));
        const centre = middle(page);
        await page.mouse.click(centre.x, centre.y + 20);
        await page.locator('.place-card').waitFor();
        assert.equal(await clipboard(), 'mine');
        await page.getByRole('button', { name: 'Copy link' }).click();
        assert.match(await clipboard(), /^http.*#map=Demo&zoom=6&x=.*&mark=/);
        await page.getByRole('button', { name: 'Copy .go xyz' }).click();
        assert.match(await clipboard(), /^\.go xyz -?\d+\.\d -?\d+\.\d$/);
        await page.keyboard.press('c');
        assert.equal(await clipboard(), placeText(await page.evaluate(() => adtmap.leaflet.getCenter())));
        await page.locator('.place-card').getByRole('button', { name: 'Copy X Y' }).click();
        await page.locator('.toast.shown').waitFor();
        const copied = await clipboard();
        assert.match(copied, /^-?\d+\.\d -?\d+\.\d$/);
        const [x, y] = copied.split(' ').map(Number);
        assertNear(x, 512.5 - 20 * yardsPerPixel(6), 3, 'X');
        assertNear(y, -100, 3, 'Y');
        await shot(page, 'wide-copied');
    });
    await test('keys: / searches, Escape leaves, 0 shows all, g shows and hides the grid', async () => {
        await visit(page, `${base}/Demo/index.html${demo(0, 0, 8)}`);
        await page.keyboard.press('/');
        assert.equal(await page.evaluate(() => document.activeElement.id), 'query');
        await page.keyboard.press('Escape');
        assert.equal(await page.evaluate(() => document.activeElement.id), 'map');
        await page.keyboard.press('g');
        assert.ok(await page.locator('.grid-cell').count() > 0);
        await page.keyboard.press('g');
        assert.equal(await page.locator('.grid-cell').count(), 0);
        await page.keyboard.press('0');
        await settle(page);
        assert.ok(Number((await link(page)).zoom) < 8);
    });
    await test('z shows the map of the zone in the middle, and its link brings it back', async () => {
        await visit(page, `${base}/Demo/index.html${demo(0, 0, 6)}`);
        await page.keyboard.press('z');
        await page.locator('.zone-view').waitFor();
        await page.waitForFunction(() => location.hash.endsWith('&zone=Greenmark'));
        await settle(page);
        const [choice, area, ...numbers] = await boxesOf(page, ['.zone-view', '.area',
            ...Array.from({ length: 22 }, (_, i) => `.leaflet-marker-icon.grid-name >> nth=${i}`)]);
        numbers.forEach((number, i) => [choice, area].forEach((panel) => assertApart(number, panel, `number ${i} and a panel`)));
        assert.equal(numbers.length, 22);
        assert.deepEqual(await violations(page), []);
        await page.locator('.zone-view select').selectOption('High Fells');
        await page.waitForFunction(() => location.hash.endsWith('&zone=High+Fells'));
        await settle(page);
        await shot(page, 'wide-zone');
        await visit(page, page.url());
        await page.locator('.zone-view').waitFor();
        assert.equal(await page.locator('.zone-view select').inputValue(), 'High Fells');
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => !location.hash.includes('zone='));
    });
    await test('far zooms and the edge of the world', async () => {
        for (const [x, y, zoom] of [[0, 0, 3.5], [0, 0, 10], [17066, 17066, 7]]) {
            await leave(page);
            await page.goto(`${base}/Demo/index.html${demo(x, y, zoom)}`);
            await page.locator('#loading').waitFor({ state: 'hidden' });
            assert.equal((await link(page)).zoom, String(zoom));
        }
    });
    await test('a small map is never shown at zoom 0', async () => {
        await visit(page, `${base}/Demo/index.html${demo(0, 0, 0)}`);
        assert.ok(Number((await link(page)).zoom) >= 3, (await link(page)).zoom);
    });
    await test('clicks measure a way, and the scale bar is as long as it says', async () => {
        await visit(page, `${base}/Demo/index.html${demo(0, 0, 6)}`);
        const centre = middle(page);
        await page.keyboard.press('r');
        await page.mouse.click(centre.x - 150, centre.y);
        await page.mouse.click(centre.x + 150, centre.y);
        await page.mouse.click(centre.x + 150, centre.y + 100);
        assertNear(parseFloat(await text(page, 'length')), 400 * yardsPerPixel(6), 4, 'length');
        assert.equal(await page.locator('.place-card').count(), 0);
        await shot(page, 'wide-measured');
        await use(page, 'measure');
        assert.equal(await page.locator('#length').isVisible(), false);
        await visit(page, `${base}/Demo/index.html${demo(100, 200, 7)}`);
        await page.keyboard.press('r');
        await page.mouse.click(centre.x, centre.y - 15);
        assert.equal(await text(page, 'length'), 'Click the next place');
        assert.equal(await page.locator('.leaflet-popup').count(), 0, 'a marker gets no click while one measures');
        await page.keyboard.press('r');
        await visit(page, `${base}/Demo/index.html${demo(0, 0, 6)}`);
        const box = await page.locator('.scale').boundingBox();
        const yards = parseFloat((await page.locator('.scale').textContent()).replace(',', ''));
        assertNear(box.width * yardsPerPixel(6), yards, yards * 0.03 + yardsPerPixel(6), 'scale');
    });
    await test('the page fills the screen and comes back', async () => {
        await use(page, 'full');
        await page.locator('#full[aria-pressed="true"]').waitFor();
        assert.ok(await page.evaluate(() => document.fullscreenElement !== null));
        await page.keyboard.press('f');
        await page.locator('#full[aria-pressed="false"]').waitFor();
    });
    await test('the read-out follows keys', async () => {
        await visit(page, `${base}/Demo/index.html${demo(0, 0, 6)}`);
        await page.mouse.move(300, 300);
        await page.keyboard.press('ArrowUp');
        await settle(page);
        const found = await readout(page);
        assertNear(found.x, Number((await link(page)).x), 0.11, 'X');
        assertNear(found.y, Number((await link(page)).y), 0.11, 'Y');
        assert.ok(found.x > 0);
    });
    await test('pixels are squares beyond the deepest pictures, when asked for', async () => {
        const isSharp = () => page.evaluate(() => document.querySelector('#map.pixelated') !== null);
        await visit(page, `${base}/Demo/index.html${demo(0, 0, 9)}`);
        assert.equal(await isSharp(), false);
        await page.keyboard.press('p');
        assert.equal(await isSharp(), true);
        await shot(page, 'wide-pixels');
        await visit(page, `${base}/Demo/index.html${demo(0, 0, 6)}`);
        await page.keyboard.press('p');
        assert.equal(await isSharp(), false);
    });
    await test('the page has one heading and says what it is', async () => {
        assert.deepEqual(await page.getByRole('heading', { level: 1 }).allTextContents(), ['Demo']);
        assert.match(await page.locator('meta[name=description]').getAttribute('content'), /Demo/);
    });
    await test('served pages have nothing to complain of', () => assert.deepEqual(troubles, []));
    await page.close();
}

// A first visit of a continent: 300 landmarks, four data layers. Sizes are those without compression by the server.
async function firstVisit(context) {
    const many = await serve(continent);
    const url = `${many.url}/Demo/index.html`;
    async function open() {
        const page = await context.newPage();
        const requests = [];
        page.on('request', (request) => requests.push(request));
        return { page, requests };
    }
    await test('a first visit of a continent loads less than 260 kB besides pictures; names of areas and landmarks come after these', async () => {
        const { page, requests } = await open();
        await visit(page, url);
        await page.locator('.area-name').first().waitFor({ state: 'attached' });
        await page.getByRole('button', { name: /Graveyard \d+ \(Graveyards\)/ }).first().waitFor();
        const files = requests.map((request, i) => ({ request, i, file: new URL(request.url()).pathname.split('/').pop() }))
            .filter(({ file }) => !/\.(png|jpg|webp)$/.test(file));
        const pictures = requests.findLastIndex((request) => request.url().includes('/web/color/'));
        const sizes = await Promise.all(files.map(async ({ request }) => (await (await request.response()).body()).length));
        const sum = (chosen) => sizes.filter((size, at) => chosen(files[at])).reduce((total, size) => total + size, 0);
        const [first, all] = [sum(({ i }) => i < pictures), sum(() => true)];
        console.log(`        ${files.length} requests, ${Math.round(first / 1000)} kB, then ${Math.round((all - first) / 1000)} kB`);
        assert.ok(first < 245000 && all < 260000, files.map(({ file }, at) => `${file} ${sizes[at]}`).join(', '));
        assert.deepEqual(files.filter(({ i }) => i > pictures).map(({ file }) => file).sort(), ['areas.js', 'landmarks.js']);
        await page.close();
    });
    await test('landmarks that came later are counted, found, hidden by a link, and opened by one', async () => {
        const { page } = await open();
        await visit(page, `${url}${hash({ map: 'Demo', zoom: 7, x: 50, y: -40, hide: 'Graveyards' })}`);
        await use(page, 'markers');
        assert.equal(await page.getByLabel('Graveyards (300)').isChecked(), false);
        assert.equal(await page.locator('.marker[aria-label*="Graveyards"]').count(), 0);
        await page.keyboard.press('Escape');
        await page.locator('#query').fill('Reedmire, Graveyard 6');
        await page.keyboard.press('Enter');
        await page.locator('.leaflet-popup', { hasText: 'Reedmire, Graveyard 6' }).waitFor();
        await page.waitForFunction(() => /[&]of=Reedmire/.test(location.hash));
        const address = await page.evaluate(() => location.href);
        await page.route('**/web/color/**', () => {}); // no picture comes, after which others would load them
        await leave(page);
        await page.goto(address, { waitUntil: 'domcontentloaded' });
        await page.locator('.leaflet-popup', { hasText: 'Reedmire, Graveyard 6' }).waitFor();
        await page.close();
    });
    await test('what is searched before the search is there is found then; where it does not come, the page says so', async () => {
        const { page } = await open();
        let release;
        const released = new Promise((done) => { release = done; });
        let isLost = true;
        await page.route('**/page-more.js', async (route) => {
            if (isLost) {
                await route.abort();
            } else {
                await released;
                await route.continue();
            }
        });
        await page.goto(url, { waitUntil: 'commit' });
        await page.keyboard.press('/');
        await page.locator('#query').fill('graveyard 13');
        await page.locator('#toast', { hasText: 'page-more.js could not be loaded' }).waitFor();
        isLost = false;
        await page.keyboard.press('Enter');
        await page.locator('#query').fill('graveyard 12');
        await page.locator('#nothing', { hasText: 'The search is being loaded' }).waitFor();
        release();
        await page.locator('.leaflet-popup', { hasText: 'Graveyard 12' }).waitFor();
        assert.ok(await page.locator('#nothing').isHidden());
        await page.close();
    });
    await test('where landmarks do not come, the search says so, and finds them once they are there', async () => {
        const { page } = await open();
        let isLost = true;
        await page.route('**/landmarks.js', (route) => (isLost ? route.abort() : route.continue()));
        await page.goto(url);
        await page.locator('#query').fill('graveyard 13');
        await page.locator('#nothing', { hasText: 'some names could not be loaded' }).waitFor();
        isLost = false;
        await page.keyboard.press('Enter');
        await page.locator('.leaflet-popup', { hasText: 'Graveyard 13' }).waitFor();
        await page.close();
    });
    await test('what is searched before areas are there waits for them', async () => {
        const { page } = await open();
        await page.route('**/web/color/**', () => {}); // no picture comes, after which others would load them
        await page.goto(url, { waitUntil: 'domcontentloaded' });
        await page.locator('#query').fill('Greenmark');
        await page.keyboard.press('Enter');
        await page.locator('.found-area').waitFor({ state: 'attached' });
        assert.equal(await page.locator('.leaflet-popup').count(), 0);
        await page.close();
    });
    await test('a link to an area does not wait for landmarks, one to a landmark does', async () => {
        const { page } = await open();
        let release;
        const released = new Promise((done) => { release = done; });
        await page.route('**/landmarks.js', async (route) => {
            await released;
            await route.continue();
        });
        await page.goto(`${url}${hash({ find: 'Greenmark' })}`, { waitUntil: 'domcontentloaded' });
        await page.locator('.found-area').waitFor({ state: 'attached' });
        await page.goto('about:blank');
        await page.goto(`${url}${hash({ find: 'graveyard 13' })}`, { waitUntil: 'domcontentloaded' });
        await page.locator('.area-name').first().waitFor({ state: 'attached' });
        assert.equal(await page.locator('.leaflet-popup').count(), 0);
        release();
        await page.locator('.leaflet-popup', { hasText: 'Graveyard 13' }).waitFor();
        await page.close();
    });
    many.close();
}

// A site without the folder of pictures, served with and without parts of files, and from disk.
async function fromArchive(context) {
    const parts = await serve(out, { inParts: true });
    const seen = async (base) => {
        const page = await context.newPage();
        await page.route('**/web/color/**', (route) => route.abort());
        await page.goto(`${base}/Demo/index.html${demo(200, 200, 6)}`);
        return page;
    };
    await test('pictures come from the archive where there is no folder of them', async () => {
        const page = await seen(parts.url);
        await settle(page);
        assert.ok(await page.evaluate(() => [...document.querySelectorAll('img.leaflet-tile')].every(({ src, naturalWidth }) =>
            src.startsWith('blob:') && naturalWidth === 256)));
        await shot(page, 'wide-from-archive');
        await page.close();
    });
    for (const [base, words] of [[server.url, 'does not come in parts'], [pathToFileURL(out).href, 'a page from disk cannot read']]) {
        await test(`where the archive ${words}, the page says so`, async () => {
            const page = await seen(base);
            await page.locator('#toast', { hasText: `The pictures are in Demo.pmtiles, which ${words}` }).waitFor();
            await page.close();
        });
    }
    parts.close();
}

async function damaged(context, base) {
    const page = await context.newPage();
    await test('a page without Leaflet says so', async () => {
        await page.route('**/leaflet.js', (route) => route.abort());
        await page.goto(`${base}/Demo/index.html`);
        assert.match(await page.getByRole('alert').textContent(), /leaflet\.js could not be loaded/);
        await shot(page, 'wide-without-leaflet');
        await page.unroute('**/leaflet.js');
    });
    for (const [file, body] of [['page.css', ''], ['leaflet.css', ''], ['page.js', ''], ['page.js', '(() => {'], ['maps.js', ''], ['map.js', 'adtmap.map = {'],
        ['map.js', 'globalThis.adtmap = {}; adtmap.map = {};']]) {
        await test(`a page with "${body}" for ${file} says so`, async () => {
            await page.route(`**/${file}`, (route) => route.fulfill({ body, contentType: file.endsWith('css') ? 'text/css' : 'text/javascript' }));
            await leave(page);
            await page.goto(`${base}/Demo/index.html`);
            assert.match(await page.getByRole('alert').textContent(), /^The map cannot be shown: .*(loaded\.|damaged .*)$/);
            await page.unroute(`**/${file}`);
        });
    }
    for (const [file, act, body] of [['areas.js', () => {}], ['areas.js', () => {}, 'adtmap.areas = 7;'], ['31_31.js', () => page.mouse.move(500, 400)],
        ['flights.js', async () => {
            await use(page, 'markers');
            await page.getByLabel('Flight paths (1)').click();
        }]]) {
        await test(`${body || 'half'} for ${file} is reported, and the page goes on`, async () => {
            await page.route(`**/${file}`, (route) => route.fulfill({ body: body || 'adtmap.x = [1,', contentType: 'text/javascript' }));
            await leave(page);
            await page.goto(`${base}/Demo/index.html${demo(200, 200, 7)}`);
            await page.locator('img.leaflet-tile-loaded').first().waitFor();
            await act();
            await page.locator('.toast.wrong').getByText(`${file} is damaged`).waitFor();
            assert.equal(await page.locator('input[value="Flight paths"]').isChecked(), false);
            await page.unroute(`**/${file}`);
        });
    }
    await test('a picture that fails looks different from one that is not there', async () => {
        await page.route('**/web/color/**', (route) => route.abort());
        await leave(page);
        await page.goto(`${base}/Demo/index.html${demo(0, 0, 6)}`);
        await page.locator('img.leaflet-tile[src^="data:image/svg"]').first().waitFor();
        await shot(page, 'wide-failed-pictures');
    });
    await page.close();
}

async function accessible(base) {
    for (const [width, height] of [[1440, 900], [1280, 800], [844, 390], [390, 844], [320, 568]]) {
        const isRepeat = !['1280x800', '390x844'].includes(`${width}x${height}`);
        const { context, close } = await open({ ...STILL, viewport: { width, height },
            colorScheme: width === 1280 ? 'light' : 'dark' });
        const { page } = await newPage(context, base);
        /* Colours are those of every size. */
        const inOtherTheme = async (look) => {
            if (!isRepeat) {
                await page.emulateMedia({ colorScheme: width === 1280 ? 'dark' : 'light' });
                await look();
                await page.emulateMedia({ colorScheme: width === 1280 ? 'light' : 'dark' });
            }
        };
        await test(`${width}x${height}: axe finds nothing, with a card or a marker open`, async () => {
            await visit(page, `${base}/Demo/index.html${demo(0, 0, 6)}`);
            assert.deepEqual(await violations(page), []);
            await page.keyboard.press('l');
            assert.deepEqual(await violations(page), []);
            const list = await page.locator('#layer-list').boundingBox();
            (await boxesOf(page, ['.bar', '.tools', '.readout'])).forEach((box, i) => assertApart(list, box, `the layers and ${i}`));
            assert.ok(list.x >= 0 && list.y + list.height <= height, 'the layers lie within the window');
            await shot(page, `layers-${width}x${height}`);
            await page.keyboard.press('Escape');
            await use(page, 'markers');
            assert.deepEqual(await violations(page), []);
            const groups = await page.locator('#marker-list').boundingBox();
            (await boxesOf(page, ['.bar', '.tools', '.readout'])).forEach((box, i) => assertApart(groups, box, `the groups and ${i}`));
            assert.ok(groups.x >= 0 && groups.y + groups.height <= height, 'the groups lie within the window');
            await shot(page, `groups-${width}x${height}`);
            await inOtherTheme(async () => {
                assert.deepEqual(await violations(page), []);
                await shot(page, `groups-other-${width}x${height}`);
            });
            await page.keyboard.press('Escape');
            await page.locator('.marker').first().focus();
            await page.keyboard.press('Enter');
            await page.locator('.leaflet-popup-content').waitFor();
            await settle(page);
            assert.deepEqual(await violations(page), []);
            await inOtherTheme(async () => assert.deepEqual(await violations(page), []));
            await moveTo(page, demo(0, 0, 6));
            await page.mouse.click(width / 3, height / 2);
            await page.locator('.place-card').waitFor();
            await settle(page);
            const card = await page.locator('.leaflet-popup-content-wrapper').boundingBox();
            (await boxesOf(page, ['.bar', '.tools', '.readout'])).forEach((box, i) => assertApart(card, box, `the card and ${i}`));
            assert.deepEqual(await violations(page), []);
            await shot(page, `size-${width}x${height}`);
        }, { isRepeat });
        await test(`${width}x${height}: nothing fades for who wants little motion`, async () => {
            await visit(page, `${base}/Demo/index.html${demo(100, 200, 7)}`);
            assert.equal(await page.locator('.leaflet-fade-anim').count(), 0);
            await page.emulateMedia({ reducedMotion: 'no-preference' });
            await visit(page, page.url());
            assert.equal(await page.locator('.leaflet-fade-anim').count(), 1);
            await page.emulateMedia(STILL);
        }, { isSame: width !== 1280 });
        await test(`${width}x${height}: keys alone reach and work everything`, async () => {
            await visit(page, `${base}/Demo/index.html${demo(100, 200, 7)}`);
            const reached = new Set();
            for (let i = 0; i < 40; i++) {
                await page.keyboard.press('Tab');
                reached.add(await page.evaluate(() => document.activeElement.id ||
                    document.activeElement.getAttribute('aria-label')));
                if (await page.evaluate(() => document.activeElement.id) === 'more') {
                    await page.keyboard.press('Enter');
                    reached.add(await page.evaluate(() => document.activeElement.id));
                }
            }
            for (const id of ['map', 'home', 'maps', 'query', 'zoom-in', 'zoom-out', 'whole', 'grid', 'markers',
                'names', 'layers', 'pixels', 'measure', 'full', 'help', 'copy', 'Harbour <b>town</b>']) {
                assert.ok(reached.has(id), `${id} is not reached: ${[...reached].join(' ')}`);
            }
            await page.getByRole('button', { name: 'Harbour <b>town</b>' }).focus();
            await page.keyboard.press('Enter');
            await page.locator('.leaflet-popup-content').waitFor();
        }, { isRepeat });
        await close();
    }
}

// Every button can be pressed, and the parts lie apart, also between the sizes of devices.
async function windows(base) {
    for (const [width, height] of [[1440, 900], [960, 600], [844, 390], [768, 1024], [690, 500], [640, 360], [601, 800], [568, 320],
        [500, 400], [390, 844], [320, 568]]) {
        const isRepeat = !['844x390', '320x568'].includes(`${width}x${height}`);
        const { context, close } = await open({ ...STILL, viewport: { width, height } });
        const { page } = await newPage(context, base);
        await test(`${width}x${height}: lists, lengths and the scale lie apart from the bar and the tools`, async () => {
            await visit(page, `${base}/Demo/index.html${demo(0, 0, 6)}`);
            const parts = () => boxesOf(page, ['.bar', '.tools', '.readout']);
            const scale = await page.locator('.scale').boundingBox();
            (await parts()).forEach((part, i) => assertApart(scale, part, `the scale and ${i}`));
            for (const id of ['layers', 'markers']) {
                await use(page, id);
                const box = await page.locator(`#${id.slice(0, -1)}-list`).boundingBox();
                (await parts()).forEach((part, i) => assertApart(box, part, `${id} and ${i}`));
                await page.keyboard.press('Escape');
            }
            await page.keyboard.press('r');
            await page.keyboard.press('Enter');
            await page.keyboard.press('ArrowRight');
            await settle(page);
            await page.keyboard.press('Enter');
            const length = await page.locator('#length').boundingBox();
            (await parts()).forEach((part, i) => assertApart(length, part, `the length and ${i}`));
            await page.keyboard.press('r');
        }, { isRepeat });
        await test(`${width}x${height}: a place's card is seen with all its buttons, and its place with a ring`, async () => {
            await visit(page, `${base}/Demo/index.html${demo(-300, 0, 6)}`);
            await page.locator('#names:not([hidden])').waitFor({ state: 'attached' }); // of areas, which are there
            await page.mouse.click(width / 2, height / 2);
            await page.locator('.place-card').waitFor();
            await settle(page);
            const rest = await page.locator('.leaflet-popup-content').evaluate((card) => card.scrollHeight - card.clientHeight);
            assert.ok(rest <= 0, `${rest} px of it are hidden`);
            const isSmall = await page.locator('#more').isVisible();
            assert.equal(await page.locator('path.found').count(), isSmall ? 1 : 0);
            if (isSmall) {
                await page.getByRole('button', { name: 'Copy link' }).click();
                await page.locator('.toast.shown').waitFor();
                const toast = await page.locator('.toast').boundingBox();
                (await boxesOf(page, ['.bar', '.leaflet-popup-content-wrapper'])).forEach((box, i) => assertApart(toast, box, `what is said and ${i}`));
            }
            await shot(page, `card-${width}x${height}`);
            await page.keyboard.press('Escape');
            assert.equal(await page.locator('path.found').count(), 0);
        }, { isRepeat });
        await test(`${width}x${height}: the list of the search is wide enough, and nothing lies on it`, async () => {
            await moveTo(page, demo(-300, 0, 6));
            await page.locator('#names:not([hidden])').waitFor({ state: 'attached' }); // of areas, which are there
            await page.locator('#query').fill('mi');
            await page.locator('#results li').first().waitFor(); // when the search is loaded
            const list = await page.locator('#results').boundingBox();
            assert.ok(list.width >= 240 && list.x >= 0 && list.x + list.width <= width, JSON.stringify(list));
            const lies = await page.evaluate(() => [...document.querySelectorAll('.area, .ruler, .tools')].filter((part) => {
                const [a, b] = [part, document.getElementById('results')].map((each) => each.getBoundingClientRect());
                const [x, y] = [(Math.max(a.left, b.left) + Math.min(a.right, b.right)) / 2, (Math.max(a.top, b.top) + Math.min(a.bottom, b.bottom)) / 2];
                return part.contains(document.elementFromPoint(x, y)) && x > b.left && x < b.right && y > b.top && y < b.bottom;
            }).map(({ className }) => className));
            assert.deepEqual(lies, []);
            await shot(page, `results-${width}x${height}`);
            await page.keyboard.press('Escape');
        }, { isRepeat });
        await test(`${width}x${height}: the widest card can be closed, and the scale holds its text`, async () => {
            await moveTo(page, demo(0, 0, 6));
            await page.evaluate(() => L.popup().setLatLng([0, 0]).setContent('wide '.repeat(60)).openOn(adtmap.leaflet));
            await settle(page);
            await page.locator('.leaflet-popup-close-button').click();
            for (const zoom of [3, 3.5, 4, 5.25, 7.75]) {
                await page.evaluate((to) => adtmap.leaflet.setZoom(to, { animate: false }), zoom);
                assert.ok(await page.evaluate(() => {
                    const bar = document.getElementById('scale');
                    return bar.scrollWidth <= bar.clientWidth + 1;
                }), `at zoom ${zoom}`);
            }
        }, { isRepeat });
        await test(`${width}x${height}: every button is in reach`, async () => {
            await visit(page, `${base}/Demo/index.html${demo(0, 0, 6)}`);
            await page.evaluate(() => document.querySelectorAll('.bar [hidden]:not(.results), .tools [hidden]').forEach((part) => { part.hidden = false; }));
            const covered = (selectors) => page.evaluate((parts) => [...document.querySelectorAll(parts)]
                .filter((part) => {
                    const box = part.getBoundingClientRect();
                    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
                    return top !== part && !part.contains(top);
                }).map(({ id }) => id), selectors);
            const isSmall = await page.locator('#more').isVisible();
            assert.deepEqual(await covered(`.bar .button${isSmall ? '' : ':not(#more)'}, .bar select, .bar input, .readout .button`), []);
            if (isSmall) {
                await page.locator('#more').click();
                const small = await page.evaluate(() => [...document.querySelectorAll('.tools .button, .bar .button, .readout .button, .bar select, .bar input')]
                    .filter((part) => part.offsetWidth < 44 || part.offsetHeight < 44).map(({ id }) => id));
                assert.deepEqual(small, [], 'too small for a finger');
                assert.ok(await page.locator('#tools').evaluate((sheet) => sheet.scrollHeight <= sheet.clientHeight),
                    'the sheet of tools is higher than its place');
            }
            assert.deepEqual(await covered('.tools .button, .readout .button'), []);
            const boxes = await boxesOf(page, ['.bar', '.tools', '.readout']);
            boxes.forEach((box, i) => boxes.slice(i + 1).forEach((other, j) => assertApart(box, other, `${i} and ${i + 1 + j}`)));
            await shot(page, `window-${width}x${height}`);
        }, { isRepeat });
        await close();
    }
}

async function withoutScripts(base) {
    const { context, close } = await open({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });
    const { page, troubles } = await newPage(context, base);
    await test('without scripts a small picture of the map is shown, with a link to the stitched one', async () => {
        await page.goto(`${base}/Demo/index.html`);
        const box = await page.getByRole('img', { name: 'Demo seen from above' }).boundingBox();
        assert.ok(box.width > 500 && box.height > 500, JSON.stringify(box));
        assert.equal(await page.getByRole('link', { name: /whole map/ }).getAttribute('href'), 'Demo.png');
        assert.ok(!(await page.locator('.bar').isVisible()));
        const grounds = await page.locator('body').evaluate((body) => {
            const probe = body.appendChild(document.createElement('div'));
            probe.style.background = 'var(--ground)';
            return [body, probe].map((part) => getComputedStyle(part).backgroundColor);
        });
        assert.equal(grounds[0], grounds[1], 'text is on the colour that it is made for');
        await shot(page, 'no-script-stitched');
    });
    await test('without scripts and a stitched map, tiles side by side are shown', async () => {
        await page.goto(`${base}/${encodeURIComponent('Isle & Co')}/index.html`);
        const box = await page.locator('.still .mosaic').boundingBox();
        assert.ok(box.width > 300 && box.height > 300, JSON.stringify(box));
        await shot(page, 'no-script-tiles');
    });
    await test('pages without scripts have nothing to complain of', () => assert.deepEqual(troubles, []));
    await close();
}

const wide = { viewport: { width: 960, height: 600 }, permissions: ['clipboard-read', 'clipboard-write'] };
const narrow = { ...STILL, viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.3, hasTouch: true };

await mkdir(shots, { recursive: true });
const server = await serve(out);
// Pages wait more than they work, so two browsers share the time.
const hasBasics = PART !== 'repeats';

async function onWide() {
    if (!hasBasics) {
        return;
    }
    const { context, close } = await open(wide);
    await basics(context, server.url, 'wide');
    await onlyServed(context, server.url);
    await firstVisit(context);
    await fromArchive(context);
    await damaged(context, server.url);
    await basics(context, pathToFileURL(out).href, 'disk');
    await close();
}

async function onOthers() {
    if (hasBasics) {
        const { context, close } = await open(narrow);
        await basics(context, server.url, 'narrow');
        await close();
    }
    await accessible(server.url);
    await windows(server.url);
    await withoutScripts(server.url);
}

await Promise.all([onWide(), onOthers()]);
await closeAll();
server.close();
process.exit(failed() ? 1 : 0);

// The page of `adtmap compare --report`, from disk: pictures side by side, under a slider and in turn, enlarged.
//     node report.mjs REPORT [SHOTS]
// The report has a pair of 256 x 256 pixels first, a pair of two sizes, an added and a removed picture.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { closeAll, newPage, open, shoot, suite, violations } from './browser.mjs';

const [folder, shots] = process.argv.slice(2);
const address = pathToFileURL(join(resolve(folder), 'index.html')).href;
const { test, failed } = suite();

async function withPage(options, body) {
    const { context, close } = await open({ viewport: { width: 1440, height: 900 }, ...options });
    try {
        const { page, troubles } = await newPage(context, pathToFileURL(resolve(folder)).href);
        await page.goto(address);
        await body(page);
        assert.deepEqual(troubles, []);
    } finally {
        await close();
    }
}

const box = (page, selector) => page.locator(selector).first().boundingBox();
const loaded = (page, selector) => page.waitForFunction((name) => document.querySelector(name).naturalWidth > 0, selector);
const mode = (page) => page.evaluate(() => document.body.className);

for (const colorScheme of ['dark', 'light']) {
    for (const [width, height] of [[1440, 900], [390, 844]]) {
        await test(`report, ${width}x${height}, ${colorScheme}: fits, and axe finds nothing in any mode`, async () => {
            await withPage({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' }, async (page) => {
                await loaded(page, '.pair .before img');
                for (const [index, name] of ['beside', 'slider', 'blink'].entries()) {
                    await page.keyboard.press(String(index + 1));
                    assert.ok((await mode(page)).endsWith(name));
                    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
                    assert.deepEqual(await violations(page), []);
                    await shoot(page, join(shots, `report-${name}-${width}-${colorScheme}.jpg`));
                }
            });
        }, { isRepeat: width === 390 });
    }
}

await test('report: names no folder, and shows the picture that one side lacks', async () => {
    await withPage({}, async (page) => {
        assert.match(await page.title(), /^\d+ of \d+ pictures differ$/);
        const text = await page.evaluate(() => document.documentElement.outerHTML);
        assert.ok(!text.includes(resolve(folder, '..')));
        for (const kind of ['before', 'after']) {
            const single = page.locator(`.sides:not(.pair) .${kind} img`).first();
            await single.scrollIntoViewIfNeeded();
            await loaded(page, `.sides:not(.pair) .${kind} img`);
        }
    });
});

await test('report: without pictures there is nothing to choose', async () => {
    await withPage({}, async (page) => {
        const text = await readFile(join(resolve(folder), 'index.html'), 'utf8');
        assert.equal(await page.locator('.tools').count(), 1);
        const body = text.replace(/<div class="sides[^]*?\n<\/div>\n/g, '');
        await page.route('**/index.html', (route) => route.fulfill({ contentType: 'text/html', body }));
        await page.reload();
        assert.ok(await page.locator('section').count() > 0);
        assert.equal(await page.locator('button').count(), 0);
    });
});

await test('report: the slider lies over the first picture and uncovers it, by pointer and by keys', async () => {
    await withPage({}, async (page) => {
        await loaded(page, '.pair .after img');
        await page.getByRole('button', { name: 'Slider' }).click();
        const [before, after] = [await box(page, '.pair .before .frame'), await box(page, '.pair .after .frame')];
        assert.deepEqual(before, after);
        const clip = () => page.evaluate(() => getComputedStyle(document.querySelector('.pair .after .frame')).clipPath);
        assert.match(await clip(), /50%\)$/);
        await page.mouse.move(before.x + before.width * 0.5, before.y + 40);
        await page.mouse.down();
        await page.mouse.move(before.x + before.width * 0.25, before.y + 60);
        await page.mouse.up();
        assert.match(await clip(), /25%\)$/);
        await page.locator('.pair .cut').first().press('Home');
        assert.match(await clip(), / 0%\)$/);
        // What the pointer meets is the first picture: the second does not take it away.
        assert.equal(await page.evaluate(([x, y]) => document.elementFromPoint(x, y).closest('figure').className,
            [before.x + before.width * 0.75, before.y + 40]), 'before');
    });
});

await test('report: pictures take turns, and a click holds one', async () => {
    await withPage({}, async (page) => {
        await loaded(page, '.pair .after img');
        await page.keyboard.press('3');
        const style = (name) => page.evaluate((of) => getComputedStyle(document.querySelector('.pair .after'))[of], name);
        assert.equal(await style('animationName'), 'blink');
        const place = await box(page, '.pair .before .frame');
        const visible = [];
        for (let i = 0; i < 3; i++) {
            await page.mouse.click(place.x + 30, place.y + 30);
            visible.push(await style('visibility'));
        }
        assert.equal(await style('animationName'), 'none');
        assert.deepEqual(visible, ['hidden', 'visible', 'hidden']);
    });
    await withPage({ reducedMotion: 'reduce' }, async (page) => {
        await page.keyboard.press('3');
        assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    });
});

await test('report: a picture is enlarged in its frame, about the pointer, with its neighbours', async () => {
    await withPage({}, async (page) => {
        await loaded(page, '.pair .after img');
        const place = await box(page, '.pair .before .frame');
        assert.equal(place.width, 256);
        const zoom = page.locator('section').first();
        await zoom.getByRole('button', { name: 'Larger' }).click();
        await zoom.getByRole('button', { name: 'Larger' }).click();
        assert.equal(await zoom.getByTitle('Fit into the window').textContent(), '400 %');
        assert.equal((await box(page, '.pair .after img')).width, 1024);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 1440);
        const scrolls = () => page.evaluate(() => [...document.querySelectorAll('.pair')[0].querySelectorAll('.frame')]
            .map(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]));
        const middle = await scrolls();
        assert.equal(new Set(middle.map(String)).size, 1);
        assert.ok(middle[0][0] > 200); // the middle stays where it is
        const frame = await box(page, '.pair .before .frame');
        await page.mouse.move(frame.x + 100, frame.y + 100);
        await page.mouse.down();
        await page.mouse.move(frame.x + 40, frame.y + 70);
        await page.mouse.up();
        await page.waitForFunction((left) => [...document.querySelectorAll('.pair')[0].querySelectorAll('.frame')]
            .every(({ scrollLeft }) => scrollLeft === left), middle[0][0] + 60);
        // The place under the pointer stays there.
        const at = (width) => (frame.x + 100 - frame.x + width[0]) / width[1];
        const before = at([(await scrolls())[0][0], 1024]);
        await page.mouse.move(frame.x + 100, frame.y + 100);
        await page.keyboard.down('Control');
        await page.mouse.wheel(0, -100);
        await page.keyboard.up('Control');
        await page.waitForFunction(() => document.querySelector('.pair img').offsetWidth === 2048);
        const after = at([(await scrolls())[0][0], 2048]);
        assert.ok(Math.abs(before - after) < 0.002, `${before} and ${after}`);
        await page.locator('.pair .before .frame').first().press('0');
        assert.equal((await box(page, '.pair .before .frame')).width, 256);
    });
});

await closeAll();
process.exit(failed() ? 1 : 0);

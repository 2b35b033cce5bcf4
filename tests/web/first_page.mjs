// The first page of a site with renderings, at five sizes in both themes: what it shows and weighs,
// by keys alone, for screen readers, and on paper.
//     node first_page.mjs SITE SCREENSHOTS      SITE as web.sh publishes it
import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { closeAll, newPage, open, serve, shoot, suite, violations } from './browser.mjs';

const site = resolve(process.argv[2]);
const shots = resolve(process.argv[3]);
const { test, failed } = suite();
await mkdir(shots, { recursive: true });
const server = await serve(site);
const address = `${server.url}/index.html`;
const SIZES = [[1440, 900], [1280, 800], [844, 390], [390, 844], [320, 568]];
const CARDS = ['Demo', 'An isle with a title that is longer than one line of its card', 'Hall'];
const LINKS = ['minimap/Demo', 'minimap/Demo', 'minimap/Demo', 'trees/Demo', "minimap/Isle%20%26%20Co",
    'minimap/Hall', 'minimap/Hall', 'trees/Hall'].map((path) => `${server.url}/${path}/index.html`);

async function visit(page) {
    await page.goto(address);
    await page.evaluate(() => document.images.length && Promise.all([...document.images].map((image) => {
        image.loading = 'eager';
        return image.decode();
    })));
}

// Luminance of a computed colour, 0..255.
const luminance = (page, selector, property) => page.evaluate(([at, name]) => {
    const [r, g, b] = getComputedStyle(document.querySelector(at))[name].match(/[\d.]+/g).map(Number);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}, [selector, property]);

for (const [width, height] of SIZES) {
    for (const colorScheme of ['dark', 'light']) {
        const isRepeat = !['1280x800-dark', '390x844-light'].includes(`${width}x${height}-${colorScheme}`);
        const { context, close } = await open({ viewport: { width, height }, colorScheme });
        const { page, troubles } = await newPage(context, server.url);
        const name = `first-page-${width}x${height}-${colorScheme}`;
        await test(`${name}: shows all maps, fits, and axe finds nothing`, async () => {
            await visit(page);
            assert.deepEqual(await page.locator('.card strong').allTextContents(), CARDS);
            assert.equal(await page.locator('.foot').textContent(), 'Made <by> us \u00b7 Drawn with adtmap');
            assert.deepEqual(await page.evaluate(() => [...document.images].map((image) => image.naturalWidth)),
                [600, 600, 600, 600]);
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width);
            assert.deepEqual(await violations(page), []);
            await shoot(page, join(shots, `${name}.jpg`));
            assert.deepEqual(troubles, []);
        }, { isRepeat });
        await test(`${name}: keys reach every link in its order, with an outline in view`, async () => {
            await visit(page);
            const reached = [];
            for (let i = 0; i < LINKS.length; i++) {
                await page.keyboard.press('Tab');
                reached.push(await page.evaluate(() => document.activeElement.href));
                assert.ok(await page.evaluate(() => {
                    const box = document.activeElement.getBoundingClientRect();
                    return getComputedStyle(document.activeElement).outlineStyle === 'solid' &&
                        box.bottom > 0 && box.top < innerHeight;
                }), reached[i]);
            }
            assert.deepEqual(reached, LINKS);
            await page.keyboard.press('Enter');
            await page.waitForURL(LINKS.at(-1) + '**');
        }, { isRepeat });
        await close();
    }
}

const { context } = await open({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark' });

await test('links of renderings name their map', async () => {
    const { page } = await newPage(context, server.url);
    await page.goto(address);
    assert.equal(await page.getByRole('link', { name: 'Hall: With trees' }).count(), 1);
    await page.close();
});

// A dark theme would print pale letters on white paper.
await test('on paper letters are dark, and a card is on one page', async () => {
    const { page } = await newPage(context, server.url);
    await page.emulateMedia({ media: 'print' });
    await visit(page);
    for (const selector of ['h1', 'h2', '.sum', '.card strong', '.card small', '.renderings a']) {
        assert.ok(await luminance(page, selector, 'color') < 110, selector);
    }
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('.cards li')).breakInside), 'avoid');
    assert.deepEqual(await violations(page), []);
    await shoot(page, join(shots, 'first-page-print.jpg'));
    await page.close();
});

// 0.96 MB when a page put three maps together from pictures of their zoom levels.
await test('a first visit takes 7 requests at most and less than 150 kB', async () => {
    const { page } = await newPage(context, server.url);
    const answers = [];
    page.on('response', (response) => answers.push(response));
    await visit(page);
    const bytes = await Promise.all(answers.map(async (answer) => (await answer.body()).length));
    const sum = bytes.reduce((a, b) => a + b, 0);
    console.log(`        ${answers.length} requests, ${sum} bytes`);
    assert.ok(answers.length <= 7 && sum < 150000, `${answers.length} requests, ${sum} bytes`);
    await page.close();
});

await test('the head has what browsers and links show', async () => {
    const html = await readFile(join(site, 'index.html'), 'utf8');
    for (const tag of ['<title>Two renderings</title>', 'name="description" content="3 maps"',
        'property="og:title" content="Two renderings"', 'property="og:description" content="3 maps"',
        'rel="apple-touch-icon"', 'name="theme-color"']) {
        assert.ok(html.includes(tag), tag);
    }
    assert.ok(!html.includes('og:image'));
});

await closeAll();
server.close();
process.exit(failed() ? 1 : 0);

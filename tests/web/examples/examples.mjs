// The examples of docs/website.md for OpenLayers and MapLibre, in a browser that draws WebGL in software.
// SITE has the map Demo with the layer raster-dem. HEIGHTS of the environment are places [X, Y, height of the ground].
//     node examples.mjs SITE FOLDER
import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { newPage, serve, shoot, suite } from '../browser.mjs';

const [site, folder] = process.argv.slice(2).map((path) => resolve(path));
const modules = process.env.MODULES;
const { chromium } = createRequire(join(modules, 'x.js'))('playwright-core');
const { test, failed } = suite();
await mkdir(folder, { recursive: true });

const manual = await readFile(new URL('../../../docs/website.md', import.meta.url), 'utf8');
const examples = [...manual.matchAll(/```html\n(.*?)```/gs)].map(([, text]) => text);
const exampleOf = (...words) => examples.find((text) => words.every((word) => text.includes(word)));
const [, pictures] = manual.match(/```js\n(\/\/ The zoom levels.*?)```/s);

const LIBRARIES = { 'ol.js': 'ol/dist/ol.js', 'ol.css': 'ol/ol.css' };
const server = await serve(site);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, headless: true,
    args: ['--headless', '--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'] });
const context = await browser.newContext({ viewport: { width: 600, height: 420 } });
context.setDefaultTimeout(300000);

// Opens an example in the site's folder, with the libraries from npm, and its map as `map` of the window.
async function visit(example) {
    const { page, troubles } = await newPage(context, server.url);
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    const body = `<!doctype html>${example.replaceAll('Azeroth', 'Demo').replace('const map =', 'const map = window.shown =')}`;
    await page.route('**/example.html', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
    await page.route('**/pictures.mjs', (route) => route.fulfill({ contentType: 'text/javascript', body: pictures }));
    await page.route(/\/(ol\.js|ol\.css|maplibre-gl[^/]*)$/, (route) => {
        const name = new URL(route.request().url()).pathname.slice(1);
        return route.fulfill({ path: join(modules, LIBRARIES[name] ?? `maplibre-gl/dist/${name}`) });
    });
    await page.goto(`${server.url}/example.html`);
    await page.waitForFunction(() => window.shown);
    return { page, troubles, asked };
}

const isPicture = (url) => /\/web\/(color|raster-dem)\/\d+\/\d+\/\d+\.png$/.test(url);

await test('OpenLayers shows the place, and asks for no picture that is not there', async () => {
    const { page, troubles, asked } = await visit(exampleOf('ol.source.XYZ'));
    await page.evaluate(() => new Promise((done) => { window.shown.once('rendercomplete', done); }));
    assert.ok(asked.some((url) => url.endsWith('/Demo/web/color/5/16/15.png')));
    // The sea around the map is in view, too.
    await page.evaluate(() => new Promise((done) => { window.shown.once('rendercomplete', done); window.shown.getView().setZoom(3); }));
    assert.ok(asked.filter(isPicture).length >= 5);
    assert.deepEqual(troubles, []);
    await shoot(page, join(folder, 'openlayers.jpg'));
    await page.close();
});

// Waits until all is loaded and drawn.
const drawn = (page) => page.evaluate(() => new Promise((done) => {
    const look = () => (window.shown.loaded() && window.shown.areTilesLoaded() ? done() : window.shown.once('idle', look));
    look();
}));

await test('MapLibre shows the place, and asks for no picture that is not there', async () => {
    const { page, troubles, asked } = await visit(exampleOf('maplibregl', 'zoom: 4 }'));
    await drawn(page);
    assert.ok(asked.some((url) => url.endsWith('/Demo/web/color/5/16/15.png')));
    await page.evaluate(() => window.shown.jumpTo({ zoom: 2 }));
    await drawn(page);
    assert.ok(asked.filter(isPicture).length >= 5);
    assert.deepEqual(troubles, []);
    await shoot(page, join(folder, 'maplibre.jpg'));
    await page.close();
});

await test('the style of the map asks MapLibre for no picture that is not there', async () => {
    const style = JSON.parse(await readFile(join(site, 'Demo/style.json'), 'utf8'));
    const example = exampleOf('maplibregl', 'zoom: 4 }');
    for (const source of Object.values(style.sources)) {
        source.tiles = source.tiles.map((address) => address.replace('http://maps.example', server.url));
    }
    const { page, troubles, asked } = await visit(example.replace(/const style = {.*?\n};/s, `const style = ${JSON.stringify(style)};`));
    for (const zoom of [4, 2, 1, 3, 5.4]) {
        await page.evaluate((to) => window.shown.jumpTo({ zoom: to }), zoom);
        await drawn(page);
        await shoot(page, join(folder, `maplibre-style-${zoom}.jpg`));
    }
    assert.ok(asked.filter(isPicture).length >= 5);
    assert.deepEqual(troubles, []);
    await page.close();
});

await test('MapLibre shows the map over its heights', async () => {
    const { page, troubles, asked } = await visit(exampleOf('raster-dem', 'hillshade'));
    await drawn(page);
    assert.ok(asked.some((url) => /\/web\/raster-dem\//.test(url)));
    assert.deepEqual(troubles, []);
    await shoot(page, join(folder, 'maplibre-3d.jpg'));
    // Heights under the view are those of the game, times the size of the made-up Earth: 1174 m a yard, less a little
    // as X is 100 in the middle. The mesh is coarser than the ground.
    const places = JSON.parse(process.env.HEIGHTS);
    const heights = await page.evaluate((all) => all.map(([x, y]) => {
        const EDGE = 32 * 1600 / 3;
        const place = [-y / EDGE * 180, Math.atan(Math.sinh(Math.PI * x / EDGE)) * 180 / Math.PI];
        return window.shown.queryTerrainElevation(place) / 1173.87;
    }), places);
    for (const [i, [x, y, ground]] of places.entries()) {
        assert.ok(Math.abs(heights[i] - ground) < 1.5, `${heights[i]} at ${x} ${y}, where the ground is at ${ground}`);
    }
    assert.ok(places.length === 3 && new Set(places.map(([, , ground]) => Math.round(ground))).size === 3);
    // The sea beyond the map is flat, and no cliff falls from its edge.
    const sea = await page.evaluate(() => window.shown.queryTerrainElevation([60, 0]));
    assert.ok(sea === null || Math.abs(sea) < 10);
    await page.close();
});

await browser.close();
server.close();
process.exit(failed() ? 1 : 0);

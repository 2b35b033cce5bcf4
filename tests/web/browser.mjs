// Shared by the browser tests: a plain static file server, Chromium, and pages that record every
// error.
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';

const { chromium } = createRequire(join(process.env.MODULES, 'x.js'))('playwright-core');

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css',
    '.png': 'image/png', '.webp': 'image/webp', '.jpg': 'image/jpeg', '.svg': 'image/svg+xml', '.json': 'application/json' };
// Popups of the field of addresses, which nobody sees: a process each for every window, and more work than the page.
// The list takes the place of Playwright's, which is the rest of it.
const UNUSED = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'AcceptCHFrame',
    'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'DialMediaRouteProvider', 'GlobalMediaControls',
    'HttpsUpgrades', 'LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'Translate', 'AutoDeElevate',
    'RenderDocument', 'OptimizationHints'];
const ARGUMENTS = [`--disable-features=${UNUSED}`, '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'];

// Serves files only: no folder indexes, no rewriting, no compression; parts of them with `inParts`.
export async function serve(root, { inParts = false } = {}) {
    const server = createServer(async (request, response) => {
        const path = join(root, normalize(decodeURIComponent(request.url.split(/[?#]/)[0])));
        const info = await stat(path).catch(() => null);
        if (!info?.isFile()) {
            response.writeHead(404).end();
            return;
        }
        const part = inParts && /^bytes=(\d+)-(\d+)$/.exec(request.headers.range);
        if (part) {
            const [start, end] = [Number(part[1]), Math.min(Number(part[2]), info.size - 1)];
            response.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${info.size}`, 'Content-Length': end - start + 1 });
            createReadStream(path, { start, end }).pipe(response);
            return;
        }
        response.writeHead(200, { 'Content-Type': TYPES[extname(path)] || 'application/octet-stream' });
        createReadStream(path).pipe(response);
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

let browser;

// Options of a window in which nothing fades or moves, for tests of what lies where: drawing each frame of that takes a
// fifth of the time.
export const STILL = { reducedMotion: 'reduce' };

// A window of its own, with an empty profile, of one browser. What repeats tests is still. With the environment's THROTTLE=5 its pages run
// as on a machine five times slower: no test may fail there.
export async function open(options) {
    browser ??= chromium.launch({ executablePath: process.env.CHROMIUM, headless: true, args: ARGUMENTS });
    const context = await (await browser).newContext({ ...process.env.PART === 'repeats' && STILL, ...options });
    context.setDefaultTimeout(120000); // a test that cannot pass fails by then; none counts on it
    const rate = Number(process.env.THROTTLE || 1);
    if (rate > 1) {
        context.on('page', (page) => context.newCDPSession(page).then((session) =>
            session.send('Emulation.setCPUThrottlingRate', { rate })).catch(() => {})); // closed at once
    }
    return { context, close: () => context.close() };
}

export async function closeAll() {
    await (await browser)?.close();
}

// A page whose `troubles` are console errors, failed requests and requests that leave `base`.
export async function newPage(context, base) {
    const page = await context.newPage();
    const troubles = [];
    // The icon of a page that is being left is asked for in the name of the next one, and refused.
    const isIcon = (message) => message.location().url.endsWith('/favicon.svg') || message.text().includes('/favicon.svg');
    page.on('console', (message) => message.type() === 'error' && !isIcon(message) && troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(String(error)));
    page.on('response', (response) => response.status() >= 400 &&
        troubles.push(`${response.status()} ${response.url()}`));
    page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(base) && !/^(data|blob|about):/.test(url)) {
            troubles.push(`asks for ${url}`);
        }
    });
    return { page, troubles };
}

// Waits until a page rests: its pictures and scripts are there, nothing moves or fades, and no zoom waits for the
// next frame. No time is counted: on a busy machine it would be too short, on another one lost.
export async function settle(page) {
    await page.waitForFunction(async () => { // again on the next page if this one is left
        const all = (selectors) => [...document.querySelectorAll(selectors)];
        let seen = ''; // a tile of the zoom before may stay half faded until it is taken away
        const isStill = () => {
            const images = all('.mosaic img, .card img, img.world-picture');
            const before = seen;
            seen = all('.leaflet-tile').map(({ style }) => style.opacity).join();
            return seen === before && all('img.leaflet-tile').length + images.length > 0 && images.every(({ complete }) => complete) &&
                all('.leaflet-tile').every(({ className }) => className.includes('tile-loaded')) &&
                all('#loading:not([hidden]), .leaflet-pan-anim, .leaflet-zoom-anim').length === 0 &&
                !all('head > script').some(({ async }) => async) && /* which the page loads itself, and takes away */
                !document.getAnimations().some(({ playState }) => playState === 'running');
        };
        const frame = () => new Promise((done) => { requestAnimationFrame(done); });
        const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });
        for (let frames = 0; frames < 4;) {
            frames = isStill() ? frames + 1 : 0;
            await (frames > 0 ? frame() : pause(50)); // each frame would have to be drawn
        }
        return true;
    });
    const address = await page.evaluate(() => location.href); // of which `page.url()` hears later
    await page.waitForURL(({ href }) => href === address);
}

// Leaves a page. It may write its view into its address at that moment, which would end the way to the next one.
export async function leave(page) {
    for (let isLeft = false; !isLeft;) {
        isLeft = await page.goto('about:blank').then(() => true, (error) => {
            if (!error.message.includes('interrupted by another navigation')) {
                throw error;
            }
            return false;
        });
    }
}

// Waits until timers of a page that were to run within `ms` have: for what must not happen after that time.
export const afterTimers = (page, ms) => page.evaluate((time) => new Promise((done) => { setTimeout(done, time + 1); }), ms);

// Runs tests by name, only those that match the environment's ONLY; a failure is printed and the others
// continue. What repeats a test is a run of its own: at a size for which the page lies otherwise with PART=repeats
// (isRepeat), as it is seen nowhere to differ with PART=same (isSame); with PART=first all others are run, without
// PART all. Of isRepeat: null is no repetition, and is run in each.
export function suite() {
    const { ONLY = '', PART } = process.env;
    let failures = 0;
    return {
        async test(name, body, { isRepeat = false, isSame = false } = {}) {
            const begun = Date.now();
            const part = isSame ? 'same' : isRepeat ? 'repeats' : 'first';
            const isOfPart = !PART || isRepeat === null || part === PART;
            if (!isOfPart || !new RegExp(ONLY).test(name)) {
                return;
            }
            try {
                await body();
                console.log(`ok      ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
            } catch (error) {
                failures++;
                console.log(`FAILED  ${name}\n        ${error.stack}`);
            }
        },
        failed: () => failures,
    };
}

// A screenshot for people to look at, with the environment's SHOTS=yes alone: each takes as long as a small test.
export const shoot = (page, path) => process.env.SHOTS === 'yes' && page.screenshot({ path, type: 'jpeg', quality: 80 });

// What axe-core finds wrong. It would load the stylesheets once more, which a page from disk may not, for
// a rule that it does not apply of itself; what is right it need not list.
export async function violations(page) {
    if (!await page.evaluate(() => 'axe' in globalThis)) {
        await page.evaluate(await readFile(join(process.env.MODULES, 'axe-core/axe.min.js'), 'utf8'));
    }
    const found = await page.evaluate(() => axe.run({ preload: false, resultTypes: ['violations'],
        rules: { 'label-content-name-mismatch': { enabled: true } } }));
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

// The page that page.sh published, in a real browser, while its database changes.
//     node page.mjs ROOT SCREENSHOTS      ROOT holds site/ and live/; SOCKET in the environment is MariaDB's
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { closeAll, newPage, open, serve, suite, violations } from '../web/browser.mjs';

const [root, shots] = process.argv.slice(2);
const { test, failed } = suite();
const server = await serve(root);
const change = (statement) => execFileSync('mariadb', ['--no-defaults', '-S', process.env.SOCKET, 'acore_characters', '-e', statement]);

await test('spawns of a database are circles with numbers, and players move on the map', async () => {
    const { context, close } = await open({ viewport: { width: 1440, height: 900 } });
    const { page, troubles } = await newPage(context, server.url);
    await page.goto(`${server.url}/site/minimap/Demo/index.html`);
    await page.locator('.cluster').first().waitFor();
    const shown = () => page.evaluate(() => [...document.querySelectorAll('.cluster')].reduce((sum, circle) =>
        sum + Number(circle.getAttribute('aria-label').match(/^\d+/)[0]), 0));
    assert.ok(await shown() >= 3000, `${await shown()} in circles`);
    await page.locator('.player').waitFor({ timeout: 15000 });
    assert.equal(await page.locator('.player').getAttribute('aria-label'), '\u00c4nn\u00e4, level 70, mage, alliance');

    await page.locator('#markers').click();
    const groups = await page.locator('#marker-list label').allTextContents();
    assert.deepEqual(groups.slice(0, 3).map((words) => words.trim()), ['Creatures (3002)', 'Objects (1)', 'Paths (1)']);
    assert.ok(!await page.locator('#marker-list input[value="Paths"]').isChecked());
    await page.screenshot({ path: join(shots, 'database.png') });
    assert.deepEqual(await violations(page), []);
    await page.locator('#query').fill('battered chest');
    await page.keyboard.press('Enter');
    await page.locator('.leaflet-popup-content', { hasText: /^Battered Chest-200\.0 100\.0Objectsguid 9, entry 2843/ }).waitFor();

    await page.locator('#live').click();
    await page.locator('#live-list button', { hasText: '\u00c4nn\u00e4' }).click();
    change('UPDATE characters SET position_x = 600 WHERE guid = 7; UPDATE characters SET map = 0, position_x = 610 WHERE guid = 8');
    await page.waitForFunction(() => Math.abs(adtmap.leaflet.getCenter().lat - 600) < 5, null, { timeout: 20000 });
    await page.locator('.player').nth(1).waitFor();
    assert.match(await page.locator('#live-list').textContent(), /2 players here.*\u00c4nn\u00e4.*O"k\\/);
    change('UPDATE characters SET online = 0');
    await page.locator('.live-status', { hasText: '0 players here' }).waitFor({ timeout: 20000 });
    assert.equal(await page.locator('.player').count(), 0);
    assert.deepEqual(troubles, []);
    await close();
});

server.close();
await closeAll();
process.exit(failed() ? 1 : 0);

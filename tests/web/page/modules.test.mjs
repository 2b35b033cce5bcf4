// That modules have tests, and nothing that no other module uses.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const folder = join(here, '../../../src/output/web/page');
const read = (path) => readFileSync(path, 'utf8');
const modules = readdirSync(folder).filter((name) => name.endsWith('.js'));
const WITH_THE_BUNDLE = ['main.js', 'map_page.js', 'more.js', 'points.js', 'site_data.js', 'world.js', 'world_page.js']; /* they have no part that stands alone */

const testOf = (name) => join(here, name.replace(/js$/, 'test.mjs'));
const importsOf = (text) => [...text.matchAll(/^import \{ ([^}]+) \} from '[^']*?([^/']+)';$/gm)]
    .flatMap(([, names, file]) => names.split(', ').map((name) => `${file} ${name}`));

test('each module has a test', () => {
    assert.ok(modules.length > 25);
    assert.deepEqual(modules.filter((name) => !existsSync(testOf(name))), WITH_THE_BUNDLE);
});

test('what a module exports is used by another one or tested', () => {
    const used = new Set(modules.flatMap((name) => [name, existsSync(testOf(name)) && testOf(name)]).filter(Boolean)
        .flatMap((name) => importsOf(read(name.endsWith('.test.mjs') ? name : join(folder, name)))));
    const exported = modules.flatMap((name) => [...read(join(folder, name))
        .matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, word]) => `${name} ${word}`));
    assert.ok(exported.length > 50);
    assert.deepEqual(exported.filter((entry) => !used.has(entry)), []);
});

test('the policy of a page allows the one script in its markup, by its hash', () => {
    for (const page of ['map.html', 'world.html']) {
        const markup = read(join(folder, '..', page));
        const scripts = [...markup.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script);
        const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
        assert.deepEqual(markup.match(/'sha256-[^']+'/g), hashes, page);
    }
});

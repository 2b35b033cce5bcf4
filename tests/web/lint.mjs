// Names that a module of a page uses and neither has nor imports, and what it has or imports in vain. The
// build cannot tell, as a name may be one of the browser: the page uses those below.
//     node lint.mjs SRC
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const { ESLint } = createRequire(join(process.env.MODULES, 'x.js'))('eslint');
const BROWSER = ['L', 'document', 'window', 'navigator', 'location', 'history', 'requestAnimationFrame', 'getComputedStyle',
    'URLSearchParams', 'setTimeout', 'clearTimeout', 'Option', 'localStorage', 'fetch', 'AbortController', 'Blob', 'TextDecoder',
    'Response', 'DecompressionStream', 'URL', 'Image', 'matchMedia', 'ResizeObserver'];
const RULES = ['no-undef', 'no-unused-vars', 'no-redeclare', 'no-duplicate-imports', 'no-unreachable', 'prefer-const'];

const eslint = new ESLint({
    cwd: resolve(process.argv[2]),
    overrideConfigFile: true,
    overrideConfig: [{
        files: ['**/*.js'],
        languageOptions: { globals: Object.fromEntries(BROWSER.map((name) => [name, 'readonly'])) },
        rules: Object.fromEntries(RULES.map((rule) => [rule, 'error'])),
    }],
});
const results = await eslint.lintFiles(['output/web/page', 'cli/diff']);
const wrong = results.flatMap(({ filePath, messages }) => messages.map(({ line, message }) => `${filePath}:${line}: ${message}`));
assert.ok(results.length > 20, `${results.length} modules`);
assert.deepEqual(wrong, []);

// What actionlint finds in workflows: those that the project gives away, and its own.
//     node workflows.mjs ROOT
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { createLinter } = createRequire(join(process.env.MODULES, 'x.js'))('actionlint');
const files = ['tools/ci', '.github/workflows'].flatMap((folder) => readdirSync(join(process.argv[2], folder))
    .filter((name) => name.endsWith('.yml')).map((name) => join(folder, name)));
const lint = await createLinter();
const wrong = files.flatMap((file) => lint(readFileSync(join(process.argv[2], file), 'utf8'), file));
assert.ok(files.length > 3, `${files.length} workflows`);
assert.deepEqual(wrong, []);

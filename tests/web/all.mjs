// Runs all tests of the page's modules in one process of node: a process for each takes longer than its tests.
// Tests of a file are over before the next one is read, as both make pages of their own.
import { readdir } from 'node:fs/promises';
import test from 'node:test';

const folder = new URL('page/', import.meta.url);
const names = (await readdir(folder)).filter((name) => name.endsWith('.test.mjs')).sort();
if (names.length < 30) {
    throw new Error(`only ${names.length} files of tests in ${folder.pathname}`);
}
for (const name of names) {
    await import(new URL(name, folder));
    await test(`end of ${name}`, () => {});
}

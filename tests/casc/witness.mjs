// Reads the files of a folder by their names from a storage, with the npm package casclib (CascLib
// 1.11), and compares them.
//
//     node witness.mjs MODULES STORAGE FOLDER
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

const [modules, storage, folder] = process.argv.slice(2);
const casclib = createRequire(join(modules, 'x.js'))('casclib');
const handle = casclib.openStorageSync(storage);
let same = 0;
let different = 0;
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) {
        const path = join(entry.parentPath ?? entry.path, entry.name);
        const wanted = readFileSync(path);
        const name = relative(folder, path).replaceAll('/', '\\');
        // It hands out buffers that are too long.
        const got = casclib.readFileSync(handle, name).subarray(0, wanted.length);
        if (Buffer.compare(got, wanted) === 0) same++;
        else {
            different++;
            console.log(`differs: ${name}`);
        }
    }
}
casclib.closeStorage(handle);
console.log(`same ${same}`);
process.exit(different > 0 || same === 0 ? 1 : 0);

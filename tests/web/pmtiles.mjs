// Reads every tile of an archive with the public reader and compares it with the files.
//     node pmtiles.mjs ARCHIVE FOLDER
import assert from 'node:assert/strict';
import { open, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { PMTiles, zxyToTileId } = createRequire(join(process.env.MODULES, 'x.js'))('pmtiles');
const [archive, folder] = process.argv.slice(2);

const file = await open(archive);
const size = (await file.stat()).size;
const source = {
    getKey: () => archive,
    async getBytes(offset, length) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
        return { data: buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + bytesRead) };
    },
};
const reader = new PMTiles(source);
const header = await reader.getHeader();
const metadata = await reader.getMetadata();

const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(png|webp|jpg)$/.test(name));
const contents = new Set();
let deepest = 0;
for (const name of names) {
    const [z, x, y] = name.split(/[/.]/).map(Number);
    const wanted = await readFile(join(folder, name));
    const found = await reader.getZxy(z, x, y);
    assert.ok(found, `${name} is missing`);
    assert.ok(wanted.equals(Buffer.from(found.data)), `${name} differs`);
    assert.ok(zxyToTileId(z, x, y) >= 0);
    contents.add(wanted.toString('latin1'));
    deepest = Math.max(deepest, z);
}
assert.ok(names.length > 0);
assert.equal(await reader.getZxy(deepest, 0, 0), undefined);
assert.equal(header.specVersion, 3);
assert.equal(header.clustered, true);
assert.equal(header.internalCompression, 2);
assert.equal(header.tileCompression, 1);
assert.equal(header.tileType, { png: 2, jpg: 3, webp: 4 }[names[0].split('.').pop()]);
assert.equal(header.minZoom, 0);
assert.equal(header.maxZoom, deepest);
assert.equal(header.numAddressedTiles, names.length);
assert.equal(header.numTileContents, contents.size);
assert.equal(header.tileDataOffset + header.tileDataLength, size);
assert.ok(header.minLon < header.maxLon && header.minLat < header.maxLat);
assert.equal(metadata.type, 'baselayer');
console.log(`${names.length} tiles, ${contents.size} contents, ${header.numTileEntries} entries: equal`);
await file.close();

// Writes a table of graveyards, WorldSafeLocs.dbc of 3.3.5, with as many as a continent has landmarks. They are those of the
// demo world with other names, in places around.
//     node continent.mjs FROM TO
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';

const COUNT = 300;
const HEADER_BYTES = 20;
const [MAP, X, Y, NAME] = [1, 2, 3, 5]; // fields, of 22 with 4 bytes each
const FIELDS = 22;
const PLACES = ['Northern Greenmark', 'Reedmire', 'Millbrook Heights', 'The Fells', 'Castle Gate'];

const table = readFileSync(process.argv[2]);
assert.equal(table.readUInt32LE(8), FIELDS);
const first = table.subarray(HEADER_BYTES, HEADER_BYTES + FIELDS * 4);
assert.equal(first.readUInt32LE(MAP * 4), 0);
let texts = '\0';
const rows = Array.from({ length: COUNT }, (_, i) => {
    const row = Buffer.from(first);
    row.writeUInt32LE(i + 1, 0);
    row.writeFloatLE(i * 37 % 1900 - 950, X * 4);
    row.writeFloatLE(i * 91 % 1901 - 950, Y * 4);
    row.writeUInt32LE(texts.length, NAME * 4);
    texts += `${PLACES[i % PLACES.length]}, Graveyard ${i}\0`;
    return row;
});
const header = Buffer.from(table.subarray(0, HEADER_BYTES));
header.writeUInt32LE(COUNT, 4);
header.writeUInt32LE(texts.length, 16);
writeFileSync(process.argv[3], Buffer.concat([header, ...rows, Buffer.from(texts)]));

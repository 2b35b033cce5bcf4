import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { makeSource, openArchive, pictureId, readDirectory, rowOf } from '../../../src/output/web/page/pmtiles.js';

/* The bytes of a directory of rows [id, run, length, offset]. */
function directoryOf(rows) {
    const digits = (value) => (value < 128 ? [value] : [(value % 128) | 128, ...digits(Math.floor(value / 128))]);
    const column = (pick) => rows.flatMap((row, i) => digits(pick(row, rows[i - 1])));
    return Uint8Array.from([...digits(rows.length), ...column(([id], before) => id - (before ? before[0] : 0)),
        ...column(([, run]) => run), ...column(([, , length]) => length),
        ...column(([, , length, offset], before) => (before && offset === before[3] + before[2] ? 0 : offset + 1))]);
}

/* An archive whose first directory leads to one more; `parts` has what is asked for. */
function serve(change = () => {}) {
    const leaf = gzipSync(directoryOf([[0, 1, 3, 0], [1, 4, 2, 3]]));
    const root = gzipSync(directoryOf([[0, 0, leaf.length, 0], [400, 1, 2, 1]]));
    const bytes = Buffer.alloc(20000);
    bytes.write('PMTiles');
    [bytes[7], bytes[97]] = [3, 2];
    [[8, 127], [16, root.length], [40, 17000], [56, 18000]].forEach(([at, value]) => bytes.writeBigUInt64LE(BigInt(value), at));
    root.copy(bytes, 127);
    leaf.copy(bytes, 17000);
    bytes.write('abcde', 18000);
    change(bytes);
    const parts = [];
    globalThis.fetch = async (address, { headers }) => {
        const [, from, to] = headers.Range.match(/^bytes=(\d+)-(\d+)$/).map(Number);
        parts.push([from, to - from + 1]);
        return new Response(bytes.subarray(from, to + 1), { status: 206 });
    };
    return { parts, leaf };
}

test('pictures are numbered along the curve of PMTiles', () => {
    assert.deepEqual([[0, 0, 0], [1, 0, 0], [1, 0, 1], [1, 1, 1], [1, 1, 0], [2, 0, 0], [2, 1, 0], [2, 3, 0]].map((place) => pictureId(...place)),
        [0, 1, 2, 3, 4, 5, 6, 20]);
    const all = new Set(Array.from({ length: 64 * 64 }, (_, i) => pictureId(6, i % 64, i >> 6)));
    assert.deepEqual([all.size, Math.min(...all), Math.max(...all)], [4096, 1365, 5460]);
    assert.equal(pictureId(12, 3423, 1763), 19078479);
});

test('a directory has runs of equal pictures, and rows that follow one another', () => {
    const rows = readDirectory(directoryOf([[5, 2, 300, 1000], [300, 1, 7, 1300]]));
    assert.deepEqual(rows.map(({ offset }) => offset), [1000, 1300]);
    assert.deepEqual([4, 5, 6, 7, 300, 301].map((id) => rowOf(rows, id)?.id), [undefined, 5, 5, undefined, 300, undefined]);
});

test('pictures are read in parts, and a directory once', async () => {
    const { parts, leaf } = serve();
    const archive = await openArchive('Demo.pmtiles');
    const text = async (...place) => new TextDecoder().decode(await archive.find(...place));
    assert.deepEqual([await text(0, 0, 0), await text(1, 1, 1), await archive.find(2, 0, 0)], ['abc', 'de', null]);
    assert.deepEqual(parts, [[0, 16384], [17000, leaf.length], [18000, 3], [18003, 2]]);
});

test('an archive that is damaged or does not come in parts is refused', async () => {
    serve((bytes) => bytes.fill(0, 0, 7));
    await assert.rejects(openArchive('Demo.pmtiles'), /Demo\.pmtiles is damaged/);
    let isStopped = false;
    globalThis.fetch = async (address, { signal }) => {
        signal.addEventListener('abort', () => { isStopped = true; });
        return new Response('all of it', { status: 200 });
    };
    await assert.rejects(openArchive('Demo.pmtiles'), /Demo\.pmtiles does not come in parts/);
    assert.ok(isStopped);
});

test('files go before the archive, which is opened once', async () => {
    const { parts } = serve();
    const asked = [];
    const told = [];
    const sourceOf = (isThere) => makeSource('Demo.pmtiles', async (file) => {
        asked.push(file);
        return isThere;
    }, ({ message }) => told.push(message));
    assert.equal(await sourceOf(true)('0.png', 0, 0, 0), '0.png');
    assert.deepEqual(parts, []);
    const source = sourceOf(false);
    const addresses = await Promise.all([source('0.png', 0, 0, 0), source('1.png', 1, 1, 1), source('2.png', 2, 0, 0)]);
    assert.match(addresses[0], /^blob:/);
    assert.match(addresses[1], /^blob:/);
    assert.equal(addresses[2], '2.png');
    assert.deepEqual(asked, ['0.png', '0.png']);
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    assert.equal(await sourceOf(false)('0.png', 0, 0, 0), '0.png');
    assert.deepEqual(told, ['Failed to fetch']);
});

/*
 * adtmap: pictures from an archive, PMTiles version 3 with directories packed by gzip, as the program writes it. A host
 * has to answer requests for parts of a file; pages from disk get none.
 */
const HEADER_BYTES = 127;
const FIRST_BYTES = 16384; /* the header and the first directory lie within */
const GZIP = 2;

/* The number of a picture: all of smaller zooms, then its place along the Hilbert curve. */
export function pictureId(zoom, x, y) {
    let id = (4 ** zoom - 1) / 3;
    for (let edge = 2 ** (zoom - 1); edge >= 1; edge /= 2) {
        const [right, down] = [x & edge ? 1 : 0, y & edge ? 1 : 0];
        id += edge * edge * ((3 * right) ^ down);
        if (!down) {
            [x, y] = right ? [edge - 1 - (y & (edge - 1)), edge - 1 - (x & (edge - 1))] : [y, x];
        }
    }
    return id;
}

/* Rows {id, run, length, offset}, by id. A run of 0 leads to a directory, else to so many pictures. */
export function readDirectory(bytes) {
    let at = 0;
    function next() {
        let [value, unit, byte] = [0, 1, 0];
        do {
            byte = bytes[at++];
            value += (byte & 127) * unit;
            unit *= 128;
        } while (byte > 127);
        return value;
    }
    const rows = Array.from({ length: next() }, () => ({}));
    let id = 0;
    rows.forEach((row) => { row.id = id += next(); });
    rows.forEach((row) => { row.run = next(); });
    rows.forEach((row) => { row.length = next(); });
    rows.forEach((row, i) => {
        const offset = next();
        row.offset = offset > 0 ? offset - 1 : rows[i - 1].offset + rows[i - 1].length;
    });
    return rows;
}

/* The row that has a picture; undefined: none. */
export function rowOf(rows, id) {
    const row = rows.findLast ? rows.findLast((each) => each.id <= id) : [...rows].reverse().find((each) => each.id <= id);
    return row && (row.run === 0 || id < row.id + row.run) ? row : undefined;
}

async function unpack(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/* Opens the archive at an address. {find}: a promise of the bytes of a picture, null without one. */
export async function openArchive(address) {
    async function readPart(offset, length) {
        const stop = new AbortController();
        const answer = await fetch(address, { headers: { Range: `bytes=${offset}-${offset + length - 1}` }, signal: stop.signal });
        if (answer.status !== 206) {
            stop.abort(); /* or all of it would come */
            throw new Error(`${address} does not come in parts`);
        }
        return new Uint8Array(await answer.arrayBuffer());
    }
    const first = await readPart(0, FIRST_BYTES);
    const header = new DataView(first.buffer, 0, HEADER_BYTES);
    const number = (at) => Number(header.getBigUint64(at, true));
    if (new TextDecoder().decode(first.subarray(0, 7)) !== 'PMTiles' || first[7] !== 3 || first[97] !== GZIP) {
        throw new Error(`${address} is damaged`);
    }
    const [root, rootBytes, leaves, pictures] = [8, 16, 40, 56].map(number);
    const directories = new Map([[null, unpack(first.subarray(root, root + rootBytes)).then(readDirectory)]]);

    async function find(zoom, x, y) {
        const id = pictureId(zoom, x, y);
        let row = rowOf(await directories.get(null), id);
        while (row && row.run === 0) {
            const { offset, length } = row;
            if (!directories.has(offset)) {
                directories.set(offset, readPart(leaves + offset, length).then(unpack).then(readDirectory));
            }
            row = rowOf(await directories.get(offset), id);
        }
        return row ? readPart(pictures + row.offset, row.length) : null;
    }
    return { find };
}

/*
 * Where pictures come from that are files, in an archive, or both: the first that is asked for tells whether there are
 * files. Gives a function of the address of a picture's file and its place, which promises an address to show.
 */
export function makeSource(archive, hasFile, onError) {
    let opening = null;
    return async (file, zoom, x, y) => {
        opening ??= hasFile(file).then((isThere) => (isThere ? null : openArchive(archive))).catch((error) => {
            onError(error);
            return null;
        });
        const opened = await opening;
        const bytes = opened && await opened.find(zoom, x, y);
        return bytes ? URL.createObjectURL(new Blob([bytes])) : file;
    };
}

// Maps as sets of tiles, for tests.
import { tileSet } from '../../../src/output/web/page/places.js';

/* A map with the tiles `x_y`, as its page gets them. */
export function tilesOf(names) {
    const rows = Array(64).fill(0n);
    names.forEach((name) => {
        const [x, y] = name.split('_').map(Number);
        rows[y] |= 1n << BigInt(x);
    });
    return tileSet(rows.map((row) => row.toString(16).padStart(16, '0')));
}

export function block(x, y, columns, rows) {
    return Array.from({ length: columns * rows }, (_, i) =>
        `${x + (i % columns)}_${y + Math.floor(i / columns)}`);
}

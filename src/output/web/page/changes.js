/* adtmap: which tiles differ between two renderings or builds of a map. */
import { GRID } from './places.js';

const DIGITS = 8;

/* The contents of tiles, from tiles.js: eight digits for each tile that there is, row by row. It fails if there are
 * too few or too many. */
export function readContents(contents, hasTile) {
    const tiles = new Map();
    for (let i = 0; i < GRID * GRID; i++) {
        const [x, y] = [i % GRID, Math.floor(i / GRID)];
        if (hasTile(x, y)) {
            tiles.set(`${x}_${y}`, contents.slice(DIGITS * tiles.size, DIGITS * (tiles.size + 1)));
        }
    }
    if (contents.length !== DIGITS * tiles.size) {
        throw new Error(`${contents.length} digits for ${tiles.size} tiles`);
    }
    return tiles;
}

/* Names of tiles that look different or are in one of the two alone, row by row. */
export function changedTiles(a, b) {
    const names = [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name));
    const place = (name) => name.split('_').map(Number);
    return names.sort((one, other) => {
        const [[x, y], [column, row]] = [place(one), place(other)];
        return y - row || x - column;
    });
}

/* These by where they are: in the first alone, in the second alone, in both. */
export function sortChanges(names, a, b) {
    return {
        own: names.filter((name) => !b.has(name)),
        other: names.filter((name) => !a.has(name)),
        both: names.filter((name) => a.has(name) && b.has(name)),
    };
}

export function describeChanges(count, total) {
    if (count === 0) {
        return 'No tile differs';
    }
    if (count === total) {
        return total === 1 ? 'The tile differs' : `All ${total} tiles differ`;
    }
    return `${count} of ${total} tiles ${count === 1 ? 'differs' : 'differ'}`;
}

/*
 * adtmap: places on a map. The game's X points north and its Y west, both in yards. A Leaflet
 * "latitude" is X, a "longitude" is Y, so {lat, lng} is a place. Nothing here needs a page.
 */
export const GRID = 64;
export const TILE_YARDS = 1600 / 3;
export const EDGE = (GRID / 2) * TILE_YARDS;

export const isInside = (place) => Math.abs(place.lat) <= EDGE && Math.abs(place.lng) <= EDGE;

export const tileAt = (place) => ({
    x: Math.floor(GRID / 2 - place.lng / TILE_YARDS),
    y: Math.floor(GRID / 2 - place.lat / TILE_YARDS),
});

/* "x_y" of the tile of a place, '' outside the grid. */
export function tileName(place) {
    const { x, y } = tileAt(place);
    return x >= 0 && x < GRID && y >= 0 && y < GRID ? `${x}_${y}` : '';
}

/* The corners of a block of tiles, for Leaflet. */
export const tileCorners = (x, y, columns, rows) => [
    [(GRID / 2 - y) * TILE_YARDS, (GRID / 2 - x) * TILE_YARDS],
    [(GRID / 2 - y - rows) * TILE_YARDS, (GRID / 2 - x - columns) * TILE_YARDS],
];

export const placeText = (place) => `${place.lat.toFixed(1)} ${place.lng.toFixed(1)}`;

/* Rows of 64 bits as hexadecimal numbers, bit = column, to a function of column and row. */
export function tileSet(hexRows) {
    const rows = hexRows.map((row) => BigInt(`0x${row}`));
    return (x, y) => x >= 0 && x < GRID && y >= 0 && y < GRID &&
        ((rows[y] >> BigInt(x)) & 1n) === 1n;
}

/* The tiles that touch (x, y), also over corners, taken out of `left`. */
function takeGroup(left, start) {
    const group = [start];
    left.delete(start);
    for (let i = 0; i < group.length; i++) {
        const [x, y] = [group[i] % GRID, Math.floor(group[i] / GRID)];
        for (let dy = -1; dy <= 1; dy++) {
            for (let dx = -1; dx <= 1; dx++) {
                const next = (y + dy) * GRID + x + dx;
                if (x + dx >= 0 && x + dx < GRID && left.delete(next)) {
                    group.push(next);
                }
            }
        }
    }
    return group;
}

/* What a map is looked at as a whole: [x, y, columns, rows] of its tiles, without groups that
 * have less than a twentieth of the tiles of the largest one. */
export function mainBlock(hasTile) {
    const left = new Set();
    for (let i = 0; i < GRID * GRID; i++) {
        if (hasTile(i % GRID, Math.floor(i / GRID))) {
            left.add(i);
        }
    }
    const groups = [];
    while (left.size) {
        groups.push(takeGroup(left, left.values().next().value));
    }
    const largest = Math.max(...groups.map((group) => group.length));
    const kept = groups.filter((group) => group.length * 20 >= largest).flat();
    const xs = kept.map((i) => i % GRID);
    const ys = kept.map((i) => Math.floor(i / GRID));
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return [x, y, Math.max(...xs) - x + 1, Math.max(...ys) - y + 1];
}

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

/* Whether a marker lies at a place, as exactly as placeText says it. */
export const isAt = ({ x, y }, place) => Math.abs(x - place.lat) < 0.06 && Math.abs(y - place.lng) < 0.06;

/* Rows of 64 bits as hexadecimal numbers, bit = column, to a function of column and row. */
export function tileSet(hexRows) {
    const rows = hexRows.map((row) => BigInt(`0x${row}`));
    return (x, y) => x >= 0 && x < GRID && y >= 0 && y < GRID &&
        ((rows[y] >> BigInt(x)) & 1n) === 1n;
}

/*
 * adtmap: areas of a map, from the rows of areas.js:
 * [name, row of the zone from 1 or 0, x, y, reach, frame, rings].
 * Shapes are in chunks from the north-west corner of the grid. Nothing here needs a page.
 */
import { GRID, TILE_YARDS } from './places.js';

const CHUNKS = 16; /* along an edge of a tile */

const chunkAt = (place) => ({
    x: (GRID / 2 - place.lng / TILE_YARDS) * CHUNKS,
    y: (GRID / 2 - place.lat / TILE_YARDS) * CHUNKS,
});

export const placeOf = (x, y) => ({
    lat: (GRID / 2 - y / CHUNKS) * TILE_YARDS,
    lng: (GRID / 2 - x / CHUNKS) * TILE_YARDS,
});

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/* Whole numbers from digits of 5 bits, the lowest ones first; the lowest bit of all is the sign,
 * and the sixth of a digit says that another one follows. */
export function numbersOf(text) {
    const numbers = [];
    let [number, shift] = [0, 0];
    [...text].forEach((character) => {
        const digit = DIGITS.indexOf(character);
        number += (digit & 31) << shift;
        shift += 5;
        if (digit < 32) {
            numbers.push(number & 1 ? -(number >> 1) : number >> 1);
            [number, shift] = [0, 0];
        }
    });
    return numbers;
}

/* The corners of a ring: [x, y] and steps along x and y by turns; the last corner lies below or
 * above the first. */
function cornersOf(steps) {
    let [x, y] = steps;
    const corners = [[x, y]];
    steps.slice(2).forEach((step, i) => {
        x += i % 2 ? 0 : step;
        y += i % 2 ? step : 0;
        corners.push([x, y]);
    });
    corners.push([steps[0], y]);
    return corners;
}

export function boxOf(rings) {
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    rings.flat().forEach(([x, y]) => {
        box[0] = Math.min(box[0], x);
        box[1] = Math.min(box[1], y);
        box[2] = Math.max(box[2], x);
        box[3] = Math.max(box[3], y);
    });
    return box;
}

/* Areas with `zone`, the area that one is part of, or null. A label is in the middle of a chunk. */
export function readAreas(rows) {
    const areas = rows.map(([name, , x, y, reach, frame, rings]) => {
        const corners = rings.split(' ').filter(Boolean).map((ring) => cornersOf(numbersOf(ring)));
        return { name, x: x + 0.5, y: y + 0.5, reach, frame: frame || null, rings: corners, box: boxOf(corners) };
    });
    areas.forEach((area, i) => { area.zone = areas[rows[i][1] - 1] || null; });
    return areas;
}

/* Whether a line to the west crosses an odd number of the rings' edges, which run north to south. */
export function isInside(area, { x, y }) {
    const [left, top, right, bottom] = area.box;
    if (x < left || x >= right || y < top || y >= bottom) {
        return false;
    }
    let crossings = 0;
    area.rings.forEach((corners) => corners.forEach(([cornerX, cornerY], i) => {
        const nextY = corners[(i + 1) % corners.length][1];
        crossings += cornerX <= x && (cornerY <= y) !== (nextY <= y) ? 1 : 0;
    }));
    return crossings % 2 === 1;
}

/* The area at a place; null: none that has a name. */
export function areaAt(areas, place) {
    const chunk = chunkAt(place);
    return areas.find((area) => isInside(area, chunk)) || null;
}

/* "Subzone, Zone". */
export const fullName = (area) => (area.zone ? `${area.name}, ${area.zone.name}` : area.name);

/* The frame of an area or its zone; null: neither has one. */
export const frameOfArea = (area) => area.frame || (area.zone && area.zone.frame) || null;

/* Where a place is on the map of its zone, in per cent from the west and north; null: the zone
 * has no map, or the place is beyond it. */
export function percentAt(area, place) {
    const frame = area && frameOfArea(area);
    if (!frame) {
        return null;
    }
    const [west, east, north, south] = frame;
    const across = ((west - place.lng) / (west - east)) * 100;
    const down = ((north - place.lat) / (north - south)) * 100;
    return across >= 0 && across <= 100 && down >= 0 && down <= 100 ? [across, down] : null;
}

/* The place at per cent of a frame. */
export const placeAt = ([west, east, north, south], [across, down]) =>
    ({ lat: north - (down / 100) * (north - south), lng: west - (across / 100) * (west - east) });

/* The zone to show of a place: that of its area, else the smallest frame that holds it; null: none. */
export function zoneAt(framed, area, { lat, lng }) {
    const own = [area, area && area.zone].find((each) => each && each.frame);
    const size = ({ frame: [west, east, north, south] }) => (west - east) * (north - south);
    const around = framed.filter(({ frame: [west, east, north, south] }) => lat <= north && lat >= south && lng <= west && lng >= east);
    return own || around.sort((a, b) => size(a) - size(b))[0] || null;
}

/* What to show of an area: its rings, and those of its subzones. */
export const ringsOf = (areas, area) =>
    areas.filter((other) => other === area || other.zone === area).flatMap((other) => other.rings);

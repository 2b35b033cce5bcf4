/*
 * adtmap: maps in one frame. A frame {map, title, offset: [x, y], scale, hasTile, layer} is a map, or a part of it: a
 * place there lies in the world at `scale` times its X and Y, plus the offset. Of two that overlap the later lies above.
 * Nothing here needs a page.
 */
import { EDGE, GRID, TILE_YARDS, tileAt } from './places.js';

export const toWorld = ({ offset, scale }, place) => ({ lat: place.lat * scale + offset[0], lng: place.lng * scale + offset[1] });

export const toMap = ({ offset, scale }, place) => ({ lat: (place.lat - offset[0]) / scale, lng: (place.lng - offset[1]) / scale });

/* North-west and south-east corner of a square of the map, from edges counted from the north and west of its grid. */
function cornersOf(frame, x, y, columns, rows, edge) {
    const corner = (column, row) => toWorld(frame, { lat: EDGE - row * edge, lng: EDGE - column * edge });
    return [corner(x, y), corner(x + columns, y + rows)];
}

/* The corners of `shown`, the part [x, y, columns, rows] of the grid where the map differs from its ground, else of all
 * of its tiles. */
export function cornersOfFrame(frame) {
    if (frame.shown) {
        return cornersOf(frame, ...frame.shown, TILE_YARDS);
    }
    const columns = [];
    const rows = [];
    for (let y = 0; y < GRID; y++) {
        for (let x = 0; x < GRID; x++) {
            if (frame.hasTile(x, y)) {
                columns.push(x);
                rows.push(y);
            }
        }
    }
    const [left, top] = [Math.min(...columns), Math.min(...rows)];
    return cornersOf(frame, left, top, Math.max(...columns) + 1 - left, Math.max(...rows) + 1 - top, TILE_YARDS);
}

export function cornersOfWorld(frames) {
    const all = frames.flatMap(cornersOfFrame);
    const of = (choose, axis) => choose(...all.map((corner) => corner[axis]));
    return [[of(Math.max, 'lat'), of(Math.max, 'lng')], [of(Math.min, 'lat'), of(Math.min, 'lng')]];
}

/* The frame with a tile at a place of the world; null without one. */
export function frameAt(frames, place) {
    return [...frames].reverse().find((frame) => {
        const { x, y } = tileAt(toMap(frame, place));
        return frame.hasTile(x, y);
    }) || null;
}

/* The first frame that shows this place of a map; null without one. */
export function frameOf(frames, map, place) {
    const { x, y } = tileAt(place);
    return frames.find((frame) => frame.map === map && frame.hasTile(x, y)) || null;
}

/*
 * The pictures {zoom, x, y, corners} of a frame that are seen between two corners of the world, north-west and
 * south-east, of the level that is as fine as the window at `mapZoom`. `has` tells which there are.
 */
export function picturesIn(frame, has, [from, to], mapZoom) {
    const zoom = Math.min(Math.max(Math.round(mapZoom + Math.log2(frame.scale)), 0), frame.layer.maxZoom);
    const edge = (2 * EDGE) / 2 ** zoom;
    const [first, last] = [toMap(frame, from), toMap(frame, to)];
    const index = (yards) => Math.floor((EDGE - yards) / edge);
    const inGrid = (value) => Math.min(Math.max(value, 0), 2 ** zoom - 1);
    const pictures = [];
    for (let y = inGrid(index(first.lat)); y <= inGrid(index(last.lat)); y++) {
        for (let x = inGrid(index(first.lng)); x <= inGrid(index(last.lng)); x++) {
            if (has(zoom, x, y)) {
                pictures.push({ zoom, x, y, corners: cornersOf(frame, x, y, 1, 1, edge) });
            }
        }
    }
    return pictures;
}

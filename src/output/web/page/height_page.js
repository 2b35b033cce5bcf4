/*
 * adtmap: the height of the ground at a place, from web/height/values/X_Y.js: a script for each tile,
 * which is loaded when the pointer rests there.
 */
import { GRID, TILE_YARDS, tileAt } from './places.js';
import { loadScript } from './scripts.js';
import { siteData } from './site_data.js';
import { say } from './speak.js';

const SQUARES = 64; /* along an edge of a tile */
const REST_MS = 120;

/* Yards at the corners of the squares, row by row, from the steps between them. NaN, which makes
 * all near it NaN, where the value is 0: a tile without ground, as of a dungeon. */
export function readHeights({ low, high, steps }) {
    const edge = SQUARES + 1;
    const values = [];
    steps.forEach((step, i) => {
        const from = i % edge ? values[i - 1] : values[i - edge] || 0;
        values.push(from + step);
    });
    return values.map((value) => (value > 0 ? low + (value * (high - low)) / 65535 : NaN));
}

/* Between the four corners of the square that has (x, y), which are parts of the tile. */
function between(yards, x, y) {
    const [column, row] = [x, y].map((part) => Math.min(Math.floor(part * SQUARES), SQUARES - 1));
    const [right, down] = [x * SQUARES - column, y * SQUARES - row];
    const first = row * (SQUARES + 1) + column;
    const mix = (a, b, part) => a + (b - a) * part;
    const upper = mix(yards[first], yards[first + 1], right);
    const lower = mix(yards[first + SQUARES + 1], yards[first + SQUARES + 2], right);
    return mix(upper, lower, down);
}

export function groundAt(yards, place) {
    const tile = tileAt(place);
    return between(yards, GRID / 2 - place.lng / TILE_YARDS - tile.x, GRID / 2 - place.lat / TILE_YARDS - tile.y);
}

export const heightText = (yards) => (yards === null ? '\u2013' : String(Math.round(yards) + 0));

export function makeHeightPage(hasTile) {
    siteData.heights = {}; /* by name of tile: what the scripts put here */
    const tiles = new Map(); /* yards by name */
    const loads = new Map();
    let timer = 0;
    const nameAt = ({ x, y }) => `${x}_${y}`;

    function heightAt(place) {
        const yards = tiles.get(nameAt(tileAt(place)));
        const height = yards ? groundAt(yards, place) : NaN;
        return Number.isNaN(height) ? null : height;
    }

    function load(name) {
        return loadScript(`web/height/values/${name}.js`, siteData.heights, name, readHeights).then(
            (yards) => tiles.set(name, yards), ({ message }) => say(message, true));
    }

    /* Ends when heightAt knows the place, or never will. */
    async function find(place) {
        const { x, y } = tileAt(place);
        const name = nameAt({ x, y });
        if (hasTile(x, y) && !loads.has(name)) {
            loads.set(name, load(name));
        }
        await loads.get(name);
    }

    function findAtRest(place, then) {
        clearTimeout(timer);
        timer = setTimeout(() => find(place).then(then), REST_MS);
    }

    return { heightAt, find, findAtRest };
}

/*
 * adtmap: what data layers say of a place, from web/LAYER/values/X_Y.js: a script for each tile, which is
 * loaded when the pointer rests there.
 */
import { GRID, TILE_YARDS, tileAt, tileSet } from './places.js';
import { loadScript } from './scripts.js';
import { siteData } from './site_data.js';
import { say } from './speak.js';

const REST_MS = 120;
const LAYERS = ['height', 'surface', 'liquid-height', 'liquid'];

/* Yards, or numbers of kinds, at the corners of the squares, row by row, from the steps between them. NaN,
 * which makes all near it NaN, where the value is 0: nothing, as the ground of a tile of a dungeon. */
export function readValues({ low, high, steps }) {
    const edge = Math.sqrt(steps.length);
    const values = [];
    steps.forEach((step, i) => {
        const from = i % edge ? values[i - 1] : values[i - edge] || 0;
        values.push(from + step);
    });
    return values.map((value) => (value > 0 ? low + (value * (high - low)) / 65535 : NaN));
}

/* Where a place lies in its square, and what the corners of that are: north-west, north-east, south-west,
 * south-east. */
function squareAt(values, place) {
    const tile = tileAt(place);
    const squares = Math.sqrt(values.length) - 1; /* along an edge of a tile */
    const [x, y] = [GRID / 2 - place.lng / TILE_YARDS - tile.x, GRID / 2 - place.lat / TILE_YARDS - tile.y];
    const [column, row] = [x, y].map((part) => Math.min(Math.floor(part * squares), squares - 1));
    const first = row * (squares + 1) + column;
    const corners = [first, first + 1, first + squares + 1, first + squares + 2].map((i) => values[i]);
    return { right: x * squares - column, down: y * squares - row, corners, yards: TILE_YARDS / squares };
}

const nearest = ({ right, down, corners }) => corners[(down < 0.5 ? 0 : 2) + (right < 0.5 ? 0 : 1)];

/* The height between the corners. */
export function groundAt(values, place) {
    const { right, down, corners } = squareAt(values, place);
    const mix = (a, b, part) => a + (b - a) * part;
    return mix(mix(corners[0], corners[1], right), mix(corners[2], corners[3], right), down);
}

/* The same of surfaces that end: at an edge, or a step that is higher than the square is wide, the nearest corner counts. */
export function surfaceAt(values, place) {
    const square = squareAt(values, place);
    const isSlope = Math.max(...square.corners) - Math.min(...square.corners) <= square.yards;
    return isSlope ? groundAt(values, place) : nearest(square);
}

export const kindAt = (values, place) => nearest(squareAt(values, place));

const ways = { height: groundAt, liquid: kindAt };

export const heightText = (yards) => (yards === null ? '\u2013' : String(Math.round(yards) + 0));

/* `layers` are the data layers of the map. The tiles that have values may be fewer than have pictures. */
export function makeValuePage(layers) {
    const read = layers.filter(({ id, values }) => values && LAYERS.includes(id))
        .map((layer) => ({ ...layer, hasValues: tileSet(layer.values) }));
    const kinds = read.find(({ id }) => id === 'liquid')?.legend || [];
    siteData.heights = {}; /* by layer and tile: what the scripts put here */
    const tiles = new Map(); /* values by name */
    const loads = new Map();
    let timer = 0;
    const nameAt = ({ x, y }, layer) => (layer === 'height' ? `${x}_${y}` : `${layer}/${x}_${y}`);

    function valueAt(layer, place) {
        const values = tiles.get(nameAt(tileAt(place), layer));
        const value = values ? (ways[layer] || surfaceAt)(values, place) : NaN;
        return Number.isNaN(value) ? null : value;
    }

    /* '' without a liquid; else its kind, its height, or both. */
    function liquidAt(place) {
        const [kind, height] = [valueAt('liquid', place), valueAt('liquid-height', place)];
        return [kind === null ? '' : kinds[kind - 1]?.[1], height === null ? '' : heightText(height)].filter(Boolean).join(' ');
    }

    function load(layer, { x, y }) {
        const name = nameAt({ x, y }, layer);
        if (!loads.has(name)) {
            loads.set(name, loadScript(`web/${layer}/values/${x}_${y}.js`, siteData.heights, name, readValues).then(
                (values) => tiles.set(name, values), ({ message }) => say(message, true)));
        }
        return loads.get(name);
    }

    /* Ends when valueAt knows the place, or never will. */
    async function find(place) {
        const tile = tileAt(place);
        await Promise.all(read.filter(({ hasValues }) => hasValues(tile.x, tile.y)).map(({ id }) => load(id, tile)));
    }

    function findAtRest(place, then) {
        clearTimeout(timer);
        timer = setTimeout(() => find(place).then(then), REST_MS);
    }

    return {
        has: (layer) => read.some(({ id }) => id === layer),
        heightAt: (place) => valueAt('height', place),
        floorAt: (place) => valueAt('surface', place),
        liquidAt,
        find,
        findAtRest,
    };
}

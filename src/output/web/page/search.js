/* adtmap: what somebody looks for: `[.go xyz] X Y`, `[MAP_]X_Y[.ext]`, the name of something on the map. */
import { GRID, isInside } from './places.js';

const PLACE = /^\s*([-+]?\d*\.?\d+)\s*(?:[,;]\s*|\s)\s*([-+]?\d*\.?\d+)\s*$/;
const COMMAND = /^\s*\.go\s+xyz\s+([-+]?\d*\.?\d+)\s+([-+]?\d*\.?\d+)(?:\s|$)/i; /* height and map may follow */

function parsePlace(text) {
    const match = PLACE.exec(text) || COMMAND.exec(text);
    return match && { lat: Number(match[1]), lng: Number(match[2]) };
}

/* A tile of this map; null when the text names no tile, or one of another map. */
function parseTile(text, mapName) {
    const match = /^\s*(?:(.*)_|map)?(\d{1,2})_(\d{1,2})(?:\.\w+)?\s*$/i.exec(text);
    const isOurs = match && (!match[1] || match[1].toLowerCase() === mapName.toLowerCase());
    return isOurs ? { x: Number(match[2]), y: Number(match[3]) } : null;
}

const normal = (name) => name.trim().toLowerCase();

/* All that are called so: exact names count before parts of them. `names` has lists by kind, earlier
 * kinds come first; an entry of a list has one or several names. */
function findNamed(text, names) {
    const wanted = normal(text);
    const entries = wanted ? Object.entries(names).flatMap(([kind, list]) =>
        list.map((entry, index) => ({ kind, index, names: [entry].flat().map(normal) }))) : [];
    const exact = entries.filter((entry) => entry.names.includes(wanted));
    return exact.length ? exact : entries.filter((entry) => entry.names.some((name) => name.includes(wanted)));
}

/* {kind, place | tile | index, nth, of}; the kind is place, tile, one of `names`, outside or none. Of several
 * with the name it gives the nth, counted from 1, by `turn`: how often it was searched before. */
export function interpret(text, mapName, names, turn) {
    const place = parsePlace(text);
    if (place) {
        return isInside(place) ? { kind: 'place', place } : { kind: 'outside' };
    }
    const tile = parseTile(text, mapName);
    if (tile) {
        return tile.x < GRID && tile.y < GRID ? { kind: 'tile', tile } : { kind: 'outside' };
    }
    const found = findNamed(text, names);
    if (found.length === 0) {
        return { kind: 'none' };
    }
    const { kind, index } = found[turn % found.length];
    return { kind, index, nth: turn % found.length + 1, of: found.length };
}

/*
 * adtmap: what somebody looks for: `[.go xyz] X Y`, `[MAP_]X_Y[.ext]`, the name of something on the map.
 * Names are found by what they begin with, then by what their words begin with, then by any part; else
 * those that are nearly so. Marks of letters and case do not count. Nothing here needs a page.
 */
import { GRID, isInside } from './places.js';

const PLACE = /^\s*([-+]?\d*\.?\d+)\s*(?:[,;]\s*|\s)\s*([-+]?\d*\.?\d+)\s*$/;
const COMMAND = /^\s*\.go\s+xyz\s+([-+]?\d*\.?\d+)\s+([-+]?\d*\.?\d+)(?:\s|$)/i; /* height and map may follow */
const LEAST_FOR_TYPOS = 4; /* letters; from LONG on two of them may be wrong */
const LONG = 8;
const [EXACT, BEGINS, WORD, PART, NONE] = [0, 1, 2, 3, 4];

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

const normal = (name) => name.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

function rankOf(name, wanted) {
    const at = name.indexOf(wanted);
    if (at <= 0) {
        return at < 0 ? NONE : name.length === wanted.length ? EXACT : BEGINS;
    }
    return /[\p{L}\p{N}]/u.test(name[at - 1]) ? PART : WORD;
}

/* Whether one text becomes the other by at most `most` letters put in, taken out or changed. */
export function isNearly(a, b, most) {
    if (Math.abs(a.length - b.length) > most) {
        return false;
    }
    let row = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; i++) {
        const next = [i];
        for (let j = 1; j <= b.length; j++) {
            next.push(Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
        }
        row = next;
        if (Math.min(...row) > most) {
            return false;
        }
    }
    return row[b.length] <= most;
}

/* Entries {kind, index, names} made ready: of two with one rank the shorter name comes first, within its kind. */
export function makeIndex(entries) {
    const kinds = [...new Set(entries.map(({ kind }) => kind))];
    const ready = entries.map((entry) => ({ entry, names: entry.names.map(normal) }));
    ready.sort((a, b) => kinds.indexOf(a.entry.kind) - kinds.indexOf(b.entry.kind) || a.names[0].length - b.names[0].length);
    return ready;
}

/* Those whose own name is so come first, then those with such a word in it, then those with another name, as that of
 * their zone. */
function findNearly(index, wanted) {
    const most = wanted.length >= LONG ? 2 : 1;
    const hasWord = (name) => name.split(/[^\p{L}\p{N}]+/u).some((word) => isNearly(word, wanted, most));
    const isLike = (name) => isNearly(name, wanted, most) || hasWord(name);
    const tests = [([own]) => isNearly(own, wanted, most), ([own]) => hasWord(own), ([, ...others]) => others.some(isLike)];
    const ranks = tests.map(() => []);
    (wanted.length < LEAST_FOR_TYPOS ? [] : index).forEach((each) => ranks[tests.findIndex((test) => test(each.names))]?.push(each));
    return ranks.flat();
}

/* The entries with such a name, by rank. */
function byRank(index, wanted) {
    const ranks = [[], [], [], []];
    index.forEach((each) => {
        const rank = Math.min(...each.names.map((name) => rankOf(name, wanted)));
        if (rank < NONE) {
            ranks[rank].push(each);
        }
    });
    return ranks;
}

/* What to list while people write, best first, up to `limit`. */
export function listNames(index, text, limit) {
    const wanted = normal(text);
    const found = wanted ? byRank(index, wanted).flat() : [];
    return (found.length ? found : findNearly(index, wanted)).slice(0, limit).map(({ entry }) => entry);
}

/* What somebody means who has written: those that are called exactly so alone, if there are. */
function findNames(index, text) {
    const wanted = normal(text);
    const exact = wanted ? byRank(index, wanted)[EXACT].map(({ entry }) => entry) : [];
    return exact.length ? exact : listNames(index, text, Infinity);
}

/* {kind: place | tile | outside, ...} of a text that is no name; null: it may be one. */
export function readPlace(text, mapName) {
    const place = parsePlace(text);
    if (place) {
        return isInside(place) ? { kind: 'place', place } : { kind: 'outside' };
    }
    const tile = parseTile(text, mapName);
    return tile && (tile.x < GRID && tile.y < GRID ? { kind: 'tile', tile } : { kind: 'outside' });
}

/* Where the nth of all is, from 0, if things have these counts: in which thing, and which of its own. */
export function findNth(counts, nth) {
    let before = 0;
    for (let i = 0; i < counts.length; i++) {
        if (nth < before + counts[i]) {
            return [i, nth - before];
        }
        before += counts[i];
    }
    return [-1, 0];
}

/* {kind, place | tile | index, within, nth, of}; the kind is place, tile, one of the index, outside or none. Of several
 * with the name it gives the nth, counted from 1, by `turn`: how often it was searched before. An entry with a
 * `count` stands for so many; `within` is which of them. */
export function interpret(text, mapName, index, turn) {
    const place = readPlace(text, mapName);
    if (place) {
        return place;
    }
    const found = findNames(index, text);
    if (found.length === 0) {
        return { kind: 'none' };
    }
    const counts = found.map(({ count = 1 }) => count);
    const of = counts.reduce((sum, count) => sum + count, 0);
    const [at, within] = findNth(counts, turn % of);
    const { kind, index: own } = found[at];
    return { kind, index: own, within, nth: turn % of + 1, of };
}

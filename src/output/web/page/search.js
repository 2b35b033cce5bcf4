/*
 * adtmap: what somebody looks for: a place in one of the forms of forms.js, or the name of something on the map.
 * Names are found by what they begin with, then by what their words begin with, then by any part, then by the words of
 * the text in any order; else those that are nearly so. Marks of letters and case do not count. Nothing here needs a page.
 */
import { placeAt } from './area_shapes.js';
import { readForms } from './forms.js';
import { GRID, isInside } from './places.js';

const LEAST_FOR_TYPOS = 4; /* letters; from LONG on two of them may be wrong */
const LONG = 8;
const [EXACT, BEGINS, WORD, PART, WORDS, NONE] = [0, 1, 2, 3, 4, 5];

const normal = (name) => name.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

function rankOf(name, wanted) {
    const at = name.indexOf(wanted);
    if (at <= 0) {
        return at < 0 ? NONE : name.length === wanted.length ? EXACT : BEGINS;
    }
    return /[\p{L}\p{N}]/u.test(name[at - 1]) ? PART : WORD;
}

/* Whether one text becomes the other by at most `most` letters put in, taken out or changed, or neighbours swapped. */
export function isNearly(a, b, most) {
    if (Math.abs(a.length - b.length) > most) {
        return false;
    }
    let before = null;
    let row = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; i++) {
        const next = [i];
        for (let j = 1; j <= b.length; j++) {
            const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
            next.push(Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1),
                isSwapped ? before[j - 2] + 1 : Infinity));
        }
        [before, row] = [row, next];
        if (Math.min(...row) > most) {
            return false;
        }
    }
    return row[b.length] <= most;
}

const wordsOf = (text) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/* Whether each of several words begins one of the name's. */
const hasWords = (name, words) => words.length > 1 && name.includes(words[0]) &&
    words.every((word) => wordsOf(name).some((own) => own.startsWith(word)));

/* Entries {kind, index, names} made ready: of two with one rank the shorter name comes first, within its kind. */
export function makeIndex(entries) {
    const kinds = [...new Set(entries.map(({ kind }) => kind))];
    const ready = entries.map((entry) => ({ entry, names: entry.names.map(normal) }));
    ready.sort((a, b) => kinds.indexOf(a.entry.kind) - kinds.indexOf(b.entry.kind) || a.names[0].length - b.names[0].length);
    return ready;
}

/* Those whose own name is so come first, then those with such a word, or such words, in it, then those with another
 * name, as that of their zone. */
function findNearly(index, wanted) {
    const most = (text) => (text.length >= LONG ? 2 : text.length >= LEAST_FOR_TYPOS ? 1 : 0);
    const words = wordsOf(wanted);
    const isWord = (own, word) => isNearly(own, word, most(word)) || (words.length > 1 && own.startsWith(word));
    const hasWord = (name) => words.length > 0 && words.every((word) => wordsOf(name).some((own) => isWord(own, word)));
    const isOwn = (name) => isNearly(name, wanted, most(wanted));
    const tests = [([own]) => isOwn(own), ([own]) => hasWord(own), ([, ...others]) => others.some((name) => isOwn(name) || hasWord(name))];
    const ranks = tests.map(() => []);
    (wanted.length < LEAST_FOR_TYPOS ? [] : index).forEach((each) => ranks[tests.findIndex((test) => test(each.names))]?.push(each));
    return ranks.flat();
}

/* The entries with such a name, by rank. */
function byRank(index, wanted) {
    const ranks = [[], [], [], [], []];
    const words = wordsOf(wanted);
    index.forEach((each) => {
        const best = Math.min(...each.names.map((name) => rankOf(name, wanted)));
        const rank = best === NONE && each.names.some((name) => hasWords(name, words)) ? WORDS : best;
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

/* The name of a map as people write it: its title, or its folder; undefined: none of the site's. */
const mapNamed = (maps, text) => maps.find(({ name, title }) => [name, title].some((each) => normal(each) === normal(text)))?.name;

/* The zones of a name, which that of their map may follow: {name, frame, map}, each once. */
function zonesNamed(index, text) {
    const wanted = normal(text.split(' \u00b7 ')[0]);
    const zones = (wanted ? byRank(index, wanted)[EXACT] : []).map(({ entry }) => entry).filter(({ frame }) => frame);
    return zones.filter(({ frame }, i) => zones.findIndex((other) => other.frame === frame) === i)
        .map(({ names, frame, map }) => ({ name: names[0], frame, map }));
}

/* A place that is shown, or one on the page of another map. */
function placeOn(about, map, found, words) {
    return about.shown.includes(map) ? { ...found, map } : { kind: 'elsewhere', map, words };
}

const inPercent = (about, percent, words) => ({ name, frame, map = about.name }) =>
    placeOn(about, map, { kind: 'place', place: placeAt(frame, percent), zone: name, words: `${name} ${percent.join(' ')}` }, words);

const resolve = {
    place({ place, map, isOfMap }, about, index, words) {
        const own = map ? mapNamed(about.maps, map) : about.name;
        const on = own || (isOfMap ? null : about.name);
        return on ? [isInside(place) ? placeOn(about, on, { kind: 'place', place }, words) : { kind: 'outside' }] : [];
    },
    tile({ tile, map }, about, index, words) {
        const on = map ? mapNamed(about.maps, map) : about.name;
        return on ? [tile.x < GRID && tile.y < GRID ? placeOn(about, on, { kind: 'tile', tile }, words) : { kind: 'outside' }] : [];
    },
    percent({ percent, zone }, about, index, words) {
        const here = zone ? null : about.zoneHere();
        const zones = zone ? zonesNamed(index, zone) : here ? [here] : [];
        return zones.length || zone ? zones.map(inPercent(about, percent, words)) : [{ kind: 'zone' }];
    },
    number: () => [{ kind: 'number' }],
};

/*
 * What a text that is no name may mean. `about` is the page: {name: of the map that is shown, or in the middle; shown: names
 * of all that are; maps: {name, title} of the site's; zoneHere(): {name, frame, map} of the zone in the middle, or null}.
 * {kind: 'place', place, map, zone, words}, where `zone` is that of per cent, and `words` lead there from anywhere;
 * {kind: 'tile', tile, map}; {kind: 'elsewhere', map, words}: on the page of another map; or why it is none: outside,
 * zone (none is in the middle) or number (of a map, in the client).
 */
export function readPlaces(text, about, index) {
    const forms = readForms(text);
    const read = (some) => some.flatMap((form) => resolve[form.kind](form, about, index, text.trim()));
    const found = read(forms.filter(({ isOther }) => !isOther));
    const all = found.some(({ map }) => map) ? found : [...found, ...read(forms.filter(({ isOther }) => isOther))];
    const places = all.filter(({ map }) => map);
    return places.length ? places : all.slice(0, 1);
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

/* What readPlaces gives, or {kind, index, within} of an entry, or {kind: 'none'}. Of several that are meant it gives the nth
 * of all, counted from 1, by `turn`: how often it was searched before. An entry with a `count` stands for so many;
 * `within` is which of them. */
export function interpret(text, about, index, turn) {
    const places = readPlaces(text, about, index);
    if (places.length > 1) {
        return { ...places[turn % places.length], nth: turn % places.length + 1, of: places.length };
    }
    if (places.length && places[0].map) {
        return places[0];
    }
    const found = findNames(index, text);
    if (found.length === 0) {
        return places[0] || { kind: 'none' };
    }
    const counts = found.map(({ count = 1 }) => count);
    const of = counts.reduce((sum, count) => sum + count, 0);
    const [at, within] = findNth(counts, turn % of);
    const { kind, index: own } = found[at];
    return { kind, index: own, within, nth: turn % of + 1, of };
}

/*
 * adtmap: places as people hold them in hand: numbers as pages, servers and addons write them, with the name of a zone
 * or map before them, tiles and their files, links to pages. The program reads the same (cli/points/point_form.c);
 * tests/forms.tsv has each form with its answer. What names stand for is not known here.
 *
 * A text is words and numbers. The first numbers that stand together are the place: those behind the labels X and Y,
 * or else the first two or more in a row. What stands before them says which form it is.
 */
const TOKEN = /([-+]?(?:\d+\.?\d*|\.\d+))(%?)(?=[\s,;:/|()[\]{}]|$)|[^\s,;:=|%()[\]{}]+/g;
const TILE = /^(?:tile\s+)?(?:.*[\\/])?(?:(.+)_|map)?(\d{1,2})_(\d{1,2})(?:_(?:obj|tex)\d|_lod)?(?:\.\w+)?$/i;
const COMMAS = /([-+]?\d+),(\d+)(\s*[;/]\s*|\s+)([-+]?\d+),(\d+)(?![,\d])/; /* decimal ones */
const GO = /^\.(?:go(?: xyz?)?|worldport)$/i;
const WAY = /^\/t?way\b\s*/i;
const BRACKETS = /^(?:\[[^\]]*\]\s*:?\s*)+/; /* of channels, times and names, as chats have them */
const SPEAKER = /^.*[:\]]\s+(?=\S)/;
const [BETWEEN, BEFORE, AFTER] = [/^[\s,;:=|/]*$/, /[\s,;:=|([{]+$/, /^[\s,;.)\]}]*$/];

/* As it looks: signs and blanks of other alphabets, decimal commas, blanks before %, and slashes between numbers. */
const plain = (text) => text.replace(/\u2212/g, '-').replace(/\u00a0/g, ' ').trim().replace(COMMAS, '$1.$2$3$4.$5')
    .replace(/\s+%/g, '%')
    .replace(/([\d%])\s*\/\s*(?=[-+.\d])/g, '$1 ');

function tokensOf(text) {
    return [...text.matchAll(TOKEN)].map((match) => ({ text: match[0], at: match.index, end: match.index + match[0].length,
        value: match[1] === undefined ? null : Number(match[1]), hasSign: match[2] === '%' }));
}

/* {numbers: tokens, lead, tail, isLabelled}; null: there are no two numbers together. */
function numbersIn(text) {
    const tokens = tokensOf(text);
    const isNumber = (i) => i < tokens.length && tokens[i].value !== null;
    const isLabel = (i, label) => i < tokens.length && tokens[i].text.toLowerCase() === label;
    const labelled = tokens.findIndex((token, i) => isLabel(i, 'x') && isNumber(i + 1) && isLabel(i + 2, 'y') && isNumber(i + 3));
    const isNext = (i) => isNumber(i) && isNumber(i + 1) && BETWEEN.test(text.slice(tokens[i].end, tokens[i + 1].at));
    const first = labelled >= 0 ? labelled : tokens.findIndex((token, i) => isNext(i));
    if (first < 0) {
        return null;
    }
    let last = first + 1;
    while (labelled < 0 && isNext(last)) {
        last++;
    }
    const numbers = labelled >= 0 ? [tokens[first + 1], tokens[first + 3]] : tokens.slice(first, last + 1);
    const lead = text.slice(0, tokens[first].at).replace(BEFORE, '');
    return { numbers, lead, hasColon: text[lead.length] === ':', tail: text.slice(numbers.at(-1).end), isLabelled: labelled >= 0 };
}

/* `isOfMap`: without a map of this name it is no place. */
const placeOf = ([x, y], map = '', isOfMap = false) => ({ kind: 'place', place: { lat: x.value, lng: y.value }, map, isOfMap });

/* Without a zone: of that in the middle. */
const percentOf = ([across, down], zone = '') => ({ kind: 'percent', percent: [across.value, down.value], zone });

const mayBePercent = (numbers) => numbers.length === 2 && numbers.every(({ value }) => value >= 0 && value <= 100);

/* The same numbers are yards and per cent; a sign leaves no doubt. The page writes yards so: they come first. */
const bareOf = (numbers) => (numbers.some(({ hasSign }) => hasSign) ? [percentOf(numbers)].filter(() => mayBePercent(numbers))
    : [placeOf(numbers), ...(mayBePercent(numbers) ? [percentOf(numbers)] : [])]);

/* Of a name that ends in a number the last two are the place. What stands before it may be who says it. */
function namedOf(numbers, lead) {
    const [rest, two] = [numbers.slice(0, -2), numbers.slice(-2)];
    const words = [lead, ...rest.map(({ text }) => text)].join(' ');
    const percent = (name) => (mayBePercent(two) ? [percentOf(two, name)] : []);
    const hasSign = two.some((number) => number.hasSign);
    return [...new Set([words, words.replace(SPEAKER, '')])].flatMap((name) => (hasSign ? percent(name) : [...percent(name), placeOf(two, name, true)]));
}

function wayOf(numbers, zone) {
    if (zone.startsWith('#')) {
        return [{ kind: 'number', words: zone }];
    }
    return zone ? namedOf(numbers, zone).filter(({ kind }) => kind === 'percent') : [percentOf(numbers)].filter(() => mayBePercent(numbers.slice(0, 2)));
}

/* `isSaid`: behind brackets, where "Bob: " and "says: " are no name of a place. */
function readNumbers(text, isSaid) {
    const found = numbersIn(text);
    if (!found) {
        return [];
    }
    const { numbers, lead, hasColon, tail, isLabelled } = found;
    const isAlone = AFTER.test(tail);
    const bare = () => (isAlone && numbers.length <= 4 ? bareOf(numbers) : []); /* X, Y, Z and the way one looks */
    if (isLabelled) {
        return [placeOf(numbers, lead)];
    }
    const leads = [lead, lead.replace(SPEAKER, '')];
    if (leads.some((own) => GO.test(own.replace(/\s+/g, ' ')))) {
        return [placeOf(numbers)];
    }
    const way = leads.find((own) => WAY.test(own));
    if (way) {
        return wayOf(numbers, way.replace(WAY, ''));
    }
    const ofSpeaker = () => (isSaid && hasColon ? bare().map((form) => ({ ...form, isOther: true })) : []);
    return !lead ? bare() : isAlone ? [...namedOf(numbers, lead), ...ofSpeaker()] : [];
}

function readTile(text) {
    const [, map = '', x, y] = TILE.exec(text) || [];
    return x ? [{ kind: 'tile', tile: { x: Number(x), y: Number(y) }, map }] : [];
}

function readAddress(text) {
    const fields = new URLSearchParams(text.slice(text.indexOf('#') + 1));
    const words = fields.get('mark') || `${fields.get('x')} ${fields.get('y')}`;
    const [x, y] = words.split(' ').map((value) => ({ value: value === 'null' ? NaN : Number(value) }));
    return Number.isFinite(x?.value + y?.value) ? [placeOf([x, y], fields.get('map'), true)] : [];
}

function readText(text, isSaid) {
    const tile = readTile(text.replace(SPEAKER, ''));
    return tile.length > 0 ? tile : readNumbers(text, isSaid);
}

/*
 * What a text may say, the likeliest first: {kind: 'place', place, map, isOfMap}, {kind: 'percent', percent, zone},
 * {kind: 'tile', tile, map} or {kind: 'number', words}: a map's number in the client, which nothing here knows. `map` and
 * `zone` are names as they were written, '' for those that are shown; one that `isOther` counts where the others are no
 * places. Who says it, in brackets or before a colon and a blank, is no part of it. None: it is no place.
 */
export function readForms(text) {
    if (/#(?:.*&)?map=/.test(text)) {
        return readAddress(text.trim());
    }
    const clean = plain(text);
    const said = clean.replace(BRACKETS, '');
    const found = said === clean ? [] : readText(said, true);
    return found.length > 0 ? found : readText(clean, false);
}

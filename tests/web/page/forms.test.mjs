import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { readForms } from '../../../src/output/web/page/forms.js';
import { placeText } from '../../../src/output/web/page/places.js';
import { makeIndex, readPlaces } from '../../../src/output/web/page/search.js';

const GREENMARK = [1500, -1500, 1000, -1000];
const INDEX = makeIndex([
    { kind: 'area', index: 0, names: ['Greenmark', 'Greenmark'], frame: GREENMARK },
    { kind: 'area', index: 1, names: ['Millbrook', 'Millbrook, Greenmark'], frame: GREENMARK },
    { kind: 'area', index: 2, names: ['Fells', 'Fells'], frame: null },
    { kind: 'area', index: 3, names: ['Area 52', 'Area 52'], frame: [100, 0, 100, 0] }]);
const MAPS = [{ name: 'Demo', title: 'Demo Isle' }, { name: 'Hall', title: 'The Hall' }];
const about = (zone) => ({ name: 'Demo', shown: ['Demo'], maps: MAPS, zoneHere: () => zone });
const HERE = about({ name: 'Greenmark', frame: GREENMARK });
const rounded = ({ lat, lng }) => [lat, lng].map((value) => Math.round(value * 1000) / 1000).join(' ');
const middleOf = ({ x, y }) => ({ lat: (31.5 - y) * 1600 / 3, lng: (31.5 - x) * 1600 / 3 });

/* As the table says it. */
const answers = (text, page) => {
    const found = readPlaces(text, page, INDEX).filter(({ kind }) => kind !== 'outside')
        .map(({ kind, place, tile }) => (place ? rounded(place) : tile ? rounded(middleOf(tile)) : kind));
    return found.join(' | ') || 'none';
};
const wanted = (text) => text.split(' | ').map((part) => (/\d/.test(part) ? rounded({ lat: Number(part.split(' ')[0]), lng: Number(part.split(' ')[1]) }) : part));
const rows = readFileSync(new URL('../../forms.tsv', import.meta.url), 'utf8').split('\n').filter((line) => line && !line.startsWith('# '))
    .map((line) => line.split('\t'));

test('each form of the table is read as the program reads it, and where a zone is in the middle also as its per cent', () => {
    assert.ok(rows.length > 50);
    rows.forEach(([text, answer, inZone = answer]) => {
        assert.deepEqual(answers(text, about(null)).split(' | ').slice(0, 1), wanted(answer), text);
        assert.deepEqual(answers(text, HERE).split(' | '), wanted(inZone), `${text}, with a zone`);
    });
});

test('what pages print of a place is read again, and so is what is copied from the read-out', () => {
    const place = { lat: 775, lng: -1450 };
    const printed = [placeText(place), `.go xyz ${placeText(place)}`, 'X\n775.0\nY\n-1450.0\nTile\n34_30', 'Demo Isle\nX 775.0\nY -1450.0'];
    printed.forEach((text) => assert.equal(answers(text, HERE), '775 -1450', text));
    ['Greenmark 51.0 48.0', 'Millbrook, Greenmark: 51.0 48.0', 'Millbrook, Greenmark \u00b7 Demo Isle: 51.0 48.0', 'Millbrook, Greenmark\n51.0 48.0']
        .forEach((text) => assert.equal(answers(text, HERE), '40 -30', text));
    assert.equal(answers('Demo_31_31', HERE), '266.667 266.667');
});

test('of several readings each has words that lead to it alone', () => {
    const [yards, percent] = readPlaces(' 51 48', HERE, INDEX);
    assert.deepEqual([yards.words, percent.words, percent.zone], [undefined, 'Greenmark 51 48', 'Greenmark']);
    assert.equal(answers(percent.words, about(null)), '40 -30');
});

test('places on other maps of the site lead to their pages, by title or folder', () => {
    for (const text of ['The Hall 5 5', 'hall X 5 Y 5', 'Hall_31_31', 'http://a/Hall/index.html#map=Hall&x=5&y=5']) {
        assert.deepEqual(readPlaces(text, HERE, INDEX), [{ kind: 'elsewhere', map: 'Hall', words: text }], text);
    }
    assert.deepEqual(readPlaces('Cellar 5 5', HERE, INDEX), []);
    assert.deepEqual(readPlaces('Cellar_31_31', HERE, INDEX), []);
});

test('a name may end in a number, a zone without a map of its own has no per cent', () => {
    assert.equal(answers('/way Area 52 40 60', HERE), '40 60');
    assert.equal(answers('Area 52 40 60', HERE), '40 60');
    assert.equal(answers('Fells 40 60', HERE), 'none');
    assert.deepEqual(readForms('/way #84 1 2'), [{ kind: 'number', words: '#84' }]);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { openPage } from './fake_page.mjs';
import { addWays, addressOf, entrancesOn, wayOut, withWays } from '../../../src/output/web/page/ways.js';

const maps = [{ name: 'Land', title: 'The land' }, { name: 'Mine', title: 'The mine' }, { name: 'Vault', title: 'The vault' }];
const site = { entrances: { Mine: ['Land', 100, -200.5], Vault: ['Land', 5, 6], Gone: ['Land', 1, 2], Attic: ['Nowhere', 1, 2] },
    worlds: [['all', 'Everything', ['Land', 'Vault']]] };
const toMine = { href: '../Mine/index.html', words: 'Open The mine' };

test('ways lead to maps that the rendering has, in and out', () => {
    assert.deepEqual(entrancesOn(site, maps, 'Land').map(({ of, title }) => [of, title]), [['Mine', 'The mine'], ['Vault', 'The vault']]);
    assert.deepEqual(wayOut(site, maps, 'Mine'), { on: 'Land', title: 'The land', place: { lat: 100, lng: -200.5 } });
    assert.deepEqual([wayOut(site, maps, 'Land'), wayOut(site, maps, 'Attic'), wayOut(null, maps, 'Mine'), wayOut(site, maps, 'toString')],
        [null, null, null, null]);
    assert.deepEqual(entrancesOn(null, maps, 'Land'), []);
    assert.equal(addressOf('Land', { lat: 1, lng: 2 }), '../Land/index.html#map=Land&zoom=7&x=1.0&y=2.0&card=1.0+2.0');
});

test('entrances of the client get their ways, others are added', () => {
    const landmarks = [{ group: 'Graveyards', places: [['A', 100, -200.5]] }, { group: 'Dungeons and raids', places: [['Mine', 100, -200.5], ['Other', 9, 9]] }];
    const [graves, dungeons] = withWays(landmarks, entrancesOn(site, maps, 'Land'));
    assert.deepEqual(graves, landmarks[0]);
    assert.deepEqual(dungeons.places, [['Mine', 100, -200.5, toMine], ['Other', 9, 9, undefined],
        ['The vault', 5, 6, { href: '../Vault/index.html', words: 'Open The vault' }]]);
    assert.deepEqual(landmarks[1].places[0].length, 3);
    assert.deepEqual(withWays([], entrancesOn(site, maps, 'Land')).map(({ icon, places }) => [icon, places.length]), [['cave', 2]]);
    assert.deepEqual(withWays([], []), []);
    const late = [{ group: 'Dungeons and raids', count: 30 }];
    assert.equal(withWays(late, entrancesOn(site, maps, 'Land')), late, 'which of them are there is not known yet');
});

test('a dungeon has a way out among the tools, a map of a world a way there', () => {
    const document = openPage();
    document.createElementNS = (_, tag) => document.createElement(tag);
    const tools = document.getElementById('tools');
    addWays(tools, site, maps, 'Mine', () => '');
    assert.deepEqual(tools.children.map(({ id, href }) => [id, href]), [['way-out', '../Land/index.html#map=Land&zoom=7&x=100.0&y=-200.5&card=100.0+-200.5']]);
    tools.replaceChildren();
    addWays(tools, site, maps, 'Land', () => '#map=Land&zoom=4');
    const [link] = tools.children;
    link.fire('click');
    assert.deepEqual([tools.children.length, link.href], [1, '../world-all/index.html#map=Land&zoom=4']);
    tools.replaceChildren();
    addWays(tools, null, maps, 'Land', () => '');
    assert.deepEqual(tools.children, []);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { LIVE_BYTES_MAX, readBounded, readLive } from '../../../src/output/web/page/live.js';

const demo = { name: 'Demo', number: 571 };
const anna = { uuid: '7', name: 'Anna', world: 571, position: { x: 40, y: -30, z: 5 }, class: 8, faction: 'alliance', level: 70 };
const read = (players, map = demo) => readLive(JSON.stringify({ players }), map).players;

test('players have a place, and the colours of their class and faction', () => {
    assert.deepEqual(read([anna]), [{ id: '7', name: 'Anna', place: { lat: 40, lng: -30 }, color: '#3fc7eb', ring: '#1b62c4',
        words: 'level 70, mage, alliance' }]);
    assert.deepEqual(read([{ ...anna, class: 'Death Knight', faction: 'none', level: 'x' }]).map(({ color, words }) => [color, words]),
        [['#c41e3a', 'death knight']]);
    assert.deepEqual(read([{ name: 'Plain', position: { x: 1, y: 2 } }]).map(({ id, words }) => [id, words]), [['Plain', '']]);
});

test('players of other maps are left out', () => {
    const on = (world) => ({ ...anna, uuid: `on ${world}`, world });
    assert.deepEqual(read([on(571), on('571'), on('demo'), on(0), on('Hall'), { ...anna, foreign: true }]).map(({ id }) => id),
        ['on 571', 'on 571', 'on demo'].filter((id, i, all) => all.indexOf(id) === i));
    assert.deepEqual(read([on(571), on('Demo')], { name: 'Demo' }).map(({ id }) => id), ['on Demo']);
});

test('what is no player is left out, and each is there once, by name', () => {
    const wrong = [null, 5, 'x', [], {}, { name: 'No place' }, { ...anna, uuid: 'a', position: { x: 'north', y: 2 } }, { ...anna, uuid: 'b', name: 5 },
        { ...anna, uuid: 'c', position: { x: 99999, y: 0 } }, { ...anna, uuid: 'd', position: { x: null, y: undefined } },
        { ...anna, uuid: 'e', position: { x: null, y: 5 } }, { ...anna, uuid: 'f', position: { x: '', y: [] } }, { ...anna, uuid: 'g', world: { toString: 1 } }];
    assert.deepEqual(read([...wrong, { ...anna, uuid: '8', name: 'Zoe' }, anna, anna]).map(({ name }) => name), ['Anna', 'Zoe']);
    assert.equal(read([{ ...anna, name: 'x'.repeat(500) }])[0].name.length, 48);
});

test('odd members of a player do not spoil the file', () => {
    assert.deepEqual(read([{ ...anna, class: { toString: 1 }, faction: 'toString' }, { ...anna, uuid: 8, faction: ['horde'], class: null, level: 1.5 }])
        .map(({ id, ring, words }) => [id, ring, words]), [['7', '#17212a', 'level 70'], ['8', '#17212a', '']]);
});

test('a file of other content is broken', () => {
    for (const text of ['', '{"players": [']) {
        assert.throws(() => readLive(text, demo), SyntaxError, text);
    }
    for (const text of ['[]', '{"players": 5}', 'null', '5']) {
        assert.throws(() => readLive(text, demo), { message: 'no players' }, text);
    }
});

test('many players are bounded', () => {
    const { players, left } = readLive(JSON.stringify({ players: Array.from({ length: 3000 }, (_, i) => ({ ...anna, uuid: String(i) })) }), demo);
    assert.deepEqual([players.length, left], [1000, 2000]);
});

test('an answer is read up to a bound', async () => {
    assert.equal(await readBounded(new Response('Ännä')), 'Ännä');
    await assert.rejects(readBounded(new Response('', { status: 404 })), /answers 404/);
    let given = 0;
    const endless = new ReadableStream({ pull(controller) {
        given += 65536;
        controller.enqueue(new Uint8Array(65536));
    } });
    await assert.rejects(readBounded(new Response(endless)), /larger than 1 MiB/);
    assert.ok(given < 2 * LIVE_BYTES_MAX);
});

/*
 * adtmap: a file of players, as tools/live and BlueMap's players.json write it:
 *
 *     {"players": [{"uuid": "7", "name": "Anna", "world": 0, "position": {"x": 40, "y": -30, "z": 5},
 *                   "class": 8, "faction": "alliance", "level": 70}]}
 *
 * x is north and y west, in yards; `world` is the number or folder of a map, `foreign`: true is another.
 * The file may be anybody's: what is no player is left out. Nothing here needs a page.
 */
import { isInside } from './places.js';

export const LIVE_BYTES_MAX = 1 << 20;
const PLAYERS_MAX = 1000;
const NAME_MAX = 48;
const CLASSES = ['warrior', 'paladin', 'hunter', 'rogue', 'priest', 'death knight', 'shaman', 'mage', 'warlock', 'monk', 'druid',
    'demon hunter', 'evoker'];
const CLASS_COLORS = ['#c69b6d', '#f48cba', '#aad372', '#fff468', '#ffffff', '#c41e3a', '#0070dd', '#3fc7eb', '#8788ee', '#00ff98',
    '#ff7c0a', '#a330c9', '#33937f'];
const FACTION_COLORS = { alliance: '#1b62c4', horde: '#b01c1c' };
const PLAIN = '#d8dee4';

const isText = (value) => typeof value === 'string' && value !== '';
const isPlain = (value) => typeof value === 'string' || typeof value === 'number';

/* A class by its number, from 1, or its name: from 0; -1: none. */
const classOf = (value) => (Number.isInteger(value) ? value - 1 : isText(value) ? CLASSES.indexOf(value.toLowerCase()) : -1);

function readPlayer({ uuid, name, position, class: own, faction, level }) {
    const place = { lat: position?.x, lng: position?.y };
    const hasPlace = Number.isFinite(place.lat) && Number.isFinite(place.lng) && isInside(place);
    const side = isText(faction) && Object.hasOwn(FACTION_COLORS, faction) ? faction : null;
    const number = classOf(own);
    const words = [Number.isInteger(level) && `level ${level}`, CLASSES[number], side];
    return isText(name) && hasPlace ? { id: isText(uuid) || Number.isInteger(uuid) ? String(uuid) : name, name: [...name].slice(0, NAME_MAX).join(''), place,
        color: CLASS_COLORS[number] || PLAIN, ring: FACTION_COLORS[side] || '#17212a', words: words.filter(Boolean).join(', ') } : null;
}

/* The players on the map {name, number} by name, each once; `left` is how many more there are. It throws for what is
 * no such file. */
export function readLive(text, map) {
    const players = JSON.parse(text)?.players;
    if (!Array.isArray(players)) {
        throw new Error('no players');
    }
    const isHere = ({ world, foreign }) => !foreign && (world === undefined || (isPlain(world) &&
        (String(world).toLowerCase() === map.name.toLowerCase() || (map.number !== undefined && String(world) === String(map.number)))));
    const here = players.filter((player) => player && typeof player === 'object' && isHere(player)).map(readPlayer).filter(Boolean);
    const each = [...new Map(here.map((player) => [player.id, player])).values()];
    each.sort((a, b) => a.name.localeCompare(b.name));
    return { players: each.slice(0, PLAYERS_MAX), left: Math.max(0, each.length - PLAYERS_MAX) };
}

/* The text of an answer of at most LIVE_BYTES_MAX bytes. */
export async function readBounded(response) {
    if (!response.ok) {
        throw new Error(`answers ${response.status}`);
    }
    const reader = response.body.getReader();
    const chunks = [];
    for (let bytes = 0; ;) {
        const { done, value } = await reader.read();
        if (done) {
            return new TextDecoder().decode(await new Blob(chunks).arrayBuffer());
        }
        bytes += value.length;
        chunks.push(value);
        if (bytes > LIVE_BYTES_MAX) {
            await reader.cancel();
            throw new Error('is larger than 1 MiB');
        }
    }
}

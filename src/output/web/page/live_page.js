/* adtmap: players on the map, from a file that the page asks for every few seconds. */
import { create, createSwitch } from './dom.js';
import { readBounded, readLive } from './live.js';
import { onPress } from './markers.js';
import { placeText } from './places.js';
import { motion } from './view.js';

const EVERY_MS = 4000;
const FAILED_MS = 15000;  /* after a second answer that did not come or cannot be read: the first may be half a file */
const SLOW_MS = 10000;    /* for an answer */
const STALE_MS = 60000;   /* without a change of the file */

const asTime = (at) => new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

function makeDot({ place, color, ring }) {
    const dot = create('span');
    dot.style.background = color;
    dot.style.borderColor = ring;
    const layer = L.marker(place, { icon: L.divIcon({ className: 'player', html: dot, iconSize: [18, 18] }), zIndexOffset: 500 });
    layer.on('add', () => layer.getElement().setAttribute('role', 'button'));
    return layer.bindTooltip('');
}

function nameDot(layer, { name, words }) {
    const label = words ? `${name}, ${words}` : name;
    layer.setTooltipContent(create('span', {}, label));
    layer.getElement()?.setAttribute('aria-label', label);
}

/* `data` is the page's map, whose `live` is the address; `list` gets a switch, what there is to say, and the players. */
export function makeLivePage(map, data, list) {
    const dots = new Map(); /* layers by id */
    const status = create('p', { className: 'live-status' });
    const names = create('ul', { className: 'live-names' });
    let players = [];
    let followed = null;
    let last = { text: null, at: 0 };
    let failures = 0; /* since the last file that could be read */
    let timer = 0;
    let stop = new AbortController(); /* of the answer that is under way */

    status.setAttribute('role', 'status');
    const { row, box } = createSwitch('Players', 'Players', () => (box.checked ? ask() : rest()));

    function tell(words, isWrong) {
        if (status.textContent !== words) {
            status.textContent = words;
        }
        status.classList.toggle('wrong', Boolean(isWrong));
    }

    function follow(id) {
        followed = followed === id ? null : id;
        showNames();
        moveAlong();
    }

    function moveAlong() {
        const player = players.find(({ id }) => id === followed);
        if (player) {
            map.panTo(player.place, motion());
        }
    }

    /* Buttons that stay where they are keep the focus, and a click that is under way. */
    function showNames() {
        const rows = new Map([...names.children].map((item) => [item.player, item]));
        const items = players.map((player) => {
            const item = rows.get(player.id) || Object.assign(create('li'), { player: player.id });
            if (!rows.has(player.id)) {
                const sample = create('span', { className: 'sample' });
                sample.style.background = player.color;
                const button = create('button', {}, sample, player.name);
                button.addEventListener('click', () => follow(player.id));
                item.append(button);
            }
            const [button] = item.children;
            button.title = `${player.words ? `${player.words}; ` : ''}${placeText(player.place)}; follow`;
            button.setAttribute('aria-pressed', String(player.id === followed));
            return item;
        });
        if (items.length !== names.children.length || items.some((item, i) => item !== names.children[i])) {
            names.replaceChildren(...items);
        }
    }

    function show() {
        const here = new Set(players.map(({ id }) => id));
        dots.forEach((layer, id) => here.has(id) || (layer.remove(), dots.delete(id)));
        players.forEach((player) => {
            const layer = dots.get(player.id) || makeDot(player).addTo(map);
            if (dots.has(player.id)) {
                layer.setLatLng(player.place);
            } else {
                onPress(layer, () => follow(player.id));
                dots.set(player.id, layer);
            }
            nameDot(layer, player);
        });
        const focused = document.activeElement;
        showNames();
        if (focused !== document.activeElement && names.contains(focused)) {
            focused.focus({ preventScroll: true });
        }
        moveAlong();
    }

    function take(text, now) {
        const { players: read, left } = readLive(text, data);
        if (text !== last.text) {
            last = { text, at: now };
            players = read;
            show();
        }
        const isStale = now - last.at > STALE_MS;
        const count = `${players.length + left} ${players.length + left === 1 ? 'player' : 'players'} here${left ? `, ${players.length} shown` : ''}`;
        tell(isStale ? `No news since ${asTime(last.at)}. ${count} then` : count, isStale);
        document.body.classList.toggle('stale', isStale);
    }

    /* Players that were there stay, as they were. */
    function fail({ name, message }) {
        const why = name === 'AbortError' ? 'does not answer' : name === 'SyntaxError' || message === 'no players' ? 'is damaged'
            : name === 'TypeError' ? 'cannot be loaded' : message;
        tell(`The file of players ${why}.${last.at ? ` No news since ${asTime(last.at)}` : ''}`, true);
        document.body.classList.toggle('stale', last.at > 0);
    }

    function wait(time) {
        clearTimeout(timer);
        timer = setTimeout(ask, time);
    }

    async function ask() {
        clearTimeout(timer);
        if (!box.checked) {
            return;
        }
        if (document.hidden) {
            wait(EVERY_MS);
            return;
        }
        stop = new AbortController();
        const { signal } = stop;
        const slow = setTimeout((asked) => asked.abort(), SLOW_MS, stop);
        const isWanted = () => box.checked && signal === stop.signal;
        try {
            const text = await readBounded(await fetch(data.live, { cache: 'no-store', credentials: 'same-origin', signal }));
            if (isWanted()) {
                take(text, Date.now());
                failures = 0;
                wait(EVERY_MS);
            }
        } catch (error) {
            if (isWanted()) {
                fail(error);
                wait(++failures > 1 ? FAILED_MS : EVERY_MS);
            }
        } finally {
            clearTimeout(slow);
        }
    }

    function rest() {
        clearTimeout(timer);
        stop.abort();
        players = [];
        followed = null;
        last = { text: null, at: 0 };
        show();
        tell('', false);
    }

    function start() {
        list.append(row, status, names);
        box.checked = true;
        map.on('dragstart', () => {
            followed = null;
            showNames();
        });
        tell('Asking for players', false);
        ask();
    }

    return { start };
}

/*
 * adtmap: the list below the search: what is found while people write, and what they found before. Arrow keys
 * and the pointer choose; those who cannot see it are told by the field, which is a combobox.
 */
import { create, createSign, element } from './dom.js';
import { listNames, readPlaces } from './search.js';

const LISTED = 12;
const REMEMBERED = 5;
const ICONS = {
    zone: 'M12 3 3 7v11l9 4 9-4V7zm0 2.2 6 2.6-6 2.7-6-2.7z',
    area: 'M4 5h16v14H4zm2 2v10h12V7z',
    mark: 'M12 2a7 7 0 0 1 7 7c0 5-7 13-7 13S5 14 5 9a7 7 0 0 1 7-7zm0 4.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
    place: 'M11 2h2v4.100A6 6 0 0 1 17.9 11H22v2h-4.100a6 6 0 0 1-4.9 4.900V22h-2v-4.100A6 6 0 0 1 6.1 13H2v-2h4.100A6 6 0 0 1 11 6.100zm1 6a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
    tile: 'M8 3h2v5h4V3h2v5h5v2h-5v4h5v2h-5v5h-2v-5h-4v5H8v-5H3v-2h5v-4H3V8h5zm2 7v4h4v-4z',
    recent: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zm0 2a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm-1 2h2v4.600l3 3-1.4 1.4-3.6-3.600z',
};

/* What was found before, newest first: texts, kept by the browser if it keeps anything. */
export function makeMemory(mapName) {
    const key = `adtmap recent ${mapName}`;
    function read() {
        try {
            const texts = JSON.parse(localStorage.getItem(key));
            return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string').slice(0, REMEMBERED) : [];
        } catch {
            return [];
        }
    }
    function add(text) {
        try {
            localStorage.setItem(key, JSON.stringify([text, ...read().filter((other) => other !== text)].slice(0, REMEMBERED)));
        } catch { /* then nothing is remembered */ }
    }
    return { read, add };
}

function rowOfPlace(found, text, maps) {
    const words = text.trim();
    const title = () => maps.find(({ name }) => name === found.map).title;
    return {
        place: { icon: 'place', name: found.words || words, where: found.zone ? 'Per cent' : 'Coordinates', words: found.words || words, entry: null },
        tile: { icon: 'tile', name: found.tile && `${found.tile.x}_${found.tile.y}`, where: 'Tile', words, entry: null },
        elsewhere: { icon: 'tile', name: words, where: found.map && title(), words, entry: null },
    }[found.kind];
}

/* The rows for a text: {icon, name, where, words: what the search gets, entry: null or that of the index}. `about` is
 * the page, as readPlaces takes it. */
export function rowsFor(text, about, index, recent) {
    if (text.trim() === '') {
        return recent.map((words) => ({ icon: 'recent', name: words, where: '', words, entry: null }));
    }
    const places = readPlaces(text, about, index);
    const names = places.some(({ map }) => map) ? [] : listNames(index, text, LISTED);
    return [...places.map((found) => rowOfPlace(found, text, about.maps)).filter(Boolean), ...names.map((entry) =>
        ({ icon: entry.icon, name: entry.names[0], where: entry.where(), words: entry.names[0], entry }))];
}

function createOption({ icon, name, where }, id) {
    const option = create('li', { id, className: 'result' }, createSign(ICONS[icon]), create('span', { className: 'result-name' }, name),
        create('span', { className: 'result-where' }, where));
    option.setAttribute('role', 'option');
    return option;
}

/* `key` is what memories are kept by; `about` gives the page as it is then, as readPlaces takes it, `indexOf` the names;
 * `loadNames` promises whether all are there; `onChoose` gets a row. */
export function makeSearchList(key, about, indexOf, loadNames, onChoose) {
    const [field, list] = [element('query'), element('results')];
    const memory = makeMemory(key);
    let rows = [];
    let active = -1;
    let nothing = 'Names are being loaded'; /* what is said where no row is */

    function activate(i) {
        active = i;
        [...list.children].forEach((option, at) => option.setAttribute('aria-selected', String(at === active)));
        field.setAttribute('aria-activedescendant', active < 0 ? '' : list.children[active].id);
        if (active >= 0) {
            list.children[active].scrollIntoView({ block: 'nearest' });
        }
    }

    function close() {
        const isOpen = !list.hidden;
        list.hidden = element('nothing').hidden = true;
        field.setAttribute('aria-expanded', 'false');
        rows = [];
        active = -1;
        field.setAttribute('aria-activedescendant', '');
        return isOpen;
    }

    function update() {
        rows = rowsFor(field.value, about(), indexOf(), memory.read());
        list.replaceChildren(...rows.map((row, i) => createOption(row, `result-${i}`)));
        list.hidden = rows.length === 0;
        element('nothing').textContent = nothing;
        element('nothing').hidden = rows.length > 0 || field.value.trim() === '';
        field.setAttribute('aria-expanded', String(rows.length > 0));
        activate(-1);
    }

    function open() {
        update();
        loadNames().then((areAllThere) => {
            const before = nothing;
            nothing = areAllThere ? 'Nothing found' : 'Not found; some names could not be loaded';
            if (nothing !== before && document.activeElement === field) {
                update();
            }
        });
    }

    function choose(row) {
        field.value = row.words;
        close();
        memory.add(row.words);
        onChoose(row);
    }

    /* Whether a row was active, which is chosen then. */
    function chooseActive() {
        const row = rows[active];
        if (row) {
            choose(row);
        }
        return Boolean(row);
    }

    function moveBy(step) {
        if (rows.length === 0) {
            update();
        }
        if (rows.length > 0) {
            activate((active + step + rows.length + (active < 0 && step < 0 ? 1 : 0)) % rows.length);
        }
    }

    field.addEventListener('input', () => {
        field.setAttribute('aria-invalid', 'false'); /* what was not found */
        update();
    });
    field.addEventListener('focus', open);
    field.addEventListener('blur', close);
    field.addEventListener('keydown', (event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step) {
            event.preventDefault();
            moveBy(step);
        }
    });
    list.addEventListener('pointerdown', (event) => event.preventDefault()); /* the field keeps the focus */
    list.addEventListener('click', ({ target }) => {
        const option = target.closest('li');
        if (option) {
            choose(rows[[...list.children].indexOf(option)]);
        }
    });
    return { open, close, chooseActive, remember: memory.add };
}

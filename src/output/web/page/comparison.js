/*
 * adtmap: renderings of a map side by side, or builds of it: the page's own, another one, and a third if it is asked
 * for. The others lie over the pictures of the page, in panes that are cut off at dividers; data layers lie over all.
 * Of a floor that is shown the same one is compared, or all floors of a rendering that has not that one. Tiles in which
 * the first two differ, with all their floors, are outlined and listed: all, or those that are in one of the two alone,
 * with the rest dimmed.
 */
import { changedTiles, describeChanges, readContents, sortChanges } from './changes.js';
import { create, element } from './dom.js';
import { makePictures } from './pictures.js';
import { GRID, tileCorners, tileSet } from './places.js';
import { loadScript } from './scripts.js';
import { siteData } from './site_data.js';

const STEPS = 1000;
const LISTED = 500;
const OUTLINE = { className: 'changed', weight: 2, fill: false, interactive: false };
const MASK = { stroke: false, fillColor: '#000', fillOpacity: 0.6, interactive: false };

/* The part of a pane that is seen, in its own pixels: between two parts of the window's width. */
function clipOf(from, to, size, toPane) {
    const corner = toPane([size.x * from, 0]);
    const end = toPane([size.x * to, size.y]);
    return `rect(${corner.y}px, ${end.x}px, ${end.y}px, ${corner.x}px)`;
}

/* The map below an address: what of it is compared. */
async function loadMap(base, data) {
    const readMap = (map) => ({ map, hasTile: tileSet(map.tiles) });
    const { map, hasTile } = data ? readMap(data) : await loadScript(`${base}map.js`, siteData, 'map', readMap);
    const tiles = await loadScript(`${base}tiles.js`, siteData, 'contents',
        (contents) => readContents(contents, hasTile));
    return { map, hasTile, tiles };
}

const cornersOf = (name) => tileCorners(...name.split('_').map(Number), 1, 1);

/* A button that leads to a tile. */
function makeChange(map, name) {
    const button = create('button', { type: 'button' }, name);
    button.addEventListener('click', () => map.fitBounds(L.latLngBounds(cornersOf(name)), { animate: false }));
    return button;
}

/* Everything but these tiles. */
function makeMask(names) {
    const ring = ([[north, west], [south, east]]) => [[north, west], [north, east], [south, east], [south, west]];
    return L.polygon([ring(tileCorners(-GRID, -GRID, 3 * GRID, 3 * GRID)), ...names.map((name) => ring(cornersOf(name)))], MASK);
}

/* The list of what differs, and the choice of what of it is shown: "all", or as sortChanges has it. */
function makeChanges(map) {
    const choice = create('select', { ariaLabel: 'Which tiles' });
    const group = L.layerGroup();
    let kinds = {};
    let words = '';

    function update() {
        const names = kinds[choice.value] || [];
        group.clearLayers();
        names.forEach((name) => group.addLayer(L.rectangle(L.latLngBounds(cornersOf(name)), OUTLINE)));
        if (choice.value !== 'all') {
            group.addLayer(makeMask(names));
        }
        element('change-list').replaceChildren(...names.slice(0, LISTED).map((name) => makeChange(map, name)));
        element('changes').hidden = names.length === 0;
    }

    /* What is counted are whole tiles, whatever floor is shown. */
    const tellFloor = (isFloor) => { element('change-count').textContent = `${words}${words && isFloor ? ', with all floors' : ''}`; };

    /* `titles` are those of both. */
    function show(own, other, titles, isFloor) {
        const names = changedTiles(own, other);
        const total = new Set([...own.keys(), ...other.keys()]).size;
        const choices = { own: `Only in ${titles[0]}`, other: `Only in ${titles[1]}`, both: 'In both' };
        kinds = { all: names.length < total ? names : [], ...sortChanges(names, own, other) };
        words = describeChanges(names.length, total);
        tellFloor(isFloor);
        const options = Object.keys(choices).filter((kind) => kinds[kind].length > 0);
        const chosen = options.includes(choice.value) ? choice.value : 'all';
        choice.replaceChildren(...[['all', 'All that differ'], ...options.map((kind) => [kind, `${choices[kind]} (${kinds[kind].length})`])]
            .map(([value, text]) => create('option', { value }, text)));
        choice.value = chosen;
        choice.hidden = options.length < 2;
        update();
        group.addTo(map);
    }

    choice.addEventListener('change', update);
    element('change-count').after(choice);
    return { show, tellFloor, remove: () => group.remove() };
}

/* A rendering at the right of a divider. `choice` has addresses of the map's folder there as values, "" for none. */
function makeSide(map, pane, choice, divider, words) {
    const line = L.DomUtil.create('div', 'divider-line', map.createPane(`${pane}-divider`));
    line.append(...words);
    line.hidden = true;
    return { name: pane, pane: map.createPane(pane), choice, divider, line, right: words[words.length - 1], pictures: null, loaded: null };
}

const partOf = ({ divider }) => divider.value / STEPS;

/* `data` is the page's map, `frame` that of pictures.make. `onChange` gets whether renderings are compared, when that
 * or what is compared changes; `onError` what went wrong, after which one is shown; `floorShown` gives the number of the
 * floor that is shown, null for all. */
export function makeComparison({ map, data, frame, floorShown, onChange, onError }) {
    const third = create('select', { ariaLabel: 'Third rendering' }, create('option', { value: '' }, 'No third'));
    const thirdDivider = create('input', { className: 'divider', type: 'range', max: STEPS, step: 10, value: 750,
        ariaLabel: 'Second divider: to its right is the third rendering' });
    const stepper = (text, by) => {
        const button = create('button', { type: 'button', className: 'step', ariaLabel: by < 0 ? 'Rendering before' : 'Rendering after',
            title: by < 0 ? 'Before ( , )' : 'After ( . )' }, text);
        button.addEventListener('click', () => step(by));
        return button;
    };
    const steps = [stepper('\u2039', -1), stepper('\u203a', 1)];
    const choices = [...element('other').options];
    const sides = [
        makeSide(map, 'other', element('other'), element('divider'), [element('left-name'), element('right-name')]),
        makeSide(map, 'third', third, thirdDivider, [create('span', { className: 'side right' })]),
    ];
    const changes = makeChanges(map);
    let isOn = false;

    const titleOf = (side) => choices.find(({ value }) => value === side.choice.value).text;
    const isShown = (side) => isOn && side.choice.value !== '';

    /* Cuts all off: what lies left of a divider from what lies right of it, also where that has holes. */
    function move() {
        const size = map.getSize();
        const toPane = (point) => map.containerPointToLayerPoint(point);
        const shown = sides.filter(isShown);
        const edges = [0, ...shown.map(partOf), 1];
        [map.getPane('tilePane'), ...shown.map(({ pane }) => pane)].forEach((pane, i) => {
            pane.style.clip = isOn ? clipOf(edges[i], edges[i + 1], size, toPane) : '';
        });
        shown.forEach((side) => {
            L.DomUtil.setPosition(side.line, toPane([size.x * partOf(side), 0]));
            side.line.style.height = `${size.y}px`;
        });
    }

    /* A divider pushes the other one along. */
    function push(moved) {
        const [first, second] = sides.map(({ divider }) => divider);
        if (Number(first.value) > Number(second.value)) {
            sides[1 - moved].divider.value = sides[moved].divider.value;
        }
        move();
    }

    function drop(side) {
        side.pictures?.remove();
        side.pictures = null;
        side.loaded = null;
    }

    /* The pictures of what is loaded: of the floor that is shown, else of all. */
    function draw(side) {
        const { map: other, hasTile } = side.loaded;
        const [whole] = other.layers;
        const number = floorShown();
        const layer = other.layers.find(({ floor }) => number !== null && floor === number) || whole;
        side.pictures?.remove();
        side.pictures = makePictures(layer, hasTile, { ...frame, pane: side.name, base: side.choice.value, isOpen: other.open || layer !== whole });
        side.pictures.addTo(map);
        side.right.textContent = `${titleOf(side)}${number !== null && layer === whole ? ' (all floors)' : ''}`;
    }

    function drawFloor() {
        sides.filter(({ loaded }) => loaded).forEach(draw);
        changes.tellFloor(floorShown() !== null);
        map.fire('obstacles');
    }

    function update() {
        element('comparison').hidden = !isOn;
        sides.forEach((side) => {
            side.line.hidden = side.divider.hidden = !isShown(side);
        });
        move();
        map.fire('obstacles');
    }

    function switchTo(isWanted) {
        isOn = isWanted;
        sides.forEach(drop);
        changes.remove();
        update();
        onChange(isOn);
    }

    async function load(side) {
        const base = side.choice.value;
        const isWanted = () => isShown(side) && side.choice.value === base;
        try {
            const own = side === sides[0] ? await loadMap('', data) : null;
            const other = await loadMap(base);
            if (isWanted()) {
                side.loaded = other;
                draw(side);
                if (own) {
                    changes.show(own.tiles, other.tiles, [element('left-name').textContent, titleOf(side)], floorShown() !== null);
                }
                map.fire('obstacles');
            }
        } catch ({ message }) {
            if (isWanted()) {
                switchTo(false);
                onError(message);
            }
        }
    }

    function start() {
        sides.filter(isShown).forEach(load);
    }

    function choose(side) {
        drop(side);
        update();
        if (isShown(side)) {
            load(side);
        }
        onChange(isOn);
    }

    function toggle() {
        const hasFocus = element('comparison').contains(document.activeElement);
        switchTo(!isOn);
        if (isOn) {
            start();
            element('divider').focus();
        } else if (hasFocus) {
            map.getContainer().focus();
        }
    }

    /* The rendering before or after the one that is compared; the first step shows that. */
    function step(by) {
        if (!isOn) {
            toggle();
            return;
        }
        const at = choices.findIndex(({ value }) => value === element('other').value);
        element('other').value = choices[(at + by + choices.length) % choices.length].value;
        choose(sides[0]);
    }

    /* {base, part, third: {base, part} or null}: the addresses of what is compared, and where the dividers are; null:
     * nothing is. */
    function shown() {
        const [other, last] = sides.map((side) => (isShown(side) ? { base: side.choice.value, part: partOf(side) } : null));
        return other && { ...other, third: last };
    }

    /* Shows such a comparison, if there is what it names. */
    function show(wanted) {
        const isThere = (side) => Boolean(side) && choices.some(({ value }) => value === side.base);
        const now = shown();
        const next = [wanted, isThere(wanted) && wanted.third].map((side) => (isThere(side) ? side : null));
        next.forEach((side, i) => {
            if (side) {
                sides[i].divider.value = side.part * STEPS;
            }
            if (next[0]) {
                sides[i].choice.value = side ? side.base : '';
            }
        });
        if (Boolean(next[0]) !== isOn) {
            switchTo(Boolean(next[0]));
        }
        update();
        [[next[0], now], [next[1], now?.third]].forEach(([side, before], i) => {
            if (side && side.base !== before?.base) {
                load(sides[i]);
            } else if (!side) {
                drop(sides[i]);
            }
        });
    }

    choices.forEach(({ value, text }) => third.append(create('option', { value }, text)));
    steps.forEach((button) => { button.hidden = choices.length < 2; });
    third.hidden = choices.length < 2;
    element('divider').after(thirdDivider);
    element('other').before(steps[0]);
    element('other').after(steps[1], third);
    map.on('move zoomend resize', move);
    map.on('floor', drawFloor);
    sides.forEach((side, i) => {
        side.divider.addEventListener('input', () => push(i));
        side.divider.addEventListener('change', () => {
            map.fire('obstacles');
            onChange(isOn);
        });
        side.choice.addEventListener('change', () => choose(side));
    });
    return { toggle, step, shown, show };
}

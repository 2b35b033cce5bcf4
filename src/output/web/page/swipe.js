/*
 * adtmap: two renderings of a map side by side, or two builds of it. The other one lies over the
 * pictures of the page, in a pane that is cut off left of the divider; data layers lie over both. Tiles
 * that differ are outlined and listed, unless all do.
 */
import { changedTiles, describeChanges, readContents } from './changes.js';
import { create, element } from './dom.js';
import { makePictures } from './pictures.js';
import { tileCorners, tileSet } from './places.js';
import { loadScript } from './scripts.js';
import { siteData } from './site_data.js';

const PANE = 'other';
const STEPS = 1000;
const LISTED = 500;
const OUTLINE = { className: 'changed', weight: 2, fill: false, interactive: false };

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

/* A button that leads to a tile, and its outline. */
function makeChange(map, name) {
    const [x, y] = name.split('_').map(Number);
    const square = L.latLngBounds(tileCorners(x, y, 1, 1));
    const button = create('button', { type: 'button' }, name);
    button.addEventListener('click', () => map.fitBounds(square, { animate: false }));
    return { button, outline: L.rectangle(square, OUTLINE) };
}

/* Tells which tiles differ; gives their outlines. */
function showChanges(map, own, other) {
    const names = changedTiles(own, other);
    const total = new Set([...own.keys(), ...other.keys()]).size;
    const changes = names.length < total ? names.map((name) => makeChange(map, name)) : [];
    element('change-count').textContent = describeChanges(names.length, total);
    element('change-list').replaceChildren(...changes.slice(0, LISTED).map(({ button }) => button));
    element('changes').hidden = changes.length === 0;
    return L.layerGroup(changes.map(({ outline }) => outline));
}

/* The divider: its line lies below markers and cards. Left of it lie the page's own pictures, right
 * of it those of `pane`, also where these have holes. */
function makeDivider(map, pane) {
    const line = L.DomUtil.create('div', 'divider-line', map.createPane('divider'));
    line.append(element('left-name'), element('right-name'));
    function move() {
        const part = element('divider').value / STEPS;
        const toPane = (point) => map.containerPointToLayerPoint(point);
        L.DomUtil.setPosition(line, toPane([map.getSize().x * part, 0]));
        line.style.height = `${map.getSize().y}px`;
        pane.style.clip = clipOf(part, 1, map.getSize(), toPane);
        map.getPane('tilePane').style.clip = line.hidden ? '' : clipOf(0, part, map.getSize(), toPane);
    }
    map.on('move zoomend resize', move);
    element('divider').addEventListener('input', move);
    return { line, move };
}

/*
 * The choice of the other rendering has addresses of the map's folder there as values. `data` is
 * the page's map, `frame` that of pictures.make. `onChange` gets whether two are shown, when that or what is compared changes; `onError`
 * what went wrong, after which one is.
 */
export function makeSwipe(map, data, frame, { onChange, onError }) {
    const pane = map.createPane(PANE);
    const divider = makeDivider(map, pane);
    let isOn = false;
    let shown = [];

    function switchTo(isWanted) {
        isOn = isWanted;
        element('swipe').hidden = divider.line.hidden = !isOn;
        shown.splice(0).forEach((layer) => layer.remove());
        divider.move();
        onChange(isOn);
    }

    const isWanted = (base) => isOn && base === element('other').value;

    async function show(base) {
        const [own, other] = [await loadMap('', data), await loadMap(base)];
        if (isWanted(base)) {
            shown.splice(0).forEach((layer) => layer.remove());
            shown = [makePictures(other.map.layers[0], other.hasTile, { ...frame, pane: PANE, base }),
                showChanges(map, own.tiles, other.tiles)];
            shown.forEach((layer) => layer.addTo(map));
            element('right-name').textContent = element('other').selectedOptions[0].text;
        }
    }

    function start() {
        const base = element('other').value;
        show(base).catch(({ message }) => {
            if (isWanted(base)) {
                switchTo(false);
                onError(message);
            }
        });
    }

    function toggle() {
        const hasFocus = element('swipe').contains(document.activeElement);
        switchTo(!isOn);
        if (isOn) {
            start();
            element('divider').focus();
        } else if (hasFocus) {
            map.getContainer().focus();
        }
    }

    /* {base, part}: the address of what is compared, and where the divider is; null: nothing is. */
    const comparison = () => (isOn ? { base: element('other').value, part: element('divider').value / STEPS } : null);

    /* Shows such a comparison, if there is what it names. */
    function compare(wanted) {
        const isThere = Boolean(wanted) && [...element('other').options].some(({ value }) => value === wanted.base);
        const now = comparison();
        if (isThere) {
            element('other').value = wanted.base;
            element('divider').value = wanted.part * STEPS;
        }
        if (isThere !== isOn) {
            switchTo(isThere);
        }
        divider.move();
        if (isThere && now?.base !== wanted.base) {
            start();
        }
    }

    element('other').addEventListener('change', () => {
        start();
        onChange(isOn);
    });
    element('divider').addEventListener('change', () => onChange(isOn));
    divider.line.hidden = true;
    return { toggle, comparison, compare };
}

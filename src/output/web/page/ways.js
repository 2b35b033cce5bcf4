/*
 * adtmap: ways between maps: from an entrance into the map behind it, and back. `site` is adtmap.site (site.js), whose
 * `entrances` have [map, X, Y] by the map that is entered; `maps` are those of the rendering (maps.js).
 */
import { create, createSign } from './dom.js';
import { pageOf } from './link.js';
import { isAt, placeText } from './places.js';

const GROUP = 'Dungeons and raids'; /* as the program calls entrances in the client's tables */
const LOOK = { group: GROUP, icon: 'cave', color: '#7446ad' };
const NEAR_ZOOM = 7;
const WAY_OUT = 'M10 3h10v18H10v-5h2v3h6V5h-6v3h-2zM9 7v4h6v2H9v4l-5-5z';
const WORLD = 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM4.1 13h3.9a15 15 0 0 0 1.300 6A8 8 0 0 1 4.100 13zm0-2a8 8 0 0 1 5.200-6A15 15 0 0 0 8 11zm5.900 0a13 13 0 0 1 2-6 13 13 0 0 1 2 6zm0 2h4a13 13 0 0 1-2 6 13 13 0 0 1-2-6zm4.700 6a15 15 0 0 0 1.300-6h3.900a8 8 0 0 1-5.200 6zM16 11a15 15 0 0 0-1.300-6 8 8 0 0 1 5.200 6z';

const titleOf = (maps, name) => maps.find((map) => map.name === name)?.title;

/* The page of a map, with the card of a place there, or without one the whole of the map. */
export function addressOf(name, place) {
    const at = place && `#${new URLSearchParams({ map: name, zoom: NEAR_ZOOM, x: place.lat.toFixed(1), y: place.lng.toFixed(1), card: placeText(place) })}`;
    return `${pageOf(name)}${at || ''}`;
}

/* {of, title, place} of each map that is entered from a map. */
export function entrancesOn(site, maps, name) {
    return Object.entries(site?.entrances || {})
        .filter(([of, [on]]) => on === name && titleOf(maps, of))
        .map(([of, [, x, y]]) => ({ of, title: titleOf(maps, of), place: { lat: x, lng: y } }));
}

/* {on, title, place} of where a map is entered; null: the site does not know. */
export function wayOut(site, maps, name) {
    const [on, x, y] = (Object.hasOwn(site?.entrances || {}, name) && site.entrances[name]) || [];
    return titleOf(maps, on) ? { on, title: titleOf(maps, on), place: { lat: x, lng: y } } : null;
}

/* The landmarks of a map, with a way {href, words} behind those that lead into another map, and those that the
 * client's tables do not have. Those whose places are still to come stay as they are. */
export function withWays(landmarks, entrances) {
    if (landmarks.some(({ group, places }) => group === GROUP && !places)) {
        return landmarks;
    }
    const ways = entrances.map(({ of, title, place }) => ({ place, title, way: { href: addressOf(of, null), words: `Open ${title}` } }));
    const isThere = (way) => landmarks.some(({ group, places }) => group === GROUP && places.some(([, x, y]) => isAt({ x, y }, way.place)));
    const added = ways.filter((way) => !isThere(way)).map(({ place, title, way }) => [title, place.lat, place.lng, way]);
    const marked = landmarks.map((entry) => (entry.group !== GROUP ? entry : { ...entry, places: entry.places.map(([name, x, y]) =>
        [name, x, y, ways.find((way) => isAt({ x, y }, way.place))?.way]) }));
    const own = marked.find(({ group }) => group === GROUP);
    if (own) {
        own.places.push(...added);
    } else if (added.length) {
        marked.push({ ...LOOK, places: added });
    }
    return marked;
}

function addTool(tools, id, word, label, path, href) {
    const link = create('a', { id, className: 'button', href, title: label }, createSign(path), create('span', { className: 'word' }, word));
    link.setAttribute('aria-label', label);
    tools.append(link);
    return link;
}

/* Adds the ways from a map to `tools`: out of a dungeon, and to a world that shows the map, at the view that
 * `viewOf` gives as a link. */
export function addWays(tools, site, maps, name, viewOf) {
    const out = wayOut(site, maps, name);
    if (out) {
        addTool(tools, 'way-out', 'Way out', `Way out: ${out.title}`, WAY_OUT, addressOf(out.on, out.place));
    }
    const [world] = (site?.worlds || []).filter(([, , shown]) => shown.includes(name));
    if (world) {
        const address = `../world-${world[0]}/index.html`;
        const link = addTool(tools, 'to-world', 'World', `World: ${world[1]}, in one frame with other maps`, WORLD, address);
        link.addEventListener('click', () => { link.href = `${address}${viewOf()}`; });
    }
}

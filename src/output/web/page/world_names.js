/*
 * adtmap: the names of all maps of a site, for the search of a world: areas, markers, landmarks. They come from what
 * the pages of the maps load, a few maps at a time. Markers that a page loads in parts are not among them.
 */
import { boxOf, frameOfArea, fullName, placeOf, readAreas, ringsOf } from './area_shapes.js';
import { loadMapData } from './landmarks.js';
import { groupsOf } from './marker_groups.js';

const AT_ONCE = 4;

/* Entries as makeIndex takes them, with `map` and the place or the corners there. */
export function entriesOf({ name: map, title }, data, areas) {
    const named = areas.filter(({ name, rings }) => name && rings.length > 0).map((area) => {
        const [left, top, right, bottom] = boxOf(ringsOf(areas, area));
        return { icon: area.zone ? 'area' : 'zone', names: [area.name, fullName(area)], words: area.zone ? area.zone.name : 'Zone', frame: frameOfArea(area),
            corners: [placeOf(left, top), placeOf(right, bottom)] };
    });
    const marks = groupsOf(data.markers, data.landmarks).flatMap(({ name: group, marks: all }) => all.map(({ name, x, y }) =>
        ({ icon: 'mark', names: [name], words: group, corners: [{ lat: x, lng: y }, { lat: x, lng: y }] })));
    const own = { icon: 'tile', names: [title, map], words: 'Map', corners: null };
    return [own, ...named, ...marks].map(({ words, ...entry }) => ({ ...entry, kind: 'spot', map, where: () => `${words} \u00b7 ${title}` }));
}

/* `load` promises what a script of a map's folder sets, read: load(map, file, member, read). Gives load(), which
 * loads the names of all maps, once, and promises whether all came, and entries(): those that are there, the same array until
 * more come. */
export function makeWorldNames(maps, load) {
    const found = maps.map(() => []);
    let all = null;
    let loading = null;
    let areAllThere = true;

    function miss(value) {
        areAllThere = false;
        return value;
    }

    async function loadMap(map, i) {
        const areas = load(map.name, 'areas.js', 'areas', readAreas).catch(() => miss([]));
        const data = await loadMapData(load, map.name, miss).catch(() => miss(null));
        found[i] = data ? entriesOf(map, data, await areas) : [];
        all = null;
    }

    async function loadAll() {
        const waiting = maps.map((map, i) => [map, i]);
        const work = async () => {
            for (let next = waiting.shift(); next; next = waiting.shift()) {
                await loadMap(...next);
            }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, work));
        return areAllThere;
    }
    return {
        load: () => (loading ??= loadAll()),
        entries: () => (all ??= found.flat().map((entry, index) => ({ ...entry, index }))),
    };
}

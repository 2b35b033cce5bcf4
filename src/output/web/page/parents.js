/* adtmap: maps that lend their tiles to another one: `parents` of its data, each {name, title, tiles}. */
import { element } from './dom.js';
import { tileAt, tileSet } from './places.js';

/* A function of a place: the title of the map whose tile lies there, "" for a tile of the map's own. `maps` are those of
 * the site, which may call it otherwise. */
export function makeParents(parents, maps) {
    const sets = (parents || []).map(({ name, title, tiles }) => ({ hasTile: tileSet(tiles),
        title: maps.find((map) => map.name === name)?.title || title }));
    return (place) => {
        const { x, y } = tileAt(place);
        return sets.find(({ hasTile }) => hasTile(x, y))?.title || '';
    };
}

/* Says it next to the area of a place, or where that would be. */
export function showParent(title) {
    element('parent').textContent = title && `Tile of ${title}`;
    element('area').hidden = element('area').hidden && !title;
}

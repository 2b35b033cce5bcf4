/* adtmap: what somebody looks for: `X Y`, `[MAP_]X_Y[.ext]`, or the name of a marker. */
adtmap.search = (function () {
    'use strict';

    const { GRID, isInside } = adtmap.places;

    function parsePlace(text) {
        const match = /^\s*([-+]?\d*\.?\d+)\s*(?:[,;]\s*|\s)\s*([-+]?\d*\.?\d+)\s*$/.exec(text);
        return match && { lat: Number(match[1]), lng: Number(match[2]) };
    }

    /* A tile of this map; null when the text names no tile, or one of another map. */
    function parseTile(text, mapName) {
        const match = /^\s*(?:(.*)_|map)?(\d{1,2})_(\d{1,2})(?:\.\w+)?\s*$/i.exec(text);
        const isOurs = match && (!match[1] || match[1].toLowerCase() === mapName.toLowerCase());
        return isOurs ? { x: Number(match[2]), y: Number(match[3]) } : null;
    }

    const normal = (name) => name.trim().toLowerCase();

    function findName(wanted, names) {
        const exact = names.findIndex((name) => normal(name) === wanted);
        return exact >= 0 ? exact : names.findIndex((name) => normal(name).includes(wanted));
    }

    /* {kind, place | tile | index}; the kind is place, tile, mark, outside or none. */
    function interpret(text, mapName, markNames) {
        const place = parsePlace(text);
        if (place) {
            return isInside(place) ? { kind: 'place', place } : { kind: 'outside' };
        }
        const tile = parseTile(text, mapName);
        if (tile) {
            return tile.x < GRID && tile.y < GRID ? { kind: 'tile', tile } : { kind: 'outside' };
        }
        const wanted = normal(text);
        const index = wanted ? findName(wanted, markNames) : -1;
        return index >= 0 ? { kind: 'mark', index } : { kind: 'none' };
    }

    return { interpret };
})();

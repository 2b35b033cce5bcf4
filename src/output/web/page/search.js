/* adtmap: what somebody looks for: `X Y`, `[MAP_]X_Y[.ext]`, the name of something on the map. */
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

    /* What is called so: exact names count before parts of them. `names` has lists of names by kind;
     * earlier kinds come first. */
    function findNamed(text, names) {
        const wanted = normal(text);
        const lists = wanted ? Object.entries(names) : [];
        for (const isFitting of [(name) => name === wanted, (name) => name.includes(wanted)]) {
            for (const [kind, list] of lists) {
                const index = list.findIndex((name) => isFitting(normal(name)));
                if (index >= 0) {
                    return { kind, index };
                }
            }
        }
        return { kind: 'none' };
    }

    /* {kind, place | tile | index}; the kind is place, tile, one of `names`, outside or none. */
    function interpret(text, mapName, names) {
        const place = parsePlace(text);
        if (place) {
            return isInside(place) ? { kind: 'place', place } : { kind: 'outside' };
        }
        const tile = parseTile(text, mapName);
        if (tile) {
            return tile.x < GRID && tile.y < GRID ? { kind: 'tile', tile } : { kind: 'outside' };
        }
        return findNamed(text, names);
    }

    return { interpret };
})();

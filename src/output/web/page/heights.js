/*
 * adtmap: the height of the ground at a place, from web/height/values/X_Y.js: a script for each tile,
 * which is loaded when the pointer rests there.
 */
adtmap.heights = {}; /* by name of tile: what the scripts put here */

adtmap.heightPage = (function () {
    'use strict';

    const SQUARES = 64; /* along an edge of a tile */
    const REST_MS = 120;
    const { GRID, TILE_YARDS, tileAt } = adtmap.places;

    /* Yards at the corners of the squares, row by row, from the steps between them. NaN, which makes
     * all near it NaN, where the value is 0: a tile without ground, as of a dungeon. */
    function read({ low, high, steps }) {
        const edge = SQUARES + 1;
        const values = [];
        steps.forEach((step, i) => {
            const from = i % edge ? values[i - 1] : values[i - edge] || 0;
            values.push(from + step);
        });
        return values.map((value) => (value > 0 ? low + (value * (high - low)) / 65535 : NaN));
    }

    /* Between the four corners of the square that has (x, y), which are parts of the tile. */
    function between(yards, x, y) {
        const [column, row] = [x, y].map((part) => Math.min(Math.floor(part * SQUARES), SQUARES - 1));
        const [right, down] = [x * SQUARES - column, y * SQUARES - row];
        const first = row * (SQUARES + 1) + column;
        const mix = (a, b, part) => a + (b - a) * part;
        const upper = mix(yards[first], yards[first + 1], right);
        const lower = mix(yards[first + SQUARES + 1], yards[first + SQUARES + 2], right);
        return mix(upper, lower, down);
    }

    function at(yards, place) {
        const tile = tileAt(place);
        return between(yards, GRID / 2 - place.lng / TILE_YARDS - tile.x, GRID / 2 - place.lat / TILE_YARDS - tile.y);
    }

    const text = (yards) => (yards === null ? '\u2013' : String(Math.round(yards) + 0));

    /* Loads a script; `then` is called in any case. */
    function load(name, then) {
        const script = document.createElement('script');
        script.src = `web/height/values/${name}.js`;
        script.addEventListener('load', then);
        script.addEventListener('error', then);
        document.head.append(script);
    }

    function make(hasTile) {
        const tiles = new Map(); /* by name: yards, null before they come, and who waits for them */
        let timer = 0;
        const nameAt = ({ x, y }) => `${x}_${y}`;

        function heightAt(place) {
            const tile = tiles.get(nameAt(tileAt(place)));
            const yards = tile && tile.yards ? at(tile.yards, place) : NaN;
            return Number.isNaN(yards) ? null : yards;
        }

        function take(name, tile) {
            const came = adtmap.heights[name];
            if (came) {
                delete adtmap.heights[name];
                tile.yards = read(came);
                tile.waiting.splice(0).forEach((then) => then());
            }
        }

        /* Calls `then` when the height of the place is there; not if there is none. */
        function find(place, then) {
            const { x, y } = tileAt(place);
            const name = nameAt({ x, y });
            if (!hasTile(x, y)) {
                return;
            }
            if (!tiles.has(name)) {
                tiles.set(name, { yards: null, waiting: [] });
                load(name, () => take(name, tiles.get(name)));
            }
            if (tiles.get(name).yards) {
                then();
            } else {
                tiles.get(name).waiting.push(then);
            }
        }

        function findAtRest(place, then) {
            clearTimeout(timer);
            timer = setTimeout(() => find(place, then), REST_MS);
        }

        return { heightAt, find, findAtRest };
    }

    return { read, at, text, make };
})();

/*
 * adtmap: a page of a map that `adtmap render --watch` draws looks each second whether it has changed. Pictures
 * that a changed tile lies in are loaded and then put in place of the old ones, wherever the map is; if other data of
 * the page are new, such as tiles or markers, it is loaded again, with the view that its address has. A page from
 * disk may load nothing but scripts and pictures: the data are scripts, and tiles.js tells tiles by their contents.
 */
import { changedTiles, readContents } from './changes.js';
import { siteData } from './site_data.js';

const GRID_ZOOM = 6;
const PAUSE_MS = 1000;

/* Loads a script once more, and gives the member that it sets; the one that was there stays. */
function loadMember(address, member) {
    const script = document.createElement('script');
    const before = siteData[member];
    script.src = address;
    return new Promise((done, fail) => {
        script.onload = () => {
            const value = siteData[member];
            siteData[member] = before;
            done(value);
        };
        script.onerror = fail;
        document.head.append(script);
    }).finally(() => script.remove());
}

/* Whether the picture with this address, of any layer of the map, shows one of the tiles "x_y". */
export function showsTile(address, tiles) {
    const found = /^web\/[^/]+\/(\d+)\/(\d+)\/(\d+)\.\w+$/.exec(address);
    if (!found) {
        return false;
    }
    const [zoom, x, y] = found.slice(1).map(Number);
    const above = Math.max(0, GRID_ZOOM - zoom);
    const below = Math.max(0, zoom - GRID_ZOOM);
    return tiles.some((name) => {
        const [column, row] = name.split('_').map(Number);
        return column >> above === x >> below && row >> above === y >> below;
    });
}

const ownAddress = (image) => image.src.replace(/[?#].*/, '').slice(new URL('.', location.href).href.length);

/* The old picture stays until the new one is there; Leaflet would fade in what loads a second time. */
function loadAgain(image, stamp) {
    const next = new Image();
    next.onload = () => {
        if (image.isConnected) {
            image.addEventListener('load', (event) => event.stopImmediatePropagation(), { capture: true, once: true });
            image.src = next.src;
        }
    };
    next.src = `${image.src.replace(/[?#].*/, '')}?${stamp}`;
}

/* Looks for changes from now on; `hasTile` tells which tiles the page knows, `data` is map.js as it was read. */
export function followChanges(hasTile, data) {
    const changed = new Set(); /* since the page was opened */
    let contents = null;
    let stamp = Date.now();
    const { getTileUrl } = L.TileLayer.prototype;

    /* What is asked for later must not come from the browser's memory. */
    L.TileLayer.prototype.getTileUrl = function getFreshUrl(coords) {
        const address = getTileUrl.call(this, coords);
        return showsTile(address, [...changed]) ? `${address}?${stamp}` : address;
    };

    function show(fresh) {
        const tiles = contents ? changedTiles(contents, fresh) : [];
        contents = fresh;
        tiles.forEach((name) => changed.add(name));
        document.querySelectorAll('img.leaflet-tile').forEach((image) => {
            if (image.complete && showsTile(ownAddress(image), tiles)) {
                loadAgain(image, stamp);
            }
        });
    }

    async function look() {
        stamp = Math.max(stamp + 1, Date.now());
        if (JSON.stringify(await loadMember(`map.js?${stamp}`, 'map')) !== data) {
            location.reload();
            return;
        }
        show(readContents(await loadMember(`tiles.js?${stamp}`, 'contents'), hasTile));
    }

    async function follow() {
        if (!document.hidden) {
            await look().catch(() => {}); /* a file that is being replaced is there again in a second */
        }
        setTimeout(follow, PAUSE_MS);
    }
    follow();
}

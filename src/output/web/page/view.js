/* adtmap: the map in its window: how far it zooms, how it is shown as a whole, and closer. */
import { EDGE_PX } from './pictures.js';
import { EDGE, GRID, tileCorners } from './places.js';
import { isSmall } from './small_window.js';

const MAP_PX = EDGE_PX; /* of the grid at zoom 0 */
const ZOOM_STEP = 0.25;     /* a view of the whole map rests on such a step */
const ZOOMS_BEYOND = 3;     /* deeper than the deepest pictures */
const ZOOMS_OUT = 1;        /* farther than the whole map */
const FARTHEST = -6;        /* of a world */
const ENLARGED = 2;         /* a small map fills the window at this beyond its deepest pictures */
const GAP_PX = 16;
const CARD_PX = 300;        /* the text of the widest card */
const CARD_EDGES_PX = 40;   /* what a card has around its text */
const LOWEST_CARD_PX = 80;
const LOW_PX = 480;         /* a window that a card may fill between the bar and the read-out */
const SHEET_PART = 0.6;     /* of another small window, for a card that is a sheet */

/* The whole level after `zoom`, upward or downward. */
export const nextLevel = (zoom, isUp) => (isUp ? Math.floor(zoom) + 1 : Math.ceil(zoom) - 1);

/* What panels leave of the window. In a low one the choice of zones is next to the map, in others below it; floors are
 * next to it in all. */
function margins() {
    if (document.body.classList.contains('embed')) {
        return { topLeft: [GAP_PX, GAP_PX], bottomRight: [GAP_PX, GAP_PX] };
    }
    const box = (part) => document.querySelector(part).getBoundingClientRect();
    const right = isSmall() ? 0 : window.innerWidth - box('.tools').left;
    const left = document.querySelector('.floors:not([hidden])') ? box('.floors').right : 0;
    const lowest = window.innerHeight > LOW_PX && document.querySelector('.zone-view:not([hidden])') ? '.zone-view' : '.readout';
    return {
        topLeft: [left + GAP_PX, box('.bar').bottom + GAP_PX],
        bottomRight: [right + GAP_PX, window.innerHeight - box(lowest).top + GAP_PX],
    };
}

const prefersStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

export const motion = () => (prefersStill() ? { animate: false } : { duration: 0.5 });

function makeMap(maxZoom, bounds) {
    const crs = L.extend({}, L.CRS.Simple, {
        transformation: new L.Transformation(-MAP_PX / 2 / EDGE, MAP_PX / 2,
            -MAP_PX / 2 / EDGE, MAP_PX / 2),
    });
    const map = L.map('map', {
        crs,
        maxZoom,
        maxBounds: L.latLngBounds(bounds).pad(0.5),
        zoomControl: false,
        zoomSnap: ZOOM_STEP,
        wheelPxPerZoomLevel: 90,
        fadeAnimation: !prefersStill(),
    });
    map.attributionControl.setPrefix('<a href="https://leafletjs.com">Leaflet</a>');
    return map;
}

/* Leaflet drops what is asked for while a zoom is under way. Here the last of it follows that zoom. A zoom
 * begins with the next frame, if at all: then it tells so with "zoomanim". On a busy machine it may have
 * ended, and the next may wait for its own frame, before what began it looks whether it did. */
export function makeQueue(map) {
    let current = null; /* {action, zoom, isZooming}: the zoom of a step or of the zoom under way, else null */
    let next = null;

    function begin(each) {
        current = each;
        each.action();
        requestAnimationFrame(() => requestAnimationFrame(() => current === each && !each.isZooming && end()));
    }
    function end() {
        const following = next;
        [current, next] = [null, null];
        if (following) {
            begin(following);
        }
    }
    function whenStill(action, zoom = null) {
        const each = { action, zoom, isZooming: false };
        if (current === null) {
            begin(each);
        } else {
            next = each;
        }
    }
    function step(isUp) {
        const level = nextLevel(next?.zoom ?? current?.zoom ?? map.getZoom(), isUp);
        const zoom = Math.min(Math.max(level, map.getMinZoom()), map.getMaxZoom());
        whenStill(() => map.setZoom(zoom), zoom);
    }
    map.on('zoomanim', ({ zoom }) => { current = Object.assign(current || {}, { zoom, isZooming: true }); });
    /* A move that a step breaks off ends, too, before its zoom begins. */
    map.on('moveend', () => current && (current.isZooming || (current.zoom ?? map.getZoom()) === map.getZoom()) && end());
    return { whenStill, step };
}

/* Pixels of the deepest pictures stay squares when they are enlarged. At zooms between levels pictures overlap. */
function suitZoom(map, deepest) {
    const isWanted = document.body.classList.contains('pixels');
    const { classList } = map.getContainer();
    classList.toggle('pixelated', isWanted && map.getZoom() > deepest);
    classList.toggle('between-levels', !Number.isInteger(map.getZoom()));
}

/* `data` is the page's map; or a world, which has its corners, may be larger than a map, and is shown with `above` px
 * free above it. */
export function makeView(data, deepest) {
    const map = makeMap(deepest + ZOOMS_BEYOND, data.corners || tileCorners(0, 0, GRID, GRID));
    const whole = L.latLngBounds(data.corners || tileCorners(...data.shown || data.bounds));
    const { whenStill, step } = makeQueue(map);
    const fitMargins = () => {
        const { topLeft: [left, top], bottomRight } = margins();
        return { topLeft: [left, top + (data.above || 0)], bottomRight };
    };
    const showPart = (part) => whenStill(() => {
        const { topLeft, bottomRight } = fitMargins();
        map.fitBounds(part, { paddingTopLeft: topLeft, paddingBottomRight: bottomRight,
            maxZoom: deepest + ENLARGED });
    });
    const showWhole = () => showPart(whole);
    const suitWindow = () => {
        const { topLeft, bottomRight } = margins();
        const part = isSmall() && window.innerHeight > LOW_PX ? SHEET_PART : 1;
        const fit = fitMargins();
        const fitting = map.getBoundsZoom(whole, false, L.point(fit.topLeft).add(fit.bottomRight));
        map.setMinZoom(Math.max(data.corners ? FARTHEST : 0, Math.min(fitting, deepest + ENLARGED) - ZOOMS_OUT));
        Object.assign(L.Popup.prototype.options, { autoPanPaddingTopLeft: topLeft,
            autoPanPaddingBottomRight: bottomRight,
            maxHeight: Math.max(LOWEST_CARD_PX, (window.innerHeight - topLeft[1] - bottomRight[1]) * part - CARD_EDGES_PX),
            maxWidth: isSmall() ? window.innerWidth : Math.min(CARD_PX, window.innerWidth - topLeft[0] - bottomRight[0] - CARD_EDGES_PX) });
    };
    suitWindow();
    map.on('resize', suitWindow);
    map.on('zoomend', () => suitZoom(map, deepest));
    return {
        map,
        showWhole,
        showPart,
        whenStill,
        closer: () => step(true),
        farther: () => step(false),
        keepPixels: () => suitZoom(map, deepest),
    };
}

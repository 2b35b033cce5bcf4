/*
 * adtmap: the pictures of a layer, and which there are, so that none is asked for in vain. Below
 * the pictures lies a layer that shows where some are on their way.
 */
import { GRID } from './places.js';
import { makeSource } from './pmtiles.js';
import { say } from './speak.js';

export const GRID_ZOOM = 6;
export const EDGE_PX = 256;
export const BROKEN = `data:image/svg+xml,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" fill="#3a1f1f">' +
    '<path d="M0 0h256v256H0z"/><path stroke="#e0483e" stroke-width="4" ' +
    'd="m104 104 48 48m0-48-48 48"/></svg>')}`;

/* For each zoom up to that of the grid, the pictures "x/y" in which a tile lies. */
export function levelsOf(hasTile) {
    const levels = Array.from({ length: GRID_ZOOM + 1 }, () => new Set());
    for (let y = 0; y < GRID; y++) {
        for (let x = 0; x < GRID; x++) {
            for (let zoom = 0; zoom <= GRID_ZOOM && hasTile(x, y); zoom++) {
                levels[zoom].add(`${x >> (GRID_ZOOM - zoom)}/${y >> (GRID_ZOOM - zoom)}`);
            }
        }
    }
    return levels;
}

/*
 * A function of zoom, x and y. Some pictures "z/x/y" have nothing to show: those of `missing`, and
 * those of `empty` with all that lie below them.
 */
export function pictureSet(levels, missing, empty) {
    const absent = new Set(missing);
    const emptied = new Set(empty);
    const isEmptied = (zoom, x, y) => emptied.size > 0 && Array.from({ length: zoom + 1 },
        (_, up) => `${zoom - up}/${x >> up}/${y >> up}`).some((name) => emptied.has(name));
    return (zoom, x, y) => {
        const below = Math.max(0, zoom - GRID_ZOOM);
        return levels[zoom - below].has(`${x >> below}/${y >> below}`) &&
            !absent.has(`${zoom}/${x}/${y}`) && !isEmptied(zoom, x, y);
    };
}

/* The tiles of picture x/y of a zoom, as squares [left, top, edge] in parts of its edge. */
export function squaresIn(zoom, x, y, hasTile) {
    const span = 2 ** Math.max(0, GRID_ZOOM - zoom);
    const below = Math.max(0, zoom - GRID_ZOOM);
    const squares = [];
    for (let i = 0; i < span * span; i++) {
        const [column, row] = [i % span, Math.floor(i / span)];
        if (hasTile((x >> below) * span + column, (y >> below) * span + row)) {
            squares.push([column / span, row / span, 1 / span]);
        }
    }
    return squares;
}

/* The part of a picture of `edgePx` that has these squares, for CSS; '' for all of it. It goes a
 * pixel beyond the edges, or a seam would show where two pictures meet between pixels. */
export function clipOf(squares, edgePx) {
    if (squares.length === Math.round(squares.length && 1 / squares[0][2] ** 2)) {
        return '';
    }
    const rows = [];
    squares.forEach(([left, top, edge]) => {
        const last = rows[rows.length - 1];
        if (last && last.top === top && last.right === left) {
            last.right += edge;
        } else {
            rows.push({ left, top, right: left + edge, bottom: top + edge });
        }
    });
    const px = (part) => part * edgePx - (part === 0) + (part === 1);
    return `path("${rows.map(({ left, top, right, bottom }) =>
        `M${px(left)} ${px(top)}H${px(right)}V${px(bottom)}H${px(left)}Z`).join('')}")`;
}

function makeUnderlay(hasTile, zoomOffset, options) {
    const color = getComputedStyle(document.documentElement).getPropertyValue('--awaited');
    const Underlay = L.GridLayer.extend({
        createTile(coords) {
            const canvas = document.createElement('canvas');
            const context = canvas.getContext('2d');
            canvas.width = canvas.height = options.tileSize;
            context.fillStyle = color;
            squaresIn(coords.z + zoomOffset, coords.x, coords.y, hasTile)
                .forEach((square) => context.fillRect(...[square[0], square[1], square[2],
                    square[2]].map((part) => part * options.tileSize)));
            return canvas;
        },
    });
    return new Underlay({ ...options, zIndex: 0 });
}

const isPicture = (address) => new Promise((tell) => {
    const probe = new Image();
    probe.onload = () => tell(true);
    probe.onerror = () => tell(false);
    probe.src = address;
});

/* A picture from such a source (pmtiles.js). */
function createFromSource(source, file, place, done) {
    const photo = document.createElement('img');
    photo.alt = '';
    photo.onload = () => {
        URL.revokeObjectURL(photo.src);
        done(null, photo);
    };
    photo.onerror = () => { /* the red cross loads in its place */
        photo.onerror = null;
        done(new Error(file), photo);
        photo.src = BROKEN;
    };
    source(file, ...place).then((address) => { photo.src = address; }, photo.onerror);
    return photo;
}

/* Where the pictures of a layer come from that may be in an archive (pmtiles.js); undefined: from files. `base` is
 * the address of the map's folder. */
export const sourceOf = (layer, base) => layer.archive && makeSource(`${base}${encodeURIComponent(layer.archive)}`, isPicture, () =>
    say(`The pictures are in ${layer.archive}, which ${location.protocol === 'file:' ? 'a page from disk cannot read'
        : 'does not come in parts'}: a web server that answers range requests has to serve it`, true));

/* JPEG has no transparency: what lies outside `hasTile` is cut off. */
function makePhotos(layer, has, hasTile, zoomOffset, options) {
    const source = sourceOf(layer, options.base || '');
    const Photos = L.TileLayer.extend({
        createTile(coords, done) {
            const zoom = coords.z + zoomOffset;
            if (has(zoom, coords.x, coords.y)) {
                const photo = source ? createFromSource(source, this.getTileUrl(coords), [zoom, coords.x, coords.y], done)
                    : L.TileLayer.prototype.createTile.call(this, coords, done);
                photo.style.setProperty('--overlap', `${options.tileSize + 1}px`); /* its size between levels */
                if (layer.format === 'jpg') {
                    photo.style.clipPath = clipOf(squaresIn(zoom, coords.x, coords.y, hasTile),
                        options.tileSize);
                }
                return photo;
            }
            setTimeout(done, 0, null);
            return document.createElement('div');
        },
    });
    return new Photos(`${options.base || ''}web/${layer.id}/{z}/{x}/{y}.${layer.format}`, {
        ...options, zoomOffset, errorTileUrl: BROKEN, alt: '', zIndex: 1,
    });
}

/* On screens with small pixels the next deeper level is shown at half its size. `frame` has maxZoom
 * and bounds; pane and base, the address of the map's folder, for another map's pictures; isOpen, for pictures through
 * which what lies below is seen. */
function drawingOf(layer, hasTile, frame) {
    const finer = window.devicePixelRatio > 1.25 && layer.maxZoom > 0 ? 1 : 0;
    const has = pictureSet(levelsOf(hasTile), layer.missing, layer.empty);
    const options = {
        tileSize: EDGE_PX >> finer,
        maxNativeZoom: layer.maxZoom - finer,
        noWrap: true,
        keepBuffer: 3,
        ...frame,
    };
    return { finer, has, options };
}

export function makePictures(layer, hasTile, frame) {
    const { finer, has, options } = drawingOf(layer, hasTile, frame);
    const underlay = frame.isOpen ? [] : [makeUnderlay(hasTile, finer, options)];
    return L.layerGroup([...underlay, makePhotos(layer, has, hasTile, finer, options)]);
}

/* Pictures that lie over others. */
export function makeOverlay(layer, hasTile, frame) {
    const { finer, has, options } = drawingOf(layer, hasTile, frame);
    return makePhotos(layer, has, hasTile, finer, { ...options, keepBuffer: 1 }).setZIndex(2);
}

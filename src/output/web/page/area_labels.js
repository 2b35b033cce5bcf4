/* adtmap: names of areas on the map: zones far away, subzones nearer, none over another, a pin or a tool. */
import { isInside, placeOf } from './area_shapes.js';
import { create } from './dom.js';
import { findObstacles, overlaps } from './obstacles.js';

const ZONE = { letterPx: 10.8, heightPx: 22, fontPx: 15, leastPx: 16 };
const SUBZONE = { letterPx: 7.7, heightPx: 18, fontPx: 12.5, leastPx: 26 };
const GAP_PX = 6;
const GRID_CHUNKS = 1024;
const EDGE_PX = 40;      /* of the window, where an area's middle may not lie */
const USUAL_PX = 110;    /* an area that reaches farther has a larger name, up to LARGEST times */
const LARGEST = 1.7;
const SHIFTS_Y = [0, 1.2, -1.2, 2.2, -2.2]; /* in heights of a label: out of the way of a pin */
const SHIFTS_X = [0, 0.5, -0.5, 0.8, -0.8]; /* in widths: onto its own area */
const SPOTS = [-0.5, -0.25, 0, 0.25, 0.5].flatMap((x) => [[x, -0.3], [x, 0.3]]); /* of a label, where another area may lie */

/* What a label takes. An area that is `leastPx` wide or more around its label is named. */
const styleOf = (area) => (area.zone ? SUBZONE : ZONE);

/*
 * Where a label of an area, in the middle `label` with {x, y, width, height}, lies on the fewest others: undefined if
 * nothing `isFree`. One whose middle would leave the area's disc, of `reachPx`, may lie on no other at all. `others` are
 * all areas that it is to keep off; `toChunk` gives the place of a pixel.
 */
function placeLabel(label, reachPx, others, toChunk, isFree) {
    const [spanX, spanY] = [(Math.max(...SHIFTS_X) + 0.5) * label.width, (Math.max(...SHIFTS_Y) + 0.5) * label.height];
    const [low, high] = [toChunk(label.x - spanX, label.y - spanY), toChunk(label.x + spanX, label.y + spanY)];
    const near = others.filter(({ box: [left, top, right, bottom] }) =>
        left <= high.x && right >= low.x && top <= high.y && bottom >= low.y);
    const isOwn = (box) => ([across, down]) => {
        const spot = toChunk(box.x + across * box.width, box.y + down * box.height);
        return !near.some((other) => isInside(other, spot));
    };
    let best = { own: -1 };
    for (const shiftX of SHIFTS_X) {
        for (const shiftY of SHIFTS_Y) {
            const box = { ...label, x: label.x + shiftX * label.width, y: label.y + shiftY * label.height };
            const isNear = shiftX === 0 && Math.abs(shiftY * label.height) <= reachPx;
            const free = isFree(box);
            if (free && SPOTS.every(isOwn(box))) {
                return box;
            }
            const own = free && isNear ? SPOTS.filter(isOwn(box)).length : -1;
            best = own > best.own ? { box, own } : best;
        }
    }
    return best.box;
}

/* Places come as whole pixels, and at zoom 2.5 a chunk has 1.41. */
export const chunkPxOf = (project) => Math.abs(project(GRID_CHUNKS, 0).x - project(0, 0).x) / GRID_CHUNKS;

/*
 * Chooses the labels of a window of `size` px, in which `project` gives the place of a chunk and
 * a chunk has `chunkPx`. Zones come first, then the larger areas. None lies on another one or on an
 * obstacle, {x, y, width, height} around its middle: it moves within its area, or is left out.
 * One that would reach beyond the window's side moves inward first, also within its area; one that
 * would lie on another area moves to where less of it, or nothing, does.
 */
export function chooseLabels(areas, project, chunkPx, size, obstacles = []) {
    const chosen = [];
    const named = areas.filter((area) => area.reach * 2 * chunkPx >= styleOf(area).leastPx);
    named.sort((a, b) => Boolean(a.zone) - Boolean(b.zone) || b.reach - a.reach);
    const isSeen = ({ x, y }) => x > EDGE_PX && y > EDGE_PX && x < size.x - EDGE_PX && y < size.y - EDGE_PX;
    const inward = (x, width) => Math.max(Math.min(x, size.x - GAP_PX - width / 2), GAP_PX + width / 2);
    const isFree = (label) => isSeen(label) && Math.abs(label.x - size.x / 2) * 2 < size.x - label.width &&
        ![...chosen, ...obstacles].some((other) => overlaps(label, other));
    named.forEach((area) => {
        const { x, y } = project(area.x, area.y);
        const { letterPx, heightPx, fontPx } = styleOf(area);
        const reachPx = area.reach * chunkPx;
        const scale = Math.min(Math.max(reachPx / USUAL_PX, 1), LARGEST);
        const width = area.name.length * letterPx * scale;
        const label = { area, x: inward(x, width), y, width, height: heightPx * scale, fontPx: fontPx * scale };
        if (!isSeen({ x, y }) || Math.abs(label.x - x) > reachPx) {
            return;
        }
        const others = areas.filter((other) => other !== area && other.zone !== area);
        const toChunk = (placeX, placeY) => ({ x: area.x + (placeX - x) / chunkPx, y: area.y + (placeY - y) / chunkPx });
        const placed = placeLabel(label, reachPx, others, toChunk, isFree);
        if (placed) {
            chosen.push(placed);
        }
    });
    return chosen;
}

/* A layer of Leaflet with the labels that `choose` gives for a map. Screen readers read the area of a place instead. */
export function makeLabels(choose) {
    const Labels = L.Layer.extend({
        getEvents() {
            return { moveend: this.update, zoomend: this.update, resize: this.update, markers: this.update, obstacles: this.update };
        },
        onAdd(map) {
            this.box = L.DomUtil.create('div', 'area-names leaflet-zoom-hide', map.getPane('overlayPane'));
            this.box.setAttribute('aria-hidden', 'true');
            this.update();
            this.watch = new ResizeObserver(() => this.giveWay());
            [...document.querySelectorAll('.area, .readout')].forEach((box) => this.watch.observe(box));
        },
        onRemove() {
            this.watch.disconnect();
            this.box.remove();
        },
        /* The read-out grows and shrinks with every place that it tells: names stay unless it came over one. */
        giveWay() {
            const boxes = findObstacles(this._map);
            if (this.labels.some((label) => boxes.some((box) => overlaps(label, box)))) {
                this.update();
            }
        },
        /* There are others to choose from. */
        refresh() {
            if (this._map) {
                this.update();
            }
        },
        update() {
            const map = this._map;
            this.labels = choose(map);
            this.box.replaceChildren(...this.labels.map((label) => {
                const className = label.area.zone ? 'area-name' : 'area-name zone';
                const name = create('span', { className }, label.area.name);
                name.style.fontSize = `${label.fontPx}px`;
                L.DomUtil.setPosition(name, map.containerPointToLayerPoint([label.x, label.y]));
                return name;
            }));
        },
    });
    return new Labels();
}

export const makeAreaLabels = (areas) => makeLabels((map) => {
    const project = (x, y) => map.latLngToContainerPoint(placeOf(x, y));
    return chooseLabels(areas, project, chunkPxOf(project), map.getSize(), findObstacles(map));
});

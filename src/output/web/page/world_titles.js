/* adtmap: titles of a world's maps, from far away. None lies under a tool or a pin, or beyond the window. */
import { create } from './dom.js';
import { cornersOfFrame } from './frames.js';
import { aboveIt, belowIt, findObstacles, overlaps } from './obstacles.js';

const LETTER_PX = 12.5;
const HEIGHT_PX = 28;
const EDGE_PX = 6;      /* of the window */
const HIGHEST = 3;      /* heights of a title that its middle may lie above its map */
const NEAR_ZOOMS = 1.5; /* closer than the whole world no titles are shown */

/* What a view of the whole world leaves free above it. */
export const TITLE_PX = HEIGHT_PX + EDGE_PX;

const between = (value, low, high) => Math.min(Math.max(value, low), high);

/*
 * The middles {title, x, y} of titles in a window of `size` px, for maps {title, left, right, top, bottom} in it: over
 * the part of a map that is seen, above the map and above a pin in its way, else as high as there is room in the upper
 * half of that part. Without room there it is left out.
 */
export function placeTitles(maps, size, obstacles) {
    const taken = [...obstacles];
    return maps.flatMap(({ title, left, right, top, bottom }) => {
        const [from, to] = [Math.max(left, 0), Math.min(right, size.x)];
        const lowest = (Math.max(top, 0) + Math.min(bottom, size.y)) / 2;
        const box = { width: title.length * LETTER_PX, height: HEIGHT_PX };
        const margin = EDGE_PX + box.width / 2;
        if (to <= from || bottom <= 0 || top >= size.y || size.x < 2 * margin) {
            return [];
        }
        box.x = between((from + to) / 2, margin, size.x - margin);
        const highest = Math.max(EDGE_PX + HEIGHT_PX / 2, top - HIGHEST * HEIGHT_PX);
        const begin = Math.max(top - HEIGHT_PX / 2, EDGE_PX + HEIGHT_PX / 2);
        const free = [aboveIt, belowIt].map((pass) => {
            let y = begin;
            const inWay = () => taken.find((each) => overlaps({ ...box, y }, each));
            for (let other = inWay(); other && y >= highest && y <= lowest; other = inWay()) {
                y = pass(box, other);
            }
            return y;
        }).find((y) => y >= highest && y <= lowest);
        if (free === undefined) {
            return [];
        }
        taken.push({ ...box, y: free });
        return [{ title, x: box.x, y: free }];
    });
}

/* A layer of Leaflet. Parts of maps have no title. Screen readers read the map of a place instead. */
export function makeWorldTitles(frames, fittingZoom) {
    const named = frames.filter(({ isPart }) => !isPart);
    const Titles = L.Layer.extend({
        getEvents() {
            return { moveend: this.update, zoomend: this.update, resize: this.update, markers: this.update, obstacles: this.update };
        },
        onAdd(map) {
            this.box = L.DomUtil.create('div', 'leaflet-zoom-hide', map.getPane('overlayPane'));
            this.box.setAttribute('aria-hidden', 'true');
            this.update();
        },
        onRemove() {
            this.box.remove();
        },
        update() {
            const map = this._map;
            const boxOf = (frame) => {
                const [from, to] = cornersOfFrame(frame).map((corner) => map.latLngToContainerPoint(corner));
                return { title: frame.title, left: from.x, right: to.x, top: from.y, bottom: to.y };
            };
            const isFar = map.getZoom() < fittingZoom() + NEAR_ZOOMS;
            const titles = isFar ? placeTitles(named.map(boxOf), map.getSize(), findObstacles(map)) : [];
            this.box.replaceChildren(...titles.map(({ title, x, y }) => {
                const text = create('span', { className: 'world-title' }, title);
                L.DomUtil.setPosition(text, map.containerPointToLayerPoint([x, y]));
                return text;
            }));
        },
    });
    return new Titles();
}

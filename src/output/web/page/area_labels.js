/* adtmap: names of areas on the map: zones far away, subzones nearer, none over another. */
import { placeOf } from './area_shapes.js';
import { create } from './dom.js';

const ZONE = { letterPx: 9.5, heightPx: 22, leastPx: 16 };
const SUBZONE = { letterPx: 7.2, heightPx: 18, leastPx: 26 };
const GAP_PX = 6;
const EDGE_PX = 40; /* of the window, where a label's middle may not lie */

/* What a label takes. An area that is `leastPx` wide or more around its label is named. */
const styleOf = (area) => (area.zone ? SUBZONE : ZONE);

const overlaps = (a, b) => Math.abs(a.x - b.x) * 2 < a.width + b.width + GAP_PX &&
    Math.abs(a.y - b.y) * 2 < a.height + b.height + GAP_PX;

/*
 * Chooses the labels of a window of `size` px, in which `project` gives the place of a chunk and
 * a chunk has `chunkPx`. Zones come first, then the larger areas.
 */
export function chooseLabels(areas, project, chunkPx, size) {
    const chosen = [];
    const named = areas.filter((area) => area.reach * 2 * chunkPx >= styleOf(area).leastPx);
    named.sort((a, b) => Boolean(a.zone) - Boolean(b.zone) || b.reach - a.reach);
    named.forEach((area) => {
        const { x, y } = project(area.x, area.y);
        const { letterPx, heightPx } = styleOf(area);
        const label = { area, x, y, width: area.name.length * letterPx, height: heightPx };
        const isInWindow = x > EDGE_PX && y > EDGE_PX && x < size.x - EDGE_PX && y < size.y - EDGE_PX;
        if (isInWindow && !chosen.some((other) => overlaps(label, other))) {
            chosen.push(label);
        }
    });
    return chosen;
}

/* A layer of Leaflet. Who cannot see it is told the area of a place instead. */
export function makeAreaLabels(areas) {
    const Labels = L.Layer.extend({
        getEvents() {
            return { moveend: this.update, zoomend: this.update, resize: this.update };
        },
        onAdd(map) {
            this.box = L.DomUtil.create('div', 'area-names leaflet-zoom-hide', map.getPane('overlayPane'));
            this.box.setAttribute('aria-hidden', 'true');
            this.update();
        },
        onRemove() {
            this.box.remove();
        },
        update() {
            const map = this._map;
            const project = (x, y) => map.latLngToContainerPoint(placeOf(x, y));
            const chunkPx = Math.abs(project(1, 0).x - project(0, 0).x);
            this.box.replaceChildren(...chooseLabels(areas, project, chunkPx, map.getSize()).map((label) => {
                const className = label.area.zone ? 'area-name' : 'area-name zone';
                const name = create('span', { className }, label.area.name);
                L.DomUtil.setPosition(name, map.containerPointToLayerPoint([label.x, label.y]));
                return name;
            }));
        },
    });
    return new Labels();
}

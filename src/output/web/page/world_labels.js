/* adtmap: names of areas on the maps of a world, from near; titles of maps go before them. */
import { chooseLabels, chunkPxOf, makeLabels } from './area_labels.js';
import { placeOf } from './area_shapes.js';
import { toWorld } from './frames.js';
import { findObstacles } from './obstacles.js';
import { tileAt } from './places.js';

/* The areas of a map that lie on a frame of it. */
const areasOn = ({ hasTile }, areas) => areas.filter(({ reach, x, y }) => {
    const tile = tileAt(placeOf(x, y));
    return reach > 0 && hasTile(tile.x, tile.y);
});

/* The labels of all frames in a window, {area, x, y, fontPx}: those of later frames make room. `areas` are by map. */
export function chooseInFrames(frames, areas, pixelOf, size, obstacles) {
    const chosen = [];
    frames.forEach((frame) => {
        const project = (x, y) => pixelOf(toWorld(frame, placeOf(x, y)));
        chosen.push(...chooseLabels(areasOn(frame, areas[frame.map] || []), project, chunkPxOf(project), size, [...obstacles, ...chosen]));
    });
    return chosen;
}

const NEAR_ZOOMS = 0.5; /* farther than so much closer than the whole world no areas are named */

/* A layer of Leaflet; `fittingZoom` gives the zoom that shows the whole world. */
export const makeWorldLabels = (frames, areas, fittingZoom) => makeLabels((map) => (map.getZoom() >= fittingZoom() + NEAR_ZOOMS
    ? chooseInFrames(frames, areas, (place) => map.latLngToContainerPoint(place), map.getSize(), findObstacles(map, ['.world-title'])) : []));

/* adtmap: data layers over the maps of a world, as makeOverlays takes them. */
import { makeFramePictures } from './frame_pictures.js';

/* The data layers {id, title, legend} that some frame has, each once. `data` has map.js of each map. */
export function layersOf(frames, data) {
    const all = frames.flatMap(({ map }) => data[map].layers.slice(1).filter(({ floor }) => floor === undefined));
    return all.filter(({ id }, i) => all.findIndex((other) => other.id === id) === i);
}

/* The pictures of a layer, in a pane of their own, so that its opacity is one for all. They are made when it is first shown. */
export function makeWorldLayer(map, frames, data, id) {
    const pane = map.createPane(`layer-${id}`);
    pane.style.zIndex = 250; /* over the pictures of maps */
    const withLayer = frames.map((frame) => ({ ...frame, layer: data[frame.map].layers.find((layer) => layer.id === id) })).filter(({ layer }) => layer);
    let pictures = null;
    return {
        setOpacity: (opacity) => { pane.style.opacity = opacity; },
        addTo() {
            pane.style.display = '';
            pictures ??= makeFramePictures(map, withLayer, pane);
            pictures.update();
        },
        remove() {
            pane.style.display = 'none';
        },
    };
}

/* adtmap: what a search or a link leaves on the map: a ring at a place, or an outline. */
export const FOUND_LOOK = { className: 'found', fill: false, interactive: false };

export function makeFoundMark(map) {
    const outlines = L.layerGroup().addTo(map);
    let marked = null;
    return {
        outlines,
        marked: () => marked,
        /* A ring at a place; null: nothing. */
        mark(place) {
            outlines.clearLayers();
            marked = place;
            if (place) {
                L.circleMarker(place, { ...FOUND_LOOK, radius: 9, weight: 3 }).addTo(outlines);
            }
        },
    };
}

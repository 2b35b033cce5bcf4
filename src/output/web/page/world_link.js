/* adtmap: the link to a view of a world: #map=Demo&zoom=5.25&x=123.4&y=-56.7&layer=height, a place of one of its maps, and data layers. */
const FAR = 1e6; /* yards */

/* `layer` names data layers as readLayers reads them, '' for none. */
export const writeWorldLink = (map, place, zoom, layer = '') => `#${new URLSearchParams({ map, zoom: String(Number(zoom.toFixed(2))),
    x: place.lat.toFixed(1), y: place.lng.toFixed(1), ...(layer && { layer }) })}`;

/* {map, place, zoom, layer}; null where the link does not say all of it. */
export function readWorldLink(hash) {
    const fields = new URLSearchParams(hash.slice(1));
    const [zoom, lat, lng] = ['zoom', 'x', 'y'].map((name) => (fields.get(name) ? Number(fields.get(name)) : NaN));
    const isWhole = fields.get('map') && Math.abs(zoom) < 30 && Math.abs(lat) < FAR && Math.abs(lng) < FAR;
    return isWhole ? { map: fields.get('map'), place: { lat, lng }, zoom, layer: fields.get('layer') } : null;
}

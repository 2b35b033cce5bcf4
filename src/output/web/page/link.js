/* adtmap: the link to a view: #map=Demo&zoom=5.25&x=123.4&y=-56.7&layer=area+holes&mark=120.0+-50.5 */
import { isInside, placeText } from './places.js';

/* `view` has map, zoom, place, layer: the data layers, "" for none; and mark: a place or null. */
export function writeLink(view) {
    const fields = new URLSearchParams({
        map: view.map,
        zoom: String(Number(view.zoom.toFixed(2))),
        x: view.place.lat.toFixed(1),
        y: view.place.lng.toFixed(1),
    });
    if (view.layer) {
        fields.set('layer', view.layer);
    }
    if (view.mark) {
        fields.set('mark', placeText(view.mark));
    }
    return `#${fields}`;
}

function placeOf([x, y]) {
    const place = { lat: x ? Number(x) : NaN, lng: y ? Number(y) : NaN };
    return isInside(place) ? place : null;
}

/* The same back; what the link does not say, or says wrongly, is null. */
export function readLink(hash) {
    const fields = new URLSearchParams(hash.slice(1));
    const zoom = fields.get('zoom') ? Number(fields.get('zoom')) : NaN;
    return {
        map: fields.get('map'),
        zoom: Number.isFinite(zoom) ? zoom : null,
        place: placeOf([fields.get('x'), fields.get('y')]),
        layer: fields.get('layer'),
        mark: placeOf((fields.get('mark') || '').split(' ')),
    };
}

export const pageOf = (map) => `../${encodeURIComponent(map)}/index.html`;

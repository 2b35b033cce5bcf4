/* adtmap: the link to a view: #map=Demo&zoom=5.25&x=123.4&y=-56.7&layer=area+holes */
adtmap.link = (function () {
    'use strict';

    const { isInside } = adtmap.places;

    /* `view` has map, zoom, place and layer: the data layers, "" for none. */
    function write(view) {
        const fields = new URLSearchParams({
            map: view.map,
            zoom: String(Number(view.zoom.toFixed(2))),
            x: view.place.lat.toFixed(1),
            y: view.place.lng.toFixed(1),
        });
        if (view.layer) {
            fields.set('layer', view.layer);
        }
        return `#${fields}`;
    }

    /* The same back; what the link does not say, or says wrongly, is null. */
    function read(hash) {
        const fields = new URLSearchParams(hash.slice(1));
        const number = (name) => (fields.get(name) ? Number(fields.get(name)) : NaN);
        const place = { lat: number('x'), lng: number('y') };
        return {
            map: fields.get('map'),
            zoom: Number.isFinite(number('zoom')) ? number('zoom') : null,
            place: isInside(place) ? place : null,
            layer: fields.get('layer'),
        };
    }

    const pageOf = (map) => `../${encodeURIComponent(map)}/index.html`;

    return { write, read, pageOf };
})();

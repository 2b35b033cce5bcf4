/*
 * adtmap: the link to a view:
 *     #map=Demo&zoom=5.25&x=123.4&y=-56.7&layer=area+holes:40&mark=120.0+-50.5&card=100.0+20.0&of=Old+road
 *     &zone=Elwynn+Forest&floor=2&find=Inn&nth=2&hide=Graveyards&with=trees&at=25&third=old&to=75
 * A layer has its opacity, a comparison the place of its divider, in per cent, where they are not the usual
 * ones; each group that is hidden is named. The card of a list of markers is "100.0 20.0 list".
 */
import { isInside, placeText } from './places.js';

/*
 * `view` has map, zoom, place; layer: the data layers, "" for none; mark: a place or null; hidden: names of groups;
 * card: the place of the one that is open, with `of`, the name of its marker, and `isList`, or null; found: {words,
 * turn} of the search, from 0, or null; zone: the name of the one whose map is shown, or null; floor: its number, or
 * null for all; comparison: {folder, part, third}, part of the window's width, third the same or null; or null.
 */
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
    if (view.card) {
        fields.set('card', placeText(view.card) + (view.card.isList ? ' list' : ''));
        if (view.card.of) {
            fields.set('of', view.card.of);
        }
    }
    if (view.zone) {
        fields.set('zone', view.zone);
    }
    if (Number.isInteger(view.floor)) {
        fields.set('floor', String(view.floor));
    }
    if (view.found) {
        fields.set('find', view.found.words);
        if (view.found.turn > 0) {
            fields.set('nth', String(view.found.turn + 1));
        }
    }
    (view.hidden || []).forEach((name) => fields.append('hide', name));
    if (view.comparison) {
        fields.set('with', view.comparison.folder);
        fields.set('at', String(Math.round(view.comparison.part * 100)));
        if (view.comparison.third) {
            fields.set('third', view.comparison.third.folder);
            fields.set('to', String(Math.round(view.comparison.third.part * 100)));
        }
    }
    return `#${fields}`;
}

/* Without a place that makes sense a divider is in the middle of what is right of the one before. */
function sideOf(folder, at, before) {
    const part = /^\d{1,3}$/.test(at || '') ? Math.min(Number(at) / 100, 1) : (1 + before) / 2;
    return folder ? { folder, part: Math.max(part, before) } : null;
}

function comparisonOf(fields) {
    const other = sideOf(fields.get('with'), fields.get('at'), 0);
    return other && { ...other, third: sideOf(fields.get('third'), fields.get('to'), other.part) };
}

const foundOf = (words, nth) => (words ? { words, turn: /^[1-9]\d{0,5}$/.test(nth || '') ? Number(nth) - 1 : 0 } : null);

function placeOf([x, y]) {
    const place = { lat: x ? Number(x) : NaN, lng: y ? Number(y) : NaN };
    return isInside(place) ? place : null;
}

function cardOf(text, of) {
    const [x, y, kind] = (text || '').split(' ');
    const place = placeOf([x, y]);
    return place && { ...place, ...(of && { of }), ...(kind === 'list' && { isList: true }) };
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
        card: cardOf(fields.get('card'), fields.get('of')),
        zone: fields.get('zone'),
        floor: /^\d{1,2}$/.test(fields.get('floor') || '') ? Number(fields.get('floor')) : null,
        found: foundOf(fields.get('find'), fields.get('nth')),
        hidden: fields.getAll('hide'),
        comparison: comparisonOf(fields),
    };
}

export const pageOf = (map) => `../${encodeURIComponent(map)}/index.html`;

/*
 * adtmap: cards in small windows are sheets from below. Leaflet lays a card over its place, in a pane that
 * moves with the map. Here that pane lies in the window, where the style sheet gives it its place, and the
 * map moves until what the card tells about is seen between the bar and the sheet. A ring marks a place that
 * has no marker.
 */
import { isSmall } from './small_window.js';

const RING = { className: 'found', fill: false, interactive: false, radius: 7, weight: 3 };
const EDGE_PX = 30; /* of what is seen, where a place is too near to it */

const keepWithin = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));

/* How far the map moves, [x, y], for `point` to be within left, top, right and bottom. */
export function panInto(point, [left, top, right, bottom]) {
    const x = keepWithin(point.x, left + EDGE_PX, right - EDGE_PX);
    const y = keepWithin(point.y, top + EDGE_PX, bottom - EDGE_PX);
    return [point.x - x, point.y - y];
}

export function makeCardSheet(map) {
    const pane = map.getPane('popupPane');
    const home = pane.parentElement;
    let ring = null;

    function place() {
        (isSmall() ? map.getContainer() : home).append(pane);
        L.Popup.prototype.options.autoPan = !isSmall();
    }

    function show({ popup }) {
        document.body.classList.add('has-card');
        if (isSmall()) {
            const bar = document.querySelector('.bar').getBoundingClientRect();
            const sheet = popup.getElement().getBoundingClientRect();
            map.panBy(panInto(map.latLngToContainerPoint(popup.getLatLng()), [0, bar.bottom, window.innerWidth, sheet.top]),
                { animate: false });
            if (popup.getElement().querySelector('.place-card')) {
                ring = L.circleMarker(popup.getLatLng(), RING).addTo(map);
            }
        }
    }

    function hide() {
        document.body.classList.remove('has-card');
        ring?.remove();
        ring = null;
    }

    map.on('resize', place);
    map.on('popupopen', show);
    map.on('popupclose', hide);
    place();
}

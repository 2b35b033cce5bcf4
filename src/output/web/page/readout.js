/* adtmap: the read-out: the place under the pointer, its height and area; the centre after keys and on touch screens. */
import { element } from './dom.js';
import { heightText } from './height_page.js';
import { showParent } from './parents.js';
import { tileName } from './places.js';

/* `parentAt` gives the title of the map whose tile lies at a place, "" for the map's own. */
export function makeReadout(map, areas, heights, parentAt) {
    let shown = null;
    let isPointing = false;

    const showHeight = () => {
        element('height').textContent = heightText(heights.heightAt(shown));
    };

    /* Shows a place with what is known of it. */
    function show(place) {
        shown = place;
        element('x').textContent = place.lat.toFixed(1);
        element('y').textContent = place.lng.toFixed(1);
        element('tile').textContent = tileName(place) || '\u2013';
        areas.show(place);
        showParent(parentAt(place));
        showHeight();
    }

    /* The same, and finds out its height when nothing else is shown for a while. */
    function rest(place) {
        show(place);
        heights.findAtRest(place, showHeight);
    }

    function follow() {
        map.on('mousemove', (event) => {
            isPointing = true;
            rest(event.latlng);
        });
        window.addEventListener('keydown', () => { isPointing = false; }, true);
        map.on('move', () => {
            if (!isPointing || window.matchMedia('(hover: none)').matches) {
                rest(map.getCenter());
            }
        });
    }

    return { show, rest, follow, place: () => shown };
}

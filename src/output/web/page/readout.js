/* adtmap: the read-out: the place under the pointer, its heights, liquid and area; the centre after keys and on touch screens. */
import { element } from './dom.js';
import { showParent } from './parents.js';
import { tileName } from './places.js';
import { heightText } from './value_page.js';

/* `parentAt` gives the title of the map whose tile lies at a place, "" for the map's own. */
export function makeReadout(map, areas, values, parentAt) {
    let shown = null;
    let isPointing = false;

    const showValues = () => {
        element('height').textContent = heightText(values.heightAt(shown));
        element('floor').textContent = heightText(values.floorAt(shown));
        element('liquid').textContent = values.liquidAt(shown) || '\u2013';
    };

    /* Shows a place with what is known of it. */
    function show(place) {
        shown = place;
        element('x').textContent = place.lat.toFixed(1);
        element('y').textContent = place.lng.toFixed(1);
        element('tile').textContent = tileName(place) || '\u2013';
        areas.show(place);
        showParent(parentAt(place));
        showValues();
    }

    /* The same, and finds out its values when nothing else is shown for a while. */
    function rest(place) {
        show(place);
        values.findAtRest(place, showValues);
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

/* adtmap: cards of places on the page of a map, and the clicks that open them. */
import { makePlaceCard } from './place_card.js';
import { isAt } from './places.js';

const DOUBLE_CLICK_MS = 250;

/*
 * `values`, `areas` and `readout` tell what is at a place, addressOf() gives the link to one; markers and `points` are those
 * that links may open, once loadLandmarks() has been waited for. While `measure` is on, clicks are its.
 */
export function makeMapCards({ map, values, areas, readout, markers, points, measure }, loadLandmarks, addressOf) {
    let complete = () => {};

    /* `isByKeys`: its first button gets the focus. */
    function open(place, isByKeys) {
        const popup = L.popup().setLatLng(place);
        function fill() {
            const card = makePlaceCard(place, values, areas.describe(place), addressOf);
            popup.setContent(card).openOn(map);
            if (isByKeys) {
                card.querySelector('button').focus({ preventScroll: true });
            }
        }
        const knownText = () => [values.heightAt(place), values.floorAt(place), values.liquidAt(place), areas.describe(place).name].join();
        fill();
        readout.show(place);
        let before = knownText();
        complete = () => {
            if (knownText() !== before && popup.isOpen()) {
                before = knownText();
                fill();
            }
        };
        values.find(place).then(() => {
            complete();
            readout.show(readout.place());
        });
    }

    /* Opens the marker that lies at a place of a link, or the card of that place. */
    async function openAt(place) {
        const entriesHere = () => [...markers.own, ...markers.landmarks].filter(({ mark }) => isAt(mark, place));
        const isMeant = ({ mark }) => mark.name === place.of;
        if (!entriesHere().some(isMeant)) {
            await loadLandmarks();
        }
        const entry = entriesHere().find(isMeant) || entriesHere()[0];
        if (entry) {
            markers.open(entry);
        } else if (!await points.openAt(place)) {
            open(L.latLng(place), false);
        }
    }

    /* A card waits for a second click, which zooms instead. */
    function listen() {
        let timer = 0;
        map.on('click', ({ latlng, originalEvent }) => {
            clearTimeout(timer);
            if (originalEvent.detail > 1) {
                return;
            }
            if (measure.isOn()) {
                measure.add(latlng);
            } else {
                timer = setTimeout(() => open(latlng, false), DOUBLE_CLICK_MS);
            }
        });
    }

    /* complete() tells in the card of a place what was not known when it opened. */
    return { open, openAt, listen, complete: () => complete() };
}

/* adtmap: the length of a line that clicks draw. */
const LOOK = { className: 'measured', weight: 3, dashArray: '6 6', interactive: false };

/* Yards along places, as the crow flies. */
export function lengthOf(places) {
    return places.slice(1).reduce((sum, place, i) =>
        sum + Math.hypot(place.lat - places[i].lat, place.lng - places[i].lng), 0);
}

/* {isOn, toggle, add}; `say` gets the text to show, "" to end. */
export function makeMeasure(map, say) {
    const line = L.polyline([], LOOK);
    let isOn = false;
    return {
        isOn: () => isOn,
        toggle() {
            isOn = !isOn;
            line.setLatLngs([]);
            map[isOn ? 'addLayer' : 'removeLayer'](line);
            map.getContainer().classList.toggle('measuring', isOn);
            map.doubleClickZoom[isOn ? 'disable' : 'enable']();
            say(isOn ? 'Click places to measure between them' : '');
            return isOn;
        },
        add(place) {
            line.addLatLng(place);
            const length = lengthOf(line.getLatLngs());
            say(length > 0 ? `${length.toFixed(1)} yards` : 'Click the next place');
        },
    };
}

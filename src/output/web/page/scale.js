/* adtmap: a bar of a round number of yards. */
const WIDEST_PX = 140; /* the shortest bar has two fifths, room for "10,000 yd" */

/* The largest of 1, 2 and 5 times a power of ten that is not longer. */
export function roundLength(yards) {
    const power = 10 ** Math.floor(Math.log10(yards));
    return power * [5, 2, 1].find((digit) => digit * power <= yards * (1 + 1e-9));
}

function yardsPerPixel(map) {
    const [a, b] = [[0, 0], [WIDEST_PX, 0]].map((point) => map.containerPointToLatLng(point));
    return Math.abs(a.lng - b.lng) / WIDEST_PX;
}

function update(map, bar) {
    const each = yardsPerPixel(map);
    const length = roundLength(each * WIDEST_PX);
    bar.style.width = `${length / each}px`;
    bar.textContent = `${length.toLocaleString('en')} yd`;
}

/* Keeps the element as long as it says. */
export function followScale(map, bar) {
    map.on('zoomend', () => update(map, bar));
    update(map, bar);
}

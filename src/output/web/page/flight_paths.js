/* adtmap: flights as lines, from the rows of flights.js: [from, to, [x, y, dx, dy, ...]]. */
import { create, createSwitch } from './dom.js';
import { loadScript } from './scripts.js';
import { siteData } from './site_data.js';
import { say } from './speak.js';

const GROUP = 'Flight paths';
const CASING = { className: 'flight-casing', weight: 4, interactive: false };
const LINE = { className: 'flight', weight: 2, interactive: false };
const TARGET = { className: 'flight-target', weight: 14, opacity: 0 };

/* {name, points} of each row; a point is [X, Y]. */
export const readFlights = (rows) => rows.map(([from, to, steps]) => {
    const points = [];
    for (let i = 0, x = 0, y = 0; i < steps.length; i += 2) {
        x += steps[i];
        y += steps[i + 1];
        points.push([x, y]);
    }
    return { name: `${from} \u2013 ${to}`, points };
});

/* A thin line, and a wide one that the pointer finds. */
const draw = ({ name, points }) => [L.polyline(points, CASING), L.polyline(points, LINE),
    L.polyline(points, TARGET).bindTooltip(name, { sticky: true })];

/* Puts a switch for the map's `count` flights into `list`, where there are some. They are loaded
 * when it is on for the first time; it goes off again if that fails. */
export function makeFlightPaths(map, count, list) {
    const lines = L.layerGroup();
    let loading = null;

    async function load() {
        const flights = await loadScript('flights.js', siteData, 'flights', readFlights);
        flights.flatMap(draw).forEach((line) => lines.addLayer(line));
    }

    function onSwitch(isOn) {
        map[isOn ? 'addLayer' : 'removeLayer'](lines);
        if (isOn && !loading) {
            loading = load().catch(({ message }) => {
                loading = null;
                box.checked = false;
                say(message, true);
            });
        }
    }

    const sample = create('span', { className: 'sample flight-sample' });
    const { row, box } = createSwitch(GROUP, `${GROUP} (${count})`, onSwitch, sample);
    if (count > 0) {
        list.append(row);
    }
}

/* adtmap: flights as lines, from the rows of flights.js: [from, to, [x, y, dx, dy, ...]]. */
adtmap.flightPaths = (function () {
    'use strict';

    const GROUP = 'Flight paths';
    const CASING = { className: 'flight-casing', weight: 4, interactive: false };
    const LINE = { className: 'flight', weight: 2, interactive: false };
    const TARGET = { className: 'flight-target', weight: 14, opacity: 0 };

    /* {name, points} of each row; a point is [X, Y]. */
    const read = (rows) => rows.map(([from, to, steps]) => {
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

    /* Loads flights.js. The switch goes off again if that fails. */
    function load(then, fail) {
        const script = document.createElement('script');
        script.src = 'flights.js';
        script.addEventListener('load', () => then(read(adtmap.flights)));
        script.addEventListener('error', fail);
        document.body.append(script);
    }

    /* Puts a switch for the map's `count` flights into `list`, where there are some. They are loaded
     * when it is on for the first time. */
    function make(map, count, list) {
        let layer = null;
        const onSwitch = (box) => {
            if (box.checked && !layer) {
                layer = L.layerGroup();
                load((flights) => flights.flatMap(draw).forEach((line) => layer.addLayer(line)), () => {
                    layer = null;
                    box.checked = false;
                });
            }
            if (layer) {
                map[box.checked ? 'addLayer' : 'removeLayer'](layer);
            }
        };
        if (count > 0) {
            const { row, box } = adtmap.markerPage.makeRow(GROUP, count, 'flight-sample', () => onSwitch(box));
            list.append(row);
        }
    }

    return { read, make };
})();

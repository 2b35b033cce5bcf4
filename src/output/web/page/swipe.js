/*
 * adtmap: two renderings of a map side by side, or two builds of it. The other one lies over the
 * pictures of the page, in a pane that is cut off left of the divider. Tiles that differ are outlined
 * and listed, unless all do.
 */
adtmap.swipe = (function () {
    'use strict';

    const PANE = 'other';
    const STEPS = 1000;
    const LISTED = 500;
    const OUTLINE = { color: '#ff7b54', weight: 2, fill: false, interactive: false };

    /* The part of the pane that is seen, in its own pixels: right of `part` of the window's width. */
    function clipOf(part, size, toPane) {
        const corner = toPane([size.x * part, 0]);
        const end = toPane([size.x, size.y]);
        return `rect(${corner.y}px, ${end.x}px, ${end.y}px, ${corner.x}px)`;
    }

    /* Runs a script that sets a member of adtmap; returns what it set, and puts back what was there. */
    function load(address, member) {
        const own = adtmap[member];
        const script = document.createElement('script');
        script.src = address;
        return new Promise((done, fail) => {
            script.addEventListener('load', () => {
                const other = adtmap[member];
                adtmap[member] = own;
                script.remove();
                done(other);
            });
            script.addEventListener('error', () => fail(new Error(`${address} could not be loaded`)));
            document.head.append(script);
        });
    }

    /* The map below an address: its data, which tiles it has, and what they show. */
    async function loadMap(base, data) {
        const map = data || await load(`${base}map.js`, 'map');
        const hasTile = adtmap.places.tileSet(map.tiles);
        return { map, hasTile, tiles: adtmap.changes.read(await load(`${base}tiles.js`, 'contents'), hasTile) };
    }

    /* Outlines of tiles, and buttons that lead to them. */
    function showChanges(map, parts, names, total) {
        const squares = names.map((name) => {
            const [x, y] = name.split('_').map(Number);
            return L.latLngBounds(adtmap.places.tileCorners(x, y, 1, 1));
        });
        const buttons = names.slice(0, LISTED).map((name, index) => {
            const button = document.createElement('button');
            button.textContent = name;
            button.addEventListener('click', () => map.fitBounds(squares[index], { animate: false }));
            return button;
        });
        parts.count.textContent = adtmap.changes.tell(names.length, total);
        parts.list.replaceChildren(...(names.length < total ? buttons : []));
        return L.layerGroup(names.length < total ? squares.map((square) => L.rectangle(square, OUTLINE)) : []);
    }

    /*
     * `parts` are elements: the panel with all of them; the divider, an input of 0 to 1000, and its line;
     * the choice of the other rendering, whose values are addresses of the map's folder there; the count of
     * tiles that differ, and their list. `data` is the page's map, `frame` that of pictures.make;
     * `complain` tells what went wrong.
     */
    function make(map, data, parts, frame, complain) {
        const pane = map.createPane(PANE);
        let shown = [];
        pane.style.zIndex = 250;

        function cut() {
            const part = parts.divider.value / STEPS;
            parts.line.style.left = `${100 * part}%`;
            pane.style.clip = clipOf(part, map.getSize(), (point) => map.containerPointToLayerPoint(point));
        }

        function hide() {
            shown.forEach((layer) => layer.remove());
            shown = [];
        }

        async function show() {
            const base = parts.other.value;
            const [own, other] = [await loadMap('', data), await loadMap(base)];
            hide();
            if (!parts.panel.hidden && base === parts.other.value) {
                const names = adtmap.changes.between(own.tiles, other.tiles);
                const total = new Set([...own.tiles.keys(), ...other.tiles.keys()]).size;
                shown = [adtmap.pictures.make(other.map.layers[0], other.hasTile, { ...frame, pane: PANE, base }),
                    showChanges(map, parts, names, total)];
                shown.forEach((layer) => layer.addTo(map));
                cut();
            }
        }

        const start = () => show().catch(({ message }) => complain(message));
        map.on('move zoomend resize', cut);
        parts.divider.addEventListener('input', cut);
        parts.other.addEventListener('change', start);
        return {
            /* Whether it is on now. */
            toggle() {
                parts.panel.hidden = !parts.panel.hidden;
                if (parts.panel.hidden) {
                    hide();
                } else {
                    start();
                    parts.divider.focus();
                }
                return !parts.panel.hidden;
            },
        };
    }

    return { clipOf, make };
})();

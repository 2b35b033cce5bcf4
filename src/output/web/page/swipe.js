/*
 * adtmap: two renderings of a map side by side, or two builds of it. The other one lies over the
 * pictures of the page, in a pane that is cut off left of the divider.
 */
adtmap.swipe = (function () {
    'use strict';

    const PANE = 'other';
    const STEPS = 1000;

    /* The part of the pane that is seen, in its own pixels: right of `part` of the window's width. */
    function clipOf(part, size, toPane) {
        const corner = toPane([size.x * part, 0]);
        const end = toPane([size.x, size.y]);
        return `rect(${corner.y}px, ${end.x}px, ${end.y}px, ${corner.x}px)`;
    }

    /* What the page of the other rendering shows: its script sets adtmap.map, which is this page's. */
    function load(base) {
        const own = adtmap.map;
        const script = document.createElement('script');
        script.src = `${base}map.js`;
        return new Promise((done, fail) => {
            script.addEventListener('load', () => {
                const other = adtmap.map;
                adtmap.map = own;
                script.remove();
                done(other);
            });
            script.addEventListener('error', () => fail(new Error(`${base}map.js could not be loaded`)));
            document.head.append(script);
        });
    }

    /*
     * `parts` are elements: the panel with all of them, the divider, which is an input of 0 to 1000, its
     * line, and the choice of the other rendering, whose values are addresses of the map's folder there.
     * `frame` is that of pictures.make; `complain` tells what went wrong.
     */
    function make(map, parts, frame, complain) {
        const pane = map.createPane(PANE);
        let pictures = null;
        pane.style.zIndex = 250;

        function cut() {
            const part = parts.divider.value / STEPS;
            parts.line.style.left = `${100 * part}%`;
            pane.style.clip = clipOf(part, map.getSize(), (point) => map.containerPointToLayerPoint(point));
        }

        function hide() {
            if (pictures) {
                pictures.remove();
                pictures = null;
            }
        }

        async function show() {
            const base = parts.other.value;
            const other = await load(base);
            hide();
            if (!parts.panel.hidden && base === parts.other.value) {
                pictures = adtmap.pictures.make(other.layers[0], adtmap.places.tileSet(other.tiles),
                    { ...frame, pane: PANE, base }).addTo(map);
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

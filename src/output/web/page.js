/* adtmap: the page of one map. Reads adtmap.maps (maps.js) and adtmap.map (map.js); needs Leaflet. */
(function () {
    'use strict';

    const { map: data, maps } = adtmap;
    const GRID = 64;
    const TILE_YARDS = 1600 / 3;
    const EDGE = (GRID / 2) * TILE_YARDS;
    const GRID_ZOOM = 6;
    const LAYER_NAMES = { color: 'Map', height: 'Height', normal: 'Normals', area: 'Areas' };

    const element = (id) => document.getElementById(id);
    const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

    /* Places. The game's X points north and Y west; a Leaflet "latitude" is X, a "longitude" Y. */

    const crs = L.extend({}, L.CRS.Simple, {
        transformation: new L.Transformation(-128 / EDGE, 128, -128 / EDGE, 128),
    });
    const tileAt = (place) => ({
        x: Math.floor(GRID / 2 - place.lng / TILE_YARDS),
        y: Math.floor(GRID / 2 - place.lat / TILE_YARDS),
    });
    const tileBounds = (x, y, columns, rows) => L.latLngBounds(
        [(GRID / 2 - y) * TILE_YARDS, (GRID / 2 - x) * TILE_YARDS],
        [(GRID / 2 - y - rows) * TILE_YARDS, (GRID / 2 - x - columns) * TILE_YARDS]);
    const isInside = (place) => Math.abs(place.lat) <= EDGE && Math.abs(place.lng) <= EDGE;
    const placeText = (place) => `${place.lat.toFixed(1)} ${place.lng.toFixed(1)}`;
    const twoDigits = (number) => String(number).padStart(2, '0');

    /* Which pictures there are, so that none is asked for in vain. */

    const rows = data.tiles.map((row) => BigInt(`0x${row}`));
    const hasTile = (x, y) => x >= 0 && x < GRID && y >= 0 && y < GRID &&
        ((rows[y] >> BigInt(x)) & 1n) === 1n;
    const levels = Array.from({ length: GRID_ZOOM + 1 }, () => new Set());
    for (let y = 0; y < GRID; y++) {
        for (let x = 0; x < GRID; x++) {
            for (let zoom = 0; zoom <= GRID_ZOOM && hasTile(x, y); zoom++) {
                levels[zoom].add(`${x >> (GRID_ZOOM - zoom)}/${y >> (GRID_ZOOM - zoom)}`);
            }
        }
    }
    const hasPicture = (layer, zoom, x, y) => {
        const below = Math.max(0, zoom - GRID_ZOOM);
        return levels[zoom - below].has(`${x >> below}/${y >> below}`) &&
            !layer.missingSet.has(`${zoom}/${x}/${y}`);
    };

    const Pictures = L.TileLayer.extend({
        createTile(coords, done) {
            const zoom = coords.z + this.options.zoomOffset;
            if (hasPicture(this.options.layer, zoom, coords.x, coords.y)) {
                return L.TileLayer.prototype.createTile.call(this, coords, done);
            }
            const nothing = document.createElement('div');
            setTimeout(done, 0, null, nothing);
            return nothing;
        },
    });

    /* On screens with small pixels the next deeper level is shown at half its size. */
    function makePictures(layer) {
        layer.missingSet = new Set(layer.missing);
        const finer = window.devicePixelRatio > 1.25 && layer.maxZoom > 0 ? 1 : 0;
        return new Pictures(`web/${layer.id}/{z}/{x}/{y}.${layer.format}`, {
            layer,
            tileSize: 256 >> finer,
            zoomOffset: finer,
            maxNativeZoom: layer.maxZoom - finer,
            maxZoom: map.getMaxZoom(),
            noWrap: true,
            bounds: wholeGrid,
            keepBuffer: 3,
            alt: '',
        });
    }

    /* The grid of tiles, from where their edges are 32 pixels apart. */
    const Grid = L.GridLayer.extend({
        createTile(coords) {
            const cell = L.DomUtil.create('div', 'grid-cell');
            const span = 4 * 2 ** coords.z;
            cell.style.backgroundSize = `${span}px ${span}px`;
            const inside = { x: (coords.x * 256) % span, y: (coords.y * 256) % span };
            cell.style.backgroundPosition = `${-inside.x}px ${-inside.y}px`;
            cell.classList.toggle('small', span < 128);
            if (span >= 64) {
                this.nameTiles(cell, coords, span);
            }
            return cell;
        },
        nameTiles(cell, coords, span) {
            const first = { x: Math.ceil(coords.x * 256 / span), y: Math.ceil(coords.y * 256 / span) };
            for (let y = first.y; y * span < (coords.y + 1) * 256; y++) {
                for (let x = first.x; x * span < (coords.x + 1) * 256; x++) {
                    if (!hasTile(x, y)) {
                        continue;
                    }
                    const name = L.DomUtil.create('span', 'grid-name', cell);
                    name.textContent = span >= 256 ? `${data.name}_${x}_${y}` : `${x}_${y}`;
                    name.style.left = `${x * span - coords.x * 256}px`;
                    name.style.top = `${y * span - coords.y * 256}px`;
                }
            }
        },
    });

    /* The map. */

    const wholeGrid = tileBounds(0, 0, GRID, GRID);
    const used = tileBounds(...data.bounds);
    const deepest = Math.max(GRID_ZOOM, ...data.layers.map((layer) => layer.maxZoom));
    const map = L.map('map', {
        crs,
        minZoom: 0,
        maxZoom: deepest + 3,
        maxBounds: wholeGrid.pad(0.5),
        zoomControl: false,
        wheelPxPerZoomLevel: 90,
    });
    map.attributionControl.setPrefix('<a href="https://leafletjs.com">Leaflet</a>');
    const grid = new Grid({ minZoom: 3, noWrap: true, bounds: wholeGrid, pane: 'overlayPane' });
    const pictures = new Map(data.layers.map((layer) => [layer.id, makePictures(layer)]));
    const found = L.layerGroup().addTo(map);
    let layerId = '';

    function showLayer(id) {
        const wanted = pictures.has(id) ? id : data.layers[0].id;
        if (wanted !== layerId) {
            if (layerId) {
                pictures.get(layerId).remove();
            }
            layerId = wanted;
            pictures.get(layerId).addTo(map);
            element('layers').value = layerId;
        }
    }

    const showWhole = () => map.fitBounds(used, {
        paddingTopLeft: [16, 72], paddingBottomRight: [16, 64], maxZoom: deepest,
    });

    /* The permalink: #map=Demo&zoom=5&x=123.4&y=-56.7&layer=color */

    function writeLink() {
        const centre = map.getCenter();
        const fields = new URLSearchParams({
            map: data.name,
            zoom: map.getZoom(),
            x: centre.lat.toFixed(1),
            y: centre.lng.toFixed(1),
            layer: layerId,
        });
        const hash = `#${fields}`;
        if (hash !== location.hash) {
            history.replaceState(null, '', hash);
        }
    }

    function readLink() {
        const fields = new URLSearchParams(location.hash.slice(1));
        const number = (name) => (fields.get(name) ? Number(fields.get(name)) : NaN);
        const place = { lat: number('x'), lng: number('y') };
        return {
            map: fields.get('map') || data.name,
            zoom: number('zoom'),
            layer: fields.get('layer') || '',
            place: isInside(place) ? place : null,
        };
    }

    /* False when the link leads to another page. */
    function followLink() {
        const link = readLink();
        if (link.map !== data.name && maps.some((other) => other.name === link.map)) {
            location.replace(pageOf(link.map) + location.hash);
            return false;
        }
        showLayer(link.layer || layerId);
        if (link.place && Number.isFinite(link.zoom)) {
            const zoom = clamp(Math.round(link.zoom), map.getMinZoom(), map.getMaxZoom());
            map.setView(link.place, zoom, { animate: false });
        } else {
            showWhole();
        }
        return true;
    }

    /* Other maps. The place is kept where the other map has tiles there. */

    const pageOf = (name) => `../${encodeURIComponent(name)}/index.html`;

    function goToMap(name) {
        const other = maps.find((entry) => entry.name === name);
        const [x, y, columns, count] = other.bounds;
        const tile = tileAt(map.getCenter());
        const isThere = tile.x >= x && tile.x < x + columns && tile.y >= y && tile.y < y + count;
        const fields = new URLSearchParams(isThere ? location.hash.slice(1) : '');
        fields.set('map', name);
        fields.set('layer', layerId);
        location.href = `${pageOf(name)}#${fields}`;
    }

    /* What is said and copied. */

    let toastTimer = 0;
    function say(text, isWrong) {
        const toast = element('toast');
        toast.textContent = text;
        toast.classList.toggle('wrong', Boolean(isWrong));
        toast.classList.add('shown');
        clearTimeout(toastTimer);
        toastTimer = setTimeout(() => toast.classList.remove('shown'), isWrong ? 5000 : 1800);
    }

    function copyByHand(text) {
        const field = document.createElement('textarea');
        field.value = text;
        field.className = 'hidden';
        document.body.append(field);
        field.select();
        const done = document.execCommand('copy');
        field.remove();
        return done;
    }

    function copy(text) {
        const byHand = () => say(copyByHand(text) ? `Copied ${text}` : text);
        if (navigator.clipboard && window.isSecureContext) {
            navigator.clipboard.writeText(text).then(() => say(`Copied ${text}`), byHand);
        } else {
            byHand();
        }
    }

    function showPlace(place) {
        const tile = tileAt(place);
        element('x').textContent = place.lat.toFixed(1);
        element('y').textContent = place.lng.toFixed(1);
        element('tile').textContent = isInside(place) && tile.x < GRID && tile.y < GRID
            ? `${tile.x}_${tile.y}` : '\u2013';
    }

    /* Search: `X Y`, `[MAP_]X_Y[.ext]`, the name of a marker. */

    function parsePlace(text) {
        const match = /^\s*([-+]?[\d.]+)\s*(?:[,;]\s*|\s)\s*([-+]?[\d.]+)\s*$/.exec(text);
        const place = match && { lat: Number(match[1]), lng: Number(match[2]) };
        return place && isInside(place) ? place : null;
    }

    function parseTile(text) {
        const match = /^\s*(?:(.*)_|map)?(\d{1,2})_(\d{1,2})(?:\.\w+)?\s*$/i.exec(text);
        const tile = match && { x: Number(match[2]), y: Number(match[3]) };
        const isOurs = match && (!match[1] || match[1].toLowerCase() === data.name.toLowerCase());
        return isOurs && tile.x < GRID && tile.y < GRID ? tile : null;
    }

    const shortTime = window.matchMedia('(prefers-reduced-motion: reduce)').matches
        ? { animate: false } : { duration: 0.5 };

    function goToPlace(place) {
        map.setView(place, Math.max(map.getZoom(), GRID_ZOOM), shortTime);
        L.circleMarker(place, { radius: 9, color: '#f2b84b', weight: 3, fill: false,
            interactive: false }).addTo(found);
        showPlace(L.latLng(place));
    }

    function goToTile({ x, y }) {
        const bounds = tileBounds(x, y, 1, 1);
        map.fitBounds(bounds, { ...shortTime, maxZoom: deepest });
        L.rectangle(bounds, { color: '#f2b84b', weight: 2, fill: false,
            interactive: false }).addTo(found);
        showPlace(bounds.getCenter());
        if (!hasTile(x, y)) {
            say(`${data.name} has no tile ${x}_${y}`, true);
        }
    }

    function search(text) {
        const place = parsePlace(text);
        const tile = !place && parseTile(text);
        const wanted = text.trim().toLowerCase();
        const marker = !place && !tile && (marks.find((mark) => mark.wanted === wanted) ||
            marks.find((mark) => mark.wanted.includes(wanted)));
        const isFound = Boolean(wanted && (place || tile || marker));
        element('query').setAttribute('aria-invalid', String(!isFound));
        if (!isFound) {
            say('Not found. Write X\u00a0Y in game units, or a tile such as 32_48', true);
            return;
        }
        found.clearLayers();
        if (place) {
            goToPlace(place);
        } else if (tile) {
            goToTile(tile);
        } else {
            markers.addTo(map);
            map.setView(marker.layer.getLatLng(), Math.max(map.getZoom(), GRID_ZOOM), shortTime);
            marker.layer.openPopup();
        }
    }

    /* Markers. Names come from outside and only ever become text. */

    const SIGNS = {
        pin: 'M15 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
        star: 'm15 8 2 4.6 5 .4-3.8 3.3 1.2 4.9L15 18.6l-4.4 2.6 1.2-4.9L8 13l5-.4z',
        flag: 'M10 8h1.5v1L20 11.5l-8.5 3V22H10z',
        house: 'm15 8 7 6h-2v7h-3.5v-4h-3v4H10v-7H8z',
        tower: 'M10 8h2v2h2V8h2v2h2V8h2v5l-1 1v7h-8v-7l-1-1z',
        skull: 'M15 8a6 6 0 0 1 4 10.5V21h-2v-1.5h-1V21h-2v-1.5h-1V21h-2v-2.5A6 6 0 0 1 15 8z' +
            'm-2.5 4.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z' +
            'm5 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z',
        cave: 'M7 21q1-12 8-12t8 12h-4.5q0-6-3.5-6t-3.5 6z',
        cross: 'M13.5 8h3v4h4v3h-4v7h-3v-7h-4v-3h4z',
        gem: 'm11 9h8l3 4-7 8-7-8z',
        ship: 'M14 7h1.5v1l5 5.5h-5V15H22l-2 5H10l-2-5h6z',
        info: 'M13.5 8h3v3h-3zM12 13h4.5v6H18v2h-6v-2h1.5v-4H12z',
    };

    function svg(name, attributes, parent) {
        const node = document.createElementNS('http://www.w3.org/2000/svg', name);
        Object.entries(attributes).forEach(([key, value]) => node.setAttribute(key, value));
        parent.append(node);
        return node;
    }

    function makeIcon({ icon, color }) {
        const html = document.createElement('div');
        const drawing = svg('svg', { viewBox: '0 0 30 38', 'aria-hidden': 'true' }, html);
        svg('path', { d: 'M15 1a14 14 0 0 1 14 14c0 9-14 22-14 22S1 24 1 15A14 14 0 0 1 15 1z',
            fill: color, stroke: '#fff', 'stroke-width': 1.5 }, drawing);
        if (SIGNS[icon]) {
            svg('path', { d: SIGNS[icon], fill: '#fff', 'fill-rule': 'evenodd' }, drawing);
        } else {
            L.DomUtil.create('span', 'sign', html).textContent = icon;
        }
        return L.divIcon({ className: 'marker', html, iconSize: [30, 38], iconAnchor: [15, 37],
            popupAnchor: [0, -34], tooltipAnchor: [14, -22] });
    }

    function makePopup(mark) {
        const content = document.createElement('div');
        content.append(Object.assign(document.createElement('strong'), { textContent: mark.name }));
        content.append(Object.assign(document.createElement('code'), {
            textContent: placeText(L.latLng(mark.x, mark.y)),
        }));
        return content;
    }

    function makeMark(mark) {
        const name = Object.assign(document.createElement('span'), { textContent: mark.name });
        const layer = L.marker([mark.x, mark.y], { icon: makeIcon(mark), alt: mark.name });
        layer.bindTooltip(name).bindPopup(() => makePopup(mark));
        layer.on('popupopen', () => layer.closeTooltip());
        return { layer, wanted: mark.name.trim().toLowerCase() };
    }

    const marks = data.markers.map(makeMark);
    const markers = L.layerGroup(marks.map((mark) => mark.layer));

    /* Buttons and keys. */

    function toggle(button, layer) {
        const isShown = !map.hasLayer(layer);
        map[isShown ? 'addLayer' : 'removeLayer'](layer);
        button.setAttribute('aria-pressed', String(isShown));
    }

    function fill(select, entries, chosen) {
        entries.forEach(([value, text]) => select.add(new Option(text, value, false, value === chosen)));
    }

    function updateZoomButtons() {
        const zoom = map.getZoom();
        element('zoom-in').setAttribute('aria-disabled', String(zoom >= map.getMaxZoom()));
        element('zoom-out').setAttribute('aria-disabled', String(zoom <= map.getMinZoom()));
    }

    const actions = {
        'zoom-in': () => map.zoomIn(),
        'zoom-out': () => map.zoomOut(),
        whole: showWhole,
        grid: () => toggle(element('grid'), grid),
        markers: () => toggle(element('markers'), markers),
    };
    const keys = { '/': () => element('query').focus(), 0: actions.whole, g: actions.grid,
        m: actions.markers, c: () => copy(placeText(map.getCenter())) };

    function onKey(event) {
        const isTyping = /^(input|select|textarea)$/i.test(event.target.tagName);
        document.body.classList.toggle('tabbing', event.key === 'Tab');
        if (isTyping && event.key === 'Escape') {
            map.getContainer().focus();
        }
        if (!isTyping && !event.ctrlKey && !event.altKey && !event.metaKey && keys[event.key]) {
            event.preventDefault();
            keys[event.key]();
        }
    }

    function begin() {
        fill(element('maps'), maps.map((entry) => [entry.name, entry.name]), data.name);
        fill(element('layers'), data.layers.map(({ id }) => [id, LAYER_NAMES[id] || id]), '');
        element('layers').parentElement.hidden = data.layers.length < 2;
        element('markers').hidden = marks.length === 0;
        new Set(data.markers.slice(0, 500).map((mark) => mark.name))
            .forEach((name) => element('places').append(new Option(name)));
        if (!followLink()) {
            return;
        }
        grid.addTo(map);
        markers.addTo(map);
        showPlace(map.getCenter());
        updateZoomButtons();
        writeLink();
        map.on('moveend', writeLink);
        map.on('zoomend', updateZoomButtons);
        map.on('mousemove', (event) => showPlace(event.latlng));
        map.on('move', () => window.matchMedia('(hover: none)').matches && showPlace(map.getCenter()));
        map.on('click', (event) => {
            showPlace(event.latlng);
            copy(placeText(event.latlng));
        });
        window.addEventListener('hashchange', followLink);
        window.addEventListener('pageshow', () => { element('maps').value = data.name; });
        document.addEventListener('keydown', onKey);
        Object.entries(actions).forEach(([id, act]) => element(id).addEventListener('click', act));
        element('maps').addEventListener('change', (event) => goToMap(event.target.value));
        element('layers').addEventListener('change', (event) => {
            showLayer(event.target.value);
            writeLink();
        });
        element('search').addEventListener('submit', (event) => {
            event.preventDefault();
            search(element('query').value);
        });
        map.getContainer().focus({ preventScroll: true });
    }

    begin();
    adtmap.leaflet = map;
})();

/* adtmap: the page of one map. Reads adtmap.maps (maps.js) and adtmap.map (map.js). */
adtmap.main = function () {
    'use strict';

    const { map: data, maps, places, speak, link, renderings, site } = adtmap;
    const { GRID_ZOOM } = adtmap.pictures;
    const FOUND = { color: '#f2b84b', fill: false, interactive: false };

    const element = (id) => document.getElementById(id);
    const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

    const hasTile = places.tileSet(data.tiles);
    const deepest = Math.max(GRID_ZOOM, ...data.layers.map((layer) => layer.maxZoom));
    const view = adtmap.view.make(data, hasTile, deepest);
    const { map } = view;
    const wholeGrid = L.latLngBounds(places.tileCorners(0, 0, places.GRID, places.GRID));
    const frame = { maxZoom: map.getMaxZoom(), bounds: wholeGrid };
    const [pictures, ...dataLayers] = data.layers;
    const base = adtmap.pictures.make(pictures, hasTile, frame).addTo(map);
    const overlays = adtmap.overlays.make(map, new Map(dataLayers.map((layer) =>
        [layer.id, adtmap.pictures.makeOverlay(layer, hasTile, frame)])), element('layer-list'), () => writeLink());
    const grid = adtmap.tileGrid.make(data.name, hasTile, wholeGrid);
    const markers = adtmap.markerPage.make(map, data, deepest, element('marker-list'));
    adtmap.flightPaths.make(map, data.flights, element('marker-list'));
    const areas = adtmap.areaPage.make(map);
    const hasHeights = dataLayers.some(({ id }) => id === 'height');
    const heights = adtmap.heightPage.make(hasHeights ? hasTile : () => false);
    const found = L.layerGroup().addTo(map);

    /* Links. */

    const linkTo = (place, zoom) => link.write({ map: data.name, zoom, place, layer: overlays.shown() });

    function writeLink() {
        const hash = linkTo(map.getCenter(), map.getZoom());
        if (hash !== location.hash) {
            history.replaceState(null, '', hash);
        }
    }

    /* False when the link leads to another page. */
    function followLink() {
        const wanted = link.read(location.hash);
        if (wanted.map && wanted.map !== data.name && maps.some(({ name }) => name === wanted.map)) {
            location.replace(link.pageOf(wanted.map) + location.hash);
            return false;
        }
        overlays.follow(wanted.layer);
        if (wanted.place && wanted.zoom !== null) {
            const zoom = clamp(wanted.zoom, map.getMinZoom(), map.getMaxZoom());
            map.setView(wanted.place, zoom, { animate: false });
        } else {
            view.showWhole();
        }
        return true;
    }

    /* Leads to another map, to the same place when it has tiles there. */
    function goToMap(name) {
        const other = maps.find((entry) => entry.name === name);
        const [x, y, columns, count] = other.bounds;
        const tile = places.tileAt(map.getCenter());
        const isThere = tile.x >= x && tile.x < x + columns && tile.y >= y && tile.y < y + count;
        const fields = new URLSearchParams(isThere ? location.hash.slice(1) : '');
        fields.set('map', name);
        fields.set('layer', overlays.shown());
        location.href = `${link.pageOf(name)}#${fields}`;
    }

    /* Leads to the same view in another rendering. */
    function goToRendering(folder) {
        location.href = `${renderings.pageOf(folder, data.name)}${location.hash}`;
    }

    /* Where the pointer is, or the centre. */

    let shownPlace = null;
    function showPlace(place) {
        const tile = places.tileAt(place);
        const isTile = places.isInside(place) && tile.x < places.GRID && tile.y < places.GRID;
        shownPlace = place;
        element('x').textContent = place.lat.toFixed(1);
        element('y').textContent = place.lng.toFixed(1);
        element('tile').textContent = isTile ? `${tile.x}_${tile.y}` : '\u2013';
        areas.show(place);
        showHeight();
        heights.findAtRest(place, showHeight);
    }

    function showHeight() {
        element('height').textContent = adtmap.heightPage.text(heights.heightAt(shownPlace));
    }

    function openCard(place) {
        const address = (at) => location.href.split('#')[0] + linkTo(at, map.getZoom());
        const card = () => adtmap.placeCard.make(place, heights.heightAt(place), areas.tellOf(place), address);
        const popup = L.popup().setLatLng(place).setContent(card()).openOn(map);
        showPlace(place);
        heights.find(place, () => popup.setContent(card()));
    }

    /* Measuring. Its text stays until it ends. */

    const measure = adtmap.measure.make(map, (words) => {
        element('length').textContent = words;
        element('length').hidden = !words;
    });

    function onClick(place) {
        if (measure.isOn()) {
            measure.add(place);
        } else {
            openCard(place);
        }
    }

    /* Search. */

    /* Without an animation, which the popup would disturb: it moves the view to fit. */
    function showMarker(entry) {
        map.setView(markers.placeOf(entry), Math.max(map.getZoom(), GRID_ZOOM), { animate: false });
        markers.open(entry);
        showPlace(markers.placeOf(entry));
    }

    const seek = {
        place: ({ place }) => {
            map.setView(place, Math.max(map.getZoom(), GRID_ZOOM), adtmap.view.motion());
            L.circleMarker(place, { ...FOUND, radius: 9, weight: 3 }).addTo(found);
            showPlace(L.latLng(place));
        },
        tile: ({ tile }) => {
            const bounds = L.latLngBounds(places.tileCorners(tile.x, tile.y, 1, 1));
            map.fitBounds(bounds, { ...adtmap.view.motion(), maxZoom: deepest });
            L.rectangle(bounds, { ...FOUND, weight: 2 }).addTo(found);
            showPlace(bounds.getCenter());
            if (!hasTile(tile.x, tile.y)) {
                speak.say(`${data.name} has no tile ${tile.x}_${tile.y}`, true);
            }
        },
        mark: ({ index }) => showMarker(markers.own[index]),
        landmark: ({ index }) => showMarker(markers.landmarks[index]),
    };
    seek.area = ({ index }) => {
        const bounds = areas.outline(index, found);
        map.fitBounds(bounds, { ...adtmap.view.motion(), maxZoom: deepest });
        showPlace(bounds.getCenter());
    };
    const refusals = {
        outside: 'This lies outside the map, which ends at 17066 yards and tile 63',
        none: 'Not found. Write X\u00a0Y in game units, a tile such as 32_48, an area or a marker',
    };

    const namesOf = (entries) => entries.map(({ mark }) => mark.name);

    function search(words) {
        const wanted = adtmap.search.interpret(words, data.name,
            { mark: namesOf(markers.own), area: areas.names(), landmark: namesOf(markers.landmarks) });
        element('query').setAttribute('aria-invalid', String(!seek[wanted.kind]));
        found.clearLayers();
        if (seek[wanted.kind]) {
            speak.beQuiet();
            seek[wanted.kind](wanted);
        } else {
            speak.say(refusals[wanted.kind], true);
        }
    }

    /* Buttons and keys. */

    function press(id, isPressed) {
        element(id).setAttribute('aria-pressed', String(isPressed));
    }

    function showOrHide(id, layer, isShown) {
        map[isShown ? 'addLayer' : 'removeLayer'](layer);
        press(id, isShown);
    }

    function togglePixels() {
        press('pixels', document.body.classList.toggle('pixels'));
        view.keepPixels();
    }

    /* Lists of switches, by their buttons. One is open at most. */
    const lists = { layers: element('layer-list'), markers: element('marker-list') };

    function toggleList(id) {
        const isShown = lists[id].hidden;
        Object.entries(lists).forEach(([other, list]) => {
            list.hidden = other !== id || !isShown;
            element(other).setAttribute('aria-expanded', String(!list.hidden));
            press(other, !list.hidden);
        });
        (isShown ? lists[id].querySelector('input') : element(id)).focus();
    }

    const swipe = adtmap.swipe.make(map, data, { panel: element('swipe'), divider: element('divider'),
        line: element('divider-line'), other: element('other'), count: element('change-count'), list: element('change-list') }, frame, (words) => speak.say(words, true));

    function toggleFull() {
        if (document.fullscreenElement) {
            document.exitFullscreen();
        } else {
            document.documentElement.requestFullscreen();
        }
    }

    function updateZoomButtons() {
        const zoom = map.getZoom();
        element('zoom-in').setAttribute('aria-disabled', String(zoom >= map.getMaxZoom()));
        element('zoom-out').setAttribute('aria-disabled', String(zoom <= map.getMinZoom()));
    }

    const actions = {
        'zoom-in': view.closer,
        'zoom-out': view.farther,
        whole: view.showWhole,
        grid: () => showOrHide('grid', grid, !map.hasLayer(grid)),
        markers: () => toggleList('markers'),
        names: areas.toggleLabels,
        layers: () => toggleList('layers'),
        compare: () => press('compare', swipe.toggle()),
        pixels: togglePixels,
        measure: () => press('measure', measure.toggle()),
        full: toggleFull,
        copy: () => speak.copy(places.text(shownPlace)),
    };
    const keys = { '/': () => element('query').focus(), 0: actions.whole, g: actions.grid,
        m: markers.toggle, n: actions.names, l: actions.layers, v: actions.compare, p: actions.pixels, f: actions.full, r: actions.measure, '+': actions['zoom-in'], '=': actions['zoom-in'],
        '-': actions['zoom-out'], c: () => speak.copy(places.text(map.getCenter())) };

    /* Before Leaflet, which has keys of its own. */
    function onKey(event) {
        const isTyping = /^(input|select|textarea)$/i.test(event.target.tagName);
        document.body.classList.toggle('tabbing', event.key === 'Tab');
        if (isTyping && event.key === 'Escape') {
            map.getContainer().focus();
        }
        if (!isTyping && !event.ctrlKey && !event.altKey && !event.metaKey && keys[event.key]) {
            event.preventDefault();
            event.stopPropagation();
            keys[event.key]();
        }
    }

    /* The pointer tells the place while it moves; after keys and on touch screens the centre does. */
    function followPointer() {
        let isPointing = false;
        map.on('mousemove', (event) => {
            isPointing = true;
            showPlace(event.latlng);
        });
        window.addEventListener('keydown', () => { isPointing = false; }, true);
        map.on('move', () => {
            if (!isPointing || window.matchMedia('(hover: none)').matches) {
                showPlace(map.getCenter());
            }
        });
    }

    function listen() {
        map.on('moveend', writeLink);
        map.on('zoomend zoomlevelschange', updateZoomButtons);
        map.on('click', (event) => onClick(event.latlng));
        document.addEventListener('fullscreenchange', () =>
            press('full', document.fullscreenElement !== null));
        followPointer();
        window.addEventListener('hashchange', followLink);
        window.addEventListener('pageshow', () => {
            element('maps').value = data.name;
            element('renderings').value = site ? site.rendering : '';
        });
        window.addEventListener('keydown', onKey, true);
        Object.entries(actions).forEach(([id, act]) => element(id).addEventListener('click', act));
        element('maps').addEventListener('change', (event) => goToMap(event.target.value));
        element('renderings').addEventListener('change', (event) => goToRendering(event.target.value));
        Object.entries(lists).forEach(([id, list]) => list.addEventListener('keydown', (event) => {
            if (event.key === 'Escape') {
                toggleList(id);
            }
        }));
        element('search').addEventListener('submit', (event) => {
            event.preventDefault();
            search(element('query').value);
        });
    }

    function fill(select, entries, chosen) {
        entries.forEach(([value, words]) => select.add(new Option(words, value, false, value === chosen)));
    }

    fill(element('maps'), maps.map(({ name, title }) => [name, title]), data.name);
    fill(element('renderings'), renderings.of(site, data.name), site ? site.rendering : '');
    element('renderings').parentElement.hidden = element('renderings').length < 2;
    if (site) {
        element('home').href = '../../index.html';
    }
    const others = renderings.othersOf(site, data.name);
    fill(element('other'), others.map(([folder, title]) => [renderings.baseOf(folder, data.name), title]), '');
    element('other').hidden = others.length < 2;
    element('compare').hidden = others.length === 0;
    element('layers').hidden = dataLayers.length === 0;
    const marked = [...markers.own, ...markers.landmarks];
    element('markers').hidden = marked.length === 0 && data.flights === 0;
    element('height-pair').hidden = !hasHeights;
    element('full').hidden = !document.fullscreenEnabled;
    const suggest = (names) => new Set(names).forEach((name) => element('places').append(new Option(name)));
    suggest(namesOf(marked.slice(0, 1000)));
    if (followLink()) {
        markers.start();
        adtmap.scale.follow(map, element('scale'));
        showPlace(map.getCenter());
        updateZoomButtons();
        writeLink();
        listen();
        map.getContainer().focus({ preventScroll: true });
        areas.start(base.getLayers()[1], () => {
            suggest(areas.names());
            areas.show(shownPlace);
        });
    }
    adtmap.leaflet = map;
};

/* What the page cannot do without, and may not have got. */
(function () {
    'use strict';

    const missing = [[window.L, 'page-files/leaflet.js'], [adtmap.maps, 'page-files/maps.js'],
        [adtmap.map, 'map.js']].filter(([what]) => !what).map(([, file]) => file);
    if (missing.length === 0) {
        adtmap.main();
        return;
    }
    const trouble = document.getElementById('trouble');
    trouble.append(`The map cannot be shown: ${missing.join(' and ')} could not be loaded.`);
    trouble.hidden = false;
})();

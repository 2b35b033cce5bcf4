/* adtmap: the page of one map: its parts, and what people do with them. */
import { makeAreaPage } from './area_page.js';
import { makeCardSheet } from './card_sheet.js';
import { makeComparePage } from './compare_page.js';
import { element, press } from './dom.js';
import { hideBars, isEmbedded, startEmbed } from './embed.js';
import { makeFlightPaths } from './flight_paths.js';
import { makeFloors } from './floors.js';
import { makeFoundMark } from './found_mark.js';
import { listenToKeys } from './keys.js';
import { makeLateLandmarks } from './landmarks.js';
import { makeLater } from './later.js';
import { pageOf } from './link.js';
import { makeMapCards } from './map_cards.js';
import { fillChoices } from './map_choices.js';
import { makeMarkerPage } from './marker_page.js';
import { makeMeasure } from './measure.js';
import { makeOverlays } from './overlays.js';
import { makePanels } from './panels.js';
import { makeParents } from './parents.js';
import { GRID_ZOOM, makeOverlay, makePictures } from './pictures.js';
import { GRID, placeText, tileCorners, tileSet } from './places.js';
import { makeReadout } from './readout.js';
import { followScale } from './scale.js';
import { makeSearchPage } from './search_page.js';
import { siteData } from './site_data.js';
import { copy, say } from './speak.js';
import { makeTileGrid } from './tile_grid.js';
import { makeToolSheet } from './tool_sheet.js';
import { makeTravel } from './travel.js';
import { makeValuePage } from './value_page.js';
import { makeView } from './view.js';
import { entrancesOn, withWays } from './ways.js';
import { makeZonePage } from './zone_page.js';

/* Of a map all of whose markers are part of the page. */
const NO_POINTS = { start() {}, count: 0, loadNames: async () => true, entries: () => [], openAt: async () => false,
    switches: { startHidden: [], hidden: () => [], hide() {} } };

/* `pointParts` is what points.js has, for maps that need it; else null. */
export function showMapPage(pointParts) {
    const { maps, site } = siteData;
    const asRead = siteData.map.watched && JSON.stringify(siteData.map);
    const withOwnWays = (landmarks) => withWays(landmarks, entrancesOn(site, maps, siteData.map.name));
    const data = { ...siteData.map, landmarks: withOwnWays(siteData.map.landmarks) };

    const isPart = isEmbedded();
    if (isPart) {
        hideBars();
    }

    /* The map and what lies on it. */

    const hasTile = tileSet(data.tiles);
    const deepest = Math.max(GRID_ZOOM, ...data.layers.map((layer) => layer.maxZoom));
    const view = makeView(data, deepest);
    const { map } = view;
    makeCardSheet(map);
    const wholeGrid = L.latLngBounds(tileCorners(0, 0, GRID, GRID));
    const frame = { maxZoom: map.getMaxZoom(), bounds: wholeGrid };
    const [pictures, ...others] = data.layers;
    const dataLayers = others.filter(({ floor }) => floor === undefined);
    const base = makePictures(pictures, hasTile, { ...frame, isOpen: data.open });
    const floors = makeFloors(map, others, base, (layer) => makePictures(layer, hasTile, { ...frame, isOpen: true }), () => {
        travel.keep();
    });
    map.createPane('data');
    const overlays = makeOverlays(map, dataLayers, new Map(dataLayers.map((layer) =>
        [layer.id, makeOverlay(layer, hasTile, { ...frame, pane: 'data' })])),
    element('layer-list'), () => travel.keep());
    const grid = makeTileGrid(data.name, hasTile, wholeGrid);
    const points = data.points ? pointParts.makePointPage(map, data.points, element('marker-list')) : NO_POINTS;
    const markers = makeMarkerPage(map, data, deepest, element('marker-list'));
    const loadLandmarks = makeLateLandmarks(siteData.map.landmarks, (landmarks) => {
        markers.fill(withOwnWays(landmarks));
        search.start();
    });
    const groups = {
        startHidden: [...markers.switches.startHidden, ...points.switches.startHidden],
        hidden: () => [...markers.switches.hidden(), ...points.switches.hidden()],
        hide: (names) => [markers, points].forEach(({ switches }) => switches.hide(names)),
    };
    makeFlightPaths(map, data.flights, element('marker-list'));
    const areas = makeAreaPage(map);
    const values = makeValuePage(dataLayers);

    /* What people do with it. */

    const readout = makeReadout(map, areas, values, makeParents(data.parents, maps));
    const foundMark = makeFoundMark(map);
    /* Promises whether all names are there. */
    const loadNames = async () => (await Promise.all([points.loadNames(), areas.load(), loadLandmarks()])).every(Boolean);
    /* Opens a map of the site, with words to search there, or ''. */
    function openMap(name, words) {
        if (name === data.name) {
            view.showWhole();
        } else {
            location.assign(`${pageOf(name)}${words && `#${new URLSearchParams({ find: words })}`}`);
        }
    }
    const search = makeSearchPage((makeMapSearch) => makeMapSearch(view, data,
        { hasTile, deepest, maps, markers, points, areas, readout, foundMark, loadNames },
        { field: element('query'), keep: () => travel.keep(), openMap }), foundMark, areas.areThere);
    const compare = makeComparePage({ map, data, frame, floorShown: floors.shown,
        onChange: (isOn) => {
            press('compare', isOn);
            travel.keep();
        },
        onError: (words) => say(words, true) });
    const zones = makeZonePage({ map, areas, press, say, keep: () => travel.keep(), move: view.showPart });
    const travel = makeTravel(view, data, { overlays, floors, search, markers: groups, compare, zones, openCardAt: (place) => cards.openAt(place) });
    const tools = makeToolSheet(() => {
        panels.close();
        map.closePopup();
    });
    const panels = makePanels({ layers: element('layer-list'), markers: element('marker-list'), live: element('live-list') }, () => map.fire('obstacles'));
    /* The text about its length is shown until measuring ends. */
    const measure = makeMeasure(map, (words) => {
        element('length').textContent = words;
        element('length').hidden = !words;
        press('measure', measure.isOn());
    });
    const cards = makeMapCards({ map, values, areas, readout, markers, points, measure }, loadLandmarks, travel.addressOf);

    function toggleGrid() {
        const isShown = !map.hasLayer(grid);
        map[isShown ? 'addLayer' : 'removeLayer'](grid);
        press('grid', isShown);
        if (isShown && Math.round(map.getZoom()) < grid.options.minZoom) {
            say('Zoom in to see the grid');
        }
    }

    function togglePixels() {
        press('pixels', document.body.classList.toggle('pixels'));
        view.keepPixels();
    }

    function toggleFull() {
        if (document.fullscreenElement) {
            document.exitFullscreen();
        } else {
            document.documentElement.requestFullscreen();
        }
    }

    const share = makeLater(({ makeShare }) => makeShare(data.title));
    const keys = makeLater(({ showKeys }) => showKeys);
    const actions = {
        'zoom-in': view.closer,
        'zoom-out': view.farther,
        whole: view.showWhole,
        grid: toggleGrid,
        markers: () => panels.toggle('markers'),
        live: () => panels.toggle('live'),
        names: areas.toggleLabels,
        zone: zones.toggle,
        layers: () => panels.toggle('layers'),
        compare: compare.toggle,
        pixels: togglePixels,
        measure: measure.toggle,
        full: toggleFull,
        share: () => share.use((dialog) => dialog.open()),
        help: () => keys.use((show) => show(letters)),
        copy: () => copy(placeText(readout.place())),
    };
    const letters = { 0: 'whole', g: 'grid', n: 'names', z: 'zone', l: 'layers', v: 'compare', p: 'pixels', f: 'full', r: 'measure',
        '+': 'zoom-in', '=': 'zoom-in', '-': 'zoom-out', '?': 'help' };
    const commands = {
        ...Object.fromEntries(Object.entries(letters).map(([key, id]) => [key, () =>
            element(id).hidden || actions[id]()])),
        '/': () => element('query').focus(),
        m: markers.toggle,
        ',': () => element('compare').hidden || compare.step(-1),
        '.': () => element('compare').hidden || compare.step(1),
        PageUp: () => floors.step(-1),
        PageDown: () => floors.step(1),
        c: () => copy(placeText(map.getCenter())),
    };

    /* What Escape ends: the first of these that there is. */
    function closeCard() {
        const isOpen = document.querySelector('.leaflet-popup') !== null;
        if (isOpen) {
            map.closePopup();
            map.getContainer().focus();
        }
        return isOpen;
    }

    function endMeasuring() {
        const isOn = measure.isOn();
        if (isOn) {
            measure.toggle();
        }
        return isOn;
    }

    function unmark() {
        const isMarked = search.marked() !== null || search.found() !== null;
        search.clear();
        travel.keep();
        return isMarked;
    }

    function updateZoomButtons() {
        const zoom = map.getZoom();
        element('zoom-in').setAttribute('aria-disabled', String(zoom >= map.getMaxZoom()));
        element('zoom-out').setAttribute('aria-disabled', String(zoom <= map.getMinZoom()));
    }

    function listen() {
        map.on('moveend markers popupopen popupclose', travel.keep);
        map.on('zoomend zoomlevelschange', updateZoomButtons);
        cards.listen();
        readout.follow();
        document.addEventListener('fullscreenchange', () => press('full', document.fullscreenElement !== null));
        window.addEventListener('hashchange', ({ newURL }) => travel.follow(new URL(newURL).hash));
        window.addEventListener('pageshow', () => {
            element('maps').value = data.name;
            element('renderings').value = site ? site.rendering : '';
        });
        listenToKeys(map, commands, { onEnter: () => (measure.isOn() ? measure.add(map.getCenter()) : cards.open(map.getCenter(), true)),
            endings: [tools.close, panels.close, closeCard, endMeasuring, zones.close, unmark] });
        Object.entries(actions).forEach(([id, action]) => element(id).addEventListener('click', action));
        element('maps').addEventListener('change', (event) => travel.toMap(event.target.value));
        element('renderings').addEventListener('change', (event) => travel.toRendering(event.target.value));
    }

    /* The blurred map below goes when pictures are there, or none is on its way. */
    function stopLoading(layer) {
        const stop = () => { element('loading').hidden = true; };
        layer.once('load', stop);
        if (!layer.isLoading()) {
            stop();
        }
    }

    function hideWhatIsNotThere() {
        element('layers').hidden = dataLayers.length === 0;
        element('markers').hidden = markers.count + points.count + data.flights === 0;
        element('live').hidden = !data.live;
        element('height-pair').hidden = !values.has('height');
        element('floor-pair').hidden = !values.has('surface');
        element('liquid-pair').hidden = !values.has('liquid') && !values.has('liquid-height');
        element('full').hidden = !document.fullscreenEnabled;
    }

    function start() {
        stopLoading(base.getLayers().at(-1));
        markers.start();
        points.start();
        if (data.live) {
            pointParts.makeLivePage(map, data, element('live-list')).start();
        }
        if (isPart) {
            startEmbed();
        }
        if (data.watched) {
            makeLater(({ followChanges }) => followChanges).use((follow) => follow(hasTile, asRead));
        }
        followScale(map, element('scale'));
        readout.show(map.getCenter());
        updateZoomButtons();
        travel.keep();
        listen();
        const photos = base.getLayers().at(-1);
        photos.once('load', loadLandmarks);
        areas.start(photos, () => {
            search.start();
            readout.show(readout.place());
            cards.complete();
            zones.start();
        });
    }

    fillChoices(map, data.name, maps, site);
    hideWhatIsNotThere();
    if (travel.follow()) {
        start();
    }
    siteData.leaflet = map; /* for tests */
}

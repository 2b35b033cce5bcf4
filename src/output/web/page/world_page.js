/* adtmap: the page of a world: its maps in one frame, and what people do with them. */
import { areaAt, fullName, percentAt, readAreas, zoneAt } from './area_shapes.js';
import { showBrand } from './brand.js';
import { makeCardSheet } from './card_sheet.js';
import { create, element, press } from './dom.js';
import { makeFramePictures } from './frame_pictures.js';
import { cornersOfFrame, cornersOfWorld, frameAt, frameOf, toMap, toWorld } from './frames.js';
import { showKeys } from './key_list.js';
import { listenToKeys } from './keys.js';
import { loadLateLandmarks } from './landmarks.js';
import { pageOf, writeLink } from './link.js';
import { makeMeasure } from './measure.js';
import { makeOverlays } from './overlays.js';
import { makeMarkerPage } from './marker_page.js';
import { makePanels } from './panels.js';
import { makeParents, showParent } from './parents.js';
import { makePlaceCard } from './place_card.js';
import { placeText, tileCorners, tileName, tileSet } from './places.js';
import { followScale } from './scale.js';
import { interpret, makeIndex } from './search.js';
import { makeSearchList } from './search_list.js';
import { beQuiet, copy, say } from './speak.js';
import { makeToolSheet } from './tool_sheet.js';
import { makeView, motion } from './view.js';
import { makeWorldLabels } from './world_labels.js';
import { layersOf, makeWorldLayer } from './world_layers.js';
import { readWorldLink, writeWorldLink } from './world_link.js';
import { marksOf } from './world_marks.js';
import { makeWorldNames } from './world_names.js';
import { makeWorldTitles, TITLE_PX } from './world_titles.js';

const DOUBLE_CLICK_MS = 250;
const NEAR_ZOOM = 6;
const LOOK = { className: 'found', fill: false, interactive: false };
const REFUSALS = {
    outside: 'This lies outside the map in the middle, which ends at 17066 yards and tile 63',
    none: 'Not found. Write the name of a map, an area or a marker, a zone and per cent, or X\u00a0Y on the map in the middle',
    zone: 'Per cent of which zone? None with a map of its own is in the middle: write its name before them',
    number: 'Only the client knows the number of a map: write the name of the zone',
};

/* The frames of world.js whose maps came, with what the maps' own data say. */
function readFrames(world, data) {
    return world.frames.filter(({ map }) => data[map]).map((frame) => {
        const all = tileSet(data[frame.map].tiles);
        const part = frame.tiles && tileSet(frame.tiles);
        const hasTile = part ? (x, y) => all(x, y) && part(x, y) : all;
        return { ...frame, isPart: Boolean(part), shown: part ? null : data[frame.map].shown, hasTile,
            layer: data[frame.map].layers[0], base: `../${encodeURIComponent(frame.map)}/` };
    });
}

/* `data` has map.js of the maps that came; load(map, file, member, read) promises another script of a map. */
export function showWorldPage({ world, maps, site }, data, load) {
    const frames = readFrames(world, data).filter((frame) => cornersOfFrame(frame).every(({ lat, lng }) => Number.isFinite(lat + lng)));
    if (frames.length === 0) {
        throw new Error('there are no pictures of what it shows');
    }
    const deepest = Math.max(...frames.map(({ layer, scale }) => Math.ceil(layer.maxZoom - Math.log2(scale))));
    const view = makeView({ corners: cornersOfWorld(frames), above: TITLE_PX }, deepest);
    const { map } = view;
    makeCardSheet(map);
    const pictures = makeFramePictures(map, frames);
    const markers = makeMarkerPage(map, marksOf(frames, data, site, maps), deepest, element('marker-list'));
    const fittingZoom = () => map.getBoundsZoom(L.latLngBounds(cornersOfWorld(frames)));
    const dataLayers = layersOf(frames, data);
    const overlays = makeOverlays(map, dataLayers, new Map(dataLayers.map(({ id }) => [id, makeWorldLayer(map, frames, data, id)])),
        element('layer-list'), () => keep());
    const outlines = L.layerGroup().addTo(map);
    const areas = {}; /* by map, when they are loaded */
    const labels = makeWorldLabels(frames, areas, fittingZoom);
    const parents = Object.fromEntries(Object.entries(data).map(([name, { parents: lent }]) => [name, makeParents(lent, maps)]));
    let shown = { lat: 0, lng: 0 };
    let isPointing = false;

    /* The map at a place, else the first. */
    const mapAt = (place) => frameAt(frames, place) || frames[0];

    function describe(frame, place) {
        const area = areaAt(areas[frame.map] || [], place);
        const percent = percentAt(area, place);
        return { name: area ? fullName(area) : '', percent: percent ? percent.map((part) => part.toFixed(1)).join(' ') : '' };
    }

    /* The read-out: which map that is, and the place on it. */
    function show(at) {
        shown = at;
        const frame = frameAt(frames, at);
        const place = frame && toMap(frame, at);
        const words = frame ? { x: place.lat.toFixed(1), y: place.lng.toFixed(1), tile: tileName(place), on: frame.title } : {};
        ['x', 'y', 'tile', 'on'].forEach((id) => { element(id).textContent = words[id] || '\u2013'; });
        const area = frame ? describe(frame, place) : { name: '', percent: '' };
        element('area').hidden = !area.name;
        element('area-name').textContent = area.name;
        element('percent').textContent = area.percent;
        showParent(frame ? parents[frame.map](place) : '');
    }

    /* Links. */

    function linkOf(at) {
        const frame = mapAt(at);
        return writeWorldLink(frame.map, toMap(frame, at), map.getZoom() - Math.log2(frame.scale), overlays.shown());
    }

    function keep() {
        const hash = linkOf(map.getCenter());
        if (hash !== location.hash) {
            history.replaceState(null, '', hash);
        }
    }

    function follow(hash = location.hash) {
        const wanted = readWorldLink(hash);
        const frame = wanted && (frameOf(frames, wanted.map, wanted.place) || frames.find((each) => each.map === wanted.map));
        if (frame) {
            const zoom = Math.min(Math.max(wanted.zoom + Math.log2(frame.scale), map.getMinZoom()), map.getMaxZoom());
            view.whenStill(() => map.setView(toWorld(frame, wanted.place), zoom, { animate: false }));
        } else {
            view.showWhole();
        }
        overlays.follow(wanted?.layer);
    }

    /* The same place on the page of its map. */
    function pageAt(frame, place) {
        return `${pageOf(frame.map)}${writeLink({ map: frame.map, place, zoom: Math.max(map.getZoom() - Math.log2(frame.scale), 0), mark: place })}`;
    }

    /* Cards. */

    function openCard(at, isByKeys) {
        const frame = frameAt(frames, at);
        if (!frame) {
            say('No map lies here');
            return;
        }
        const place = toMap(frame, at);
        const area = describe(frame, place);
        const absolute = (where) => new URL(pageAt(frame, where), location.href).href;
        const card = makePlaceCard(place, null, { name: [area.name, frame.title].filter(Boolean).join(' \u00b7 '), percent: area.percent }, absolute);
        card.append(create('a', { className: 'way', href: pageAt(frame, place) }, `Open ${frame.title} here`));
        L.popup().setLatLng(at).setContent(card).openOn(map);
        if (isByKeys) {
            card.querySelector('button').focus({ preventScroll: true });
        }
        show(at);
    }

    /* The search, in all maps of the site. */

    const siteNames = makeWorldNames(maps, load);
    let indexed = { entries: null, index: null };
    let last = { words: '', turn: 0 };

    /* Of the names that are there; made again when it is asked for and more have come. */
    function currentIndex() {
        const entries = siteNames.entries();
        if (indexed.entries !== entries) {
            indexed = { entries, index: makeIndex(entries) };
        }
        return indexed.index;
    }

    function goTo(corners, frame) {
        const bounds = L.latLngBounds(corners.map((corner) => toWorld(frame, corner)));
        const isPlace = bounds.getNorthEast().equals(bounds.getSouthWest());
        outlines.clearLayers();
        (isPlace ? L.circleMarker(bounds.getCenter(), { ...LOOK, radius: 9, weight: 3 }) : L.rectangle(bounds, { ...LOOK, weight: 2 })).addTo(outlines);
        view.whenStill(() => (isPlace ? map.setView(bounds.getCenter(), Math.max(map.getZoom(), NEAR_ZOOM), motion())
            : map.fitBounds(bounds, { ...motion(), maxZoom: deepest })));
        show(bounds.getCenter());
    }

    /* Where the world does not show it, the page of its map does. */
    function showEntry({ map: name, corners, names }) {
        const whole = frames.find((frame) => frame.map === name);
        const middle = corners && { lat: (corners[0].lat + corners[1].lat) / 2, lng: (corners[0].lng + corners[1].lng) / 2 };
        const frame = corners ? frameOf(frames, name, middle) : whole;
        if (frame && corners) {
            goTo(corners, frame);
        } else if (frame) {
            view.showPart(L.latLngBounds(cornersOfFrame(frame)));
        } else {
            location.href = `${pageOf(name)}${corners ? `#${new URLSearchParams({ find: names[0] })}` : ''}`;
        }
    }

    /* The page, as the search takes it. */
    function about() {
        const frame = mapAt(map.getCenter());
        const own = areas[frame.map] || [];
        function zoneHere() {
            const place = toMap(frame, map.getCenter());
            const zone = zoneAt(own.filter((area) => area.frame && area.name), areaAt(own, place), place);
            return zone && { ...zone, map: frame.map };
        }
        return { name: frame.map, shown: frames.map((each) => each.map), maps, zoneHere };
    }

    function search() {
        const words = element('query').value.trim();
        last = { words, turn: words === last.words ? last.turn + 1 : 0 };
        const found = interpret(words, about(), currentIndex(), last.turn);
        const isHere = found.map && found.kind !== 'elsewhere';
        const frame = isHere && ((found.place && frameOf(frames, found.map, found.place)) || frames.find(({ map: name }) => name === found.map));
        beQuiet();
        element('query').setAttribute('aria-invalid', String(words !== '' && found.kind in REFUSALS));
        if (found.of > 1) {
            say(`${found.nth} of ${found.of}. Search again for the next`);
        }
        if (found.kind === 'place') {
            goTo([found.place, found.place], frame);
        } else if (found.kind === 'tile') {
            goTo(tileCorners(found.tile.x, found.tile.y, 1, 1).map(([lat, lng]) => ({ lat, lng })), frame);
        } else if (found.kind === 'spot') {
            showEntry(siteNames.entries()[found.index]);
        } else if (found.kind === 'elsewhere') {
            location.href = `${pageOf(found.map)}#${new URLSearchParams({ find: found.words })}`;
        } else if (words) {
            say(REFUSALS[found.kind], true);
        }
        return found.kind in REFUSALS === false;
    }

    const list = makeSearchList(`world ${world.name}`, about, currentIndex, siteNames.load, ({ entry }) => (entry ? showEntry(entry) : search()));

    /* Tools. */

    const tools = makeToolSheet(() => {
        panels.close();
        map.closePopup();
    });
    const panels = makePanels({ markers: element('marker-list'), layers: element('layer-list') }, () => map.fire('obstacles'));
    /* The text about its length is shown until measuring ends. */
    const measure = makeMeasure(map, (words) => {
        element('length').textContent = words;
        element('length').hidden = !words;
        press('measure', measure.isOn());
    });

    function showNames(isShown) {
        map[isShown ? 'addLayer' : 'removeLayer'](labels);
        press('names', isShown);
    }

    const actions = {
        'zoom-in': view.closer,
        'zoom-out': view.farther,
        whole: view.showWhole,
        markers: () => panels.toggle('markers'),
        names: () => showNames(!map.hasLayer(labels)),
        layers: () => panels.toggle('layers'),
        measure: measure.toggle,
        full: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
        help: () => showKeys(letters),
        copy: () => copyPlace(shown),
    };
    const letters = { 0: 'whole', n: 'names', l: 'layers', r: 'measure', f: 'full', '+': 'zoom-in', '=': 'zoom-in', '-': 'zoom-out', '?': 'help' };

    function copyPlace(at) {
        const frame = frameAt(frames, at);
        if (frame) {
            copy(placeText(toMap(frame, at)));
        } else {
            say('No map lies here', true);
        }
    }

    const commands = {
        ...Object.fromEntries(Object.entries(letters).map(([key, id]) => [key, () => element(id).hidden || actions[id]()])),
        '/': () => element('query').focus(),
        m: markers.toggle,
        c: () => copyPlace(map.getCenter()),
    };

    function endMeasuring() {
        const isOn = measure.isOn();
        if (isOn) {
            measure.toggle();
        }
        return isOn;
    }

    function closeCard() {
        const isOpen = document.querySelector('.leaflet-popup') !== null;
        map.closePopup();
        return isOpen;
    }

    function listenToClicks() {
        let timer = 0;
        map.on('click', ({ latlng, originalEvent }) => {
            clearTimeout(timer);
            if (originalEvent.detail <= 1 && measure.isOn()) {
                measure.add(latlng);
            } else if (originalEvent.detail <= 1) {
                timer = setTimeout(() => openCard(latlng, false), DOUBLE_CLICK_MS);
            }
        });
    }

    function fillChoices() {
        element('maps').append(...[['', world.title], ...maps.map(({ name, title }) => [name, title])].map(([value, words]) => new Option(words, value)));
        element('renderings').append(...world.renderings.map(([folder, title]) => new Option(title, folder, false, folder === site.rendering)));
        element('renderings').parentElement.hidden = world.renderings.length < 2;
        element('markers').hidden = markers.count === 0;
        element('layers').hidden = dataLayers.length === 0;
        element('names').hidden = true; /* until there are some */
        element('full').hidden = !document.fullscreenEnabled;
        document.title = `${world.title} \u00b7 ${site.title}`;
        showBrand(site, map);
    }

    function listen() {
        map.on('moveend', keep);
        map.on('mousemove', ({ latlng }) => {
            isPointing = true;
            show(latlng);
        });
        map.on('move', () => {
            if (!isPointing || window.matchMedia('(hover: none)').matches) {
                show(map.getCenter());
            }
        });
        window.addEventListener('keydown', () => { isPointing = false; }, true);
        window.addEventListener('hashchange', ({ newURL }) => follow(new URL(newURL).hash));
        window.addEventListener('pageshow', () => { element('maps').value = ''; });
        document.addEventListener('fullscreenchange', () => press('full', document.fullscreenElement !== null));
        listenToClicks();
        listenToKeys(map, commands, { onEnter: () => (measure.isOn() ? measure.add(map.getCenter()) : openCard(map.getCenter(), true)),
            endings: [tools.close, panels.close, closeCard, endMeasuring,
            () => outlines.clearLayers()] });
        Object.entries(actions).forEach(([id, action]) => element(id).addEventListener('click', action));
        element('maps').addEventListener('change', ({ target }) => {
            const frame = frameAt(frames, map.getCenter());
            location.href = frame?.map === target.value ? pageAt(frame, toMap(frame, map.getCenter())) : pageOf(target.value);
        });
        element('renderings').addEventListener('change', ({ target }) => {
            location.href = `../../${encodeURIComponent(target.value)}/world-${world.name}/index.html${location.hash}`;
        });
        element('search').addEventListener('submit', (event) => {
            event.preventDefault();
            const isChosen = list.chooseActive();
            list.close();
            siteNames.load().then(() => !isChosen && search() && list.remember(element('query').value.trim()));
        });
    }

    function loadAreas() {
        Object.keys(data).forEach((name) => load(name, 'areas.js', 'areas', readAreas).then((read) => {
            areas[name] = read;
            if (element('names').hidden && read.some(({ reach }) => reach > 0)) {
                element('names').hidden = false;
                showNames(true);
            }
            labels.refresh();
            show(shown);
        }, () => {})); /* the names of areas are then not shown */
    }

    /* Of all maps at once; those that have come are shown. */
    async function loadLandmarks() {
        const all = { ...data };
        const lost = await loadLateLandmarks(load, data, (name, landmarks) => {
            all[name] = { ...all[name], landmarks };
            markers.fill(marksOf(frames, all, site, maps).landmarks);
        });
        if (lost.length > 0) {
            const titles = lost.map((lostName) => maps.find(({ name }) => name === lostName)?.title || lostName);
            say(`Landmarks could not be loaded: ${titles.join(', ')}`, true);
        }
    }

    fillChoices();
    pictures.whenThere(() => {
        element('loading').hidden = true;
        loadAreas();
        loadLandmarks();
    });
    follow();
    markers.start();
    makeWorldTitles(frames, fittingZoom).addTo(map);
    pictures.update();
    followScale(map, element('scale'));
    show(map.getCenter());
    listen();
    keep();
}

/* adtmap: links: to the view that is shown, from the address to a view, and to other maps. */
import { EMBED, isEmbedded } from './embed.js';
import { pageOf, readLink, writeLink } from './link.js';
import { tileAt } from './places.js';
import { baseOf, folderOf, renderingPage } from './renderings.js';
import { siteData } from './site_data.js';

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/* `data` is the page's map. */
export function makeTravel({ map, showWhole, whenStill }, data, { overlays, floors, search, markers, compare, zones, openCardAt }) {
    let card = null; /* as in a link: the one that is open */
    map.on('popupopen', ({ popup }) => {
        const { lat, lng } = popup.getLatLng();
        card = { lat, lng, of: popup.options.of, isList: popup.options.isList };
    });
    map.on('popupclose', () => { card = null; });

    const sideOf = (side) => side && { folder: folderOf(side.base), part: side.part };
    const baseSideOf = (side) => side && { base: baseOf(side.folder, data.name), part: side.part };

    function write(place, mark) {
        const compared = compare.shown();
        return writeLink({ map: data.name, zoom: map.getZoom(), place, mark, layer: overlays.shown(), floor: floors.shown(), card, found: search.found(),
            hidden: markers.hidden(), zone: zones.shown(),
            comparison: compared && { ...sideOf(compared), third: sideOf(compared.third) } });
    }

    /* The address of a view of a place, with a mark there. */
    const addressOf = (place) => location.href.split('#')[0] + write(place, place);

    function keep() {
        const hash = write(map.getCenter(), search.marked()) + (isEmbedded() ? EMBED : '');
        if (hash !== location.hash) {
            history.replaceState(null, '', hash);
        }
    }

    function show({ layer, floor, mark, place, zoom, card: cardPlace, found, hidden, comparison, zone }) {
        overlays.follow(layer);
        floors.follow(floor);
        search.mark(mark);
        search.recall(found, zoom === null);
        if (place && zoom !== null) {
            whenStill(() => map.setView(place, clamp(zoom, map.getMinZoom(), map.getMaxZoom()), { animate: false }));
        } else {
            showWhole();
        }
        markers.hide(hidden.length > 0 || zoom !== null ? hidden : markers.startHidden);
        compare.show(comparison && { ...baseSideOf(comparison), third: baseSideOf(comparison.third) });
        zones.show(zone);
        map.closePopup();
        if (cardPlace) {
            whenStill(() => openCardAt(cardPlace));
        }
    }

    /* Shows what a link says, by its hash; false when that is another page. The address is no longer that of a new
     * link if the map has moved since: `keep` has then written the view there was. */
    function follow(hash = location.hash) {
        const wanted = readLink(hash);
        const isElsewhere = wanted.map && wanted.map !== data.name &&
            siteData.maps.some(({ name }) => name === wanted.map);
        if (isElsewhere) {
            location.replace(pageOf(wanted.map) + hash);
        } else {
            show(wanted);
        }
        return !isElsewhere;
    }

    /* Leads to another map, to the same place when it has tiles there. */
    function toMap(name) {
        const [x, y, columns, rows] = siteData.maps.find((entry) => entry.name === name).bounds;
        const tile = tileAt(map.getCenter());
        const isThere = tile.x >= x && tile.x < x + columns && tile.y >= y && tile.y < y + rows;
        const fields = new URLSearchParams(isThere ? location.hash.slice(1) : '');
        ['card', 'of', 'find', 'floor', 'nth', 'zone'].forEach((field) => fields.delete(field));
        fields.set('map', name);
        fields.set('layer', overlays.shown());
        location.href = `${pageOf(name)}#${fields}`;
    }

    /* Leads to the same view in another rendering. */
    function toRendering(folder) {
        location.href = `${renderingPage(folder, data.name)}${location.hash}`;
    }

    return { addressOf, keep, follow, toMap, toRendering };
}

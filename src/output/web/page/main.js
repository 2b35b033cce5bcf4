/* adtmap: shows the page of a map, or says what it cannot do without and has not got. */
import { create, element } from './dom.js';
import { showMapPage } from './map_page.js';
import { loadScript } from './scripts.js';
import { siteData } from './site_data.js';

function showTrouble(words) {
    element('trouble').textContent = `The map cannot be shown: ${words}.`;
    element('trouble').hidden = false;
    element('loading').hidden = true;
}

/* What a style sheet says of a class, while the page has no element of it. */
function styleOf(className, property) {
    const probe = create('div', { className });
    document.body.append(probe);
    const value = getComputedStyle(probe).getPropertyValue(property);
    probe.remove();
    return value;
}

const needed = [
    ['page-files/leaflet.js', window.L],
    ['page-files/maps.js', siteData.maps],
    ['map.js', siteData.map],
    ['page-files/leaflet.css', styleOf('leaflet-tile', 'position') === 'absolute'],
    ['page-files/page.css', styleOf('panel', 'position') === 'fixed'],
];

function show(pointParts) {
    try {
        showMapPage(pointParts);
    } catch (error) {
        showTrouble(`its data are damaged (${error.message})`);
        throw error;
    }
}

function start() {
    const missing = needed.filter(([, isThere]) => !isThere).map(([file]) => file);
    if (missing.length > 0) {
        showTrouble(`${missing.join(' and ')} could not be loaded`);
    } else if (siteData.map.points || siteData.map.live) {
        loadScript('../page-files/page-points.js', siteData, 'pointParts', ({ makeLivePage, makePointPage }) => ({ makeLivePage, makePointPage }))
            .then(show, ({ message }) => showTrouble(message));
    } else {
        show(null);
    }
}

siteData.hasPage = true; /* the markup looks for it */
start();

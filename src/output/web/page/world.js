/* adtmap: shows the page of a world, or says what it cannot do without and has not got. */
import { element } from './dom.js';
import { loadMapData } from './landmarks.js';
import { loadScript } from './scripts.js';
import { siteData } from './site_data.js';
import { showWorldPage } from './world_page.js';

function showTrouble(words) {
    element('trouble').textContent = `The world cannot be shown: ${words}.`;
    element('trouble').hidden = false;
    element('loading').hidden = true;
}

const needed = [
    ['page-files/leaflet.js', window.L],
    ['page-files/maps.js', siteData.maps],
    ['page-files/site.js', siteData.site],
    ['world.js', siteData.world],
];

/* Promises what a script of a map's folder sets. */
const load = (map, file, member, read) => loadScript(`../${encodeURIComponent(map)}/${file}`, siteData, member, read);

async function start() {
    const missing = needed.filter(([, isThere]) => !isThere).map(([file]) => file);
    if (missing.length > 0) {
        showTrouble(`${missing.join(' and ')} could not be loaded`);
        return;
    }
    try {
        const maps = [...new Set(siteData.world.frames.map(({ map }) => map))];
        const data = await Promise.all(maps.map((map) => loadMapData(load, map)));
        showWorldPage(siteData, Object.fromEntries(maps.map((map, i) => [map, data[i]])), load);
    } catch (error) {
        showTrouble(error.message);
        throw error;
    }
}

siteData.hasPage = true; /* the markup looks for it */
start();

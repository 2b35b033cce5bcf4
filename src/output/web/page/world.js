/* adtmap: shows the page of a world, or says what it cannot do without and has not got. */
import { element } from './dom.js';
import { loadMap } from './landmarks.js';
import { loadScript } from './scripts.js';
import { siteData } from './site_data.js';
import { say } from './speak.js';
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
    const maps = [...new Set(siteData.world.frames.map(({ map }) => map))];
    const loaded = await Promise.allSettled(maps.map((map) => loadMap(load, map)));
    const lost = loaded.filter(({ reason }) => reason).map(({ reason }) => reason.message);
    const data = maps.map((map, i) => [map, loaded[i].value]).filter(([, value]) => value);
    try {
        if (data.length === 0) {
            throw new Error(lost.join('; '));
        }
        showWorldPage(siteData, Object.fromEntries(data), load);
    } catch (error) {
        showTrouble(error.message);
        throw error;
    }
    if (lost.length > 0) {
        say(lost.join('; '), true);
    }
}

siteData.hasPage = true; /* the markup looks for it */
start();

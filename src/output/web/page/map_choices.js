/* adtmap: the lists at the top of a map's page: the site's maps, its renderings, and those to compare with. */
import { showBrand } from './brand.js';
import { element } from './dom.js';
import { baseOf, othersOf, renderingsOf, titleOf } from './renderings.js';
import { addWays } from './ways.js';

function fill(select, entries, chosen) {
    entries.forEach(([value, words]) => select.add(new Option(words, value, false, value === chosen)));
}

/* Fills the lists of the page of the map `name`, and hides those that leave no choice; `site` is null outside of one. */
export function fillChoices(map, name, maps, site) {
    const all = renderingsOf(site, name);
    const others = othersOf(site, name);
    fill(element('maps'), maps.map((each) => [each.name, each.title]), name);
    fill(element('renderings'), all.map((each) => [each[0], titleOf(each)]), site ? site.rendering : '');
    fill(element('other'), others.map((each) => [baseOf(each[0], name), titleOf(each)]), '');
    element('renderings').parentElement.hidden = all.length < 2;
    element('other').hidden = others.length < 2;
    element('compare').hidden = others.length === 0;
    element('left-name').textContent = all.filter(([folder]) => folder === site.rendering).map(titleOf).join();
    if (site) {
        showBrand(site, map);
        addWays(element('tools'), site, maps, name, () => location.hash);
    }
}

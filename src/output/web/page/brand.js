/* adtmap: what a site says of itself, on the page of a map: its logo, colour, language and footer. */
import { create, element } from './dom.js';

/* `site` is adtmap.site (site.js). */
export function showBrand(site, map) {
    const root = document.documentElement;
    if (site.language) {
        root.lang = site.language;
    }
    if (site.accentPale) {
        root.style.setProperty('--accent-pale', site.accentPale);
        root.style.setProperty('--accent-deep', site.accentDeep);
    }
    if (site.logo) {
        element('home').classList.add('with-logo');
        element('home').replaceChildren(create('img', { src: `../../${site.logo}`, alt: '' }));
    }
    element('home').append(create('span', { className: 'site-title' }, site.title)); /* where there is room */
    element('home').setAttribute('aria-label', `${site.title}: all maps`);
    if (site.description) {
        element('home').title = `${site.title}. ${site.description}`;
    }
    if (site.footer) {
        map.attributionControl.addAttribution(create('span', {}, site.footer).outerHTML);
    }
}

import assert from 'node:assert/strict';
import test from 'node:test';
import { showBrand } from '../../../src/output/web/page/brand.js';
import { openPage } from './fake_page.mjs';

/* What a page shows of a site: the root of the page, the link to all maps, and what is said of sources. */
function shownOf(site) {
    const document = openPage();
    const [colors, attributions] = [{}, []];
    document.documentElement = { lang: 'en', style: { setProperty: (name, value) => { colors[name] = value; } } };
    const home = document.getElementById('home');
    Object.assign(home, { title: 'All maps', text: 'icon' });
    showBrand(site, { attributionControl: { addAttribution: (html) => attributions.push(html) } });
    return { lang: document.documentElement.lang, colors, attributions, title: home.title, label: home.getAttribute('aria-label'), shown: home.textContent,
        icon: home.children.find(({ src }) => src)?.src || home.text };
}

test('a site that says nothing of itself leaves the page as it is', () => {
    assert.deepEqual(shownOf({ title: 'Maps', maps: {} }),
        { lang: 'en', colors: {}, attributions: [], title: 'All maps', label: 'Maps: all maps', shown: 'iconMaps', icon: 'icon' });
});

test('logo, colours of both themes, language, description and footer of a site are shown', () => {
    const shown = shownOf({ title: 'Realm', logo: 'site-logo.png', accentPale: '#aabbcc', accentDeep: '#001122', language: 'de',
        description: 'Karten', footer: 'Von uns' });
    assert.deepEqual(shown, { lang: 'de', colors: { '--accent-pale': '#aabbcc', '--accent-deep': '#001122' },
        attributions: ['<span>Von uns</span>'], title: 'Realm. Karten', label: 'Realm: all maps', shown: 'Realm', icon: '../../site-logo.png' });
});

/* adtmap: the renderings of a map on a site that has several: adtmap.site (site.js), or null. */

/* [folder, title, date or none] of each, by date; those without one are last, as the site has them. */
export function renderingsOf(site, map) {
    const all = site && Object.hasOwn(site.maps, map) ? site.maps[map] : [];
    const dateOf = ([, , date]) => date || '\uffff';
    return [...all].sort((a, b) => (dateOf(a) < dateOf(b) ? -1 : Number(dateOf(a) > dateOf(b))));
}

export const titleOf = ([, title, date]) => (date ? `${title} \u00b7 ${date}` : title);

/* Those that the page does not show. */
export const othersOf = (site, map) => renderingsOf(site, map).filter(([folder]) => folder !== site.rendering);

export const baseOf = (folder, map) => `../../${encodeURIComponent(folder)}/${encodeURIComponent(map)}/`;
/* The folder of such an address. */
export const folderOf = (base) => decodeURIComponent(base.split('/')[2]);

export const renderingPage = (folder, map) => `${baseOf(folder, map)}index.html`;

/* adtmap: the renderings of a map on a site that has several: adtmap.site (site.js), or null. */
/* Pairs of folder and title; none on a site without renderings. */
export function renderingsOf(site, map) {
    return site && Object.hasOwn(site.maps, map) ? site.maps[map] : [];
}

/* Those that the page does not show. */
export const othersOf = (site, map) => renderingsOf(site, map).filter(([folder]) => folder !== site.rendering);

export const baseOf = (folder, map) => `../../${encodeURIComponent(folder)}/${encodeURIComponent(map)}/`;
/* The folder of such an address. */
export const folderOf = (base) => decodeURIComponent(base.split('/')[2]);

export const renderingPage = (folder, map) => `${baseOf(folder, map)}index.html`;

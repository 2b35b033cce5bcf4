/* adtmap: the renderings of a map on a site that has several: adtmap.site (site.js), or null. */
adtmap.renderings = (function () {
    'use strict';

    /* Pairs of folder and title; none on a site without renderings. */
    function of(site, map) {
        return site && Object.hasOwn(site.maps, map) ? site.maps[map] : [];
    }

    /* Those that the page does not show. */
    const othersOf = (site, map) => of(site, map).filter(([folder]) => folder !== site.rendering);

    const baseOf = (folder, map) => `../../${encodeURIComponent(folder)}/${encodeURIComponent(map)}/`;
    const pageOf = (folder, map) => `${baseOf(folder, map)}index.html`;

    return { of, othersOf, baseOf, pageOf };
})();

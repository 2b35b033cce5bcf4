/*
 * The website in an OUT folder: a page a map, the list of maps, and what pages share. Any static
 * host serves it, and it works from disk: no page asks for anything outside OUT, and data come as
 * scripts, which browsers load from disk too.
 *
 *     OUT/index.html            the list of maps
 *     OUT/page-files/           what all pages use: script, style, icon, Leaflet, list of maps
 *     OUT/MAP/index.html        the map's page
 *     OUT/MAP/map.js            its data
 *     OUT/MAP/landmarks.geojson, landmarks.js  what the client's tables mark (markers.h)
 *     OUT/MAP/flights.geojson, flights.js  flight paths (flights.h)
 *     OUT/MAP/thumbnail.jpg     the map in small, for lists (web_thumbnail.h)
 *     OUT/MAP/tilejson.json     the zoom levels for other programs (web_geo.h)
 *     OUT/MAP/MAP.pgw           world file of the stitched map, where there is one
 *     OUT/MAP/MAP.pmtiles       the zoom levels in one file (pmtiles.h), when asked for
 */
#ifndef OUTPUT_WEB_WEB_SITE_H
#define OUTPUT_WEB_WEB_SITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "codec/image_format.h"
#include "output/web/web_map.h"

/* What pages share, below OUT. */
#define WEB_SITE_SHARED_FOLDER "page-files"

/* In it: what a rendering knows of the others (web_portal.h). */
#define WEB_SITE_RENDERINGS_FILE "site.js"

/* In OUT, with the extension of its format. */
#define WEB_SITE_LOGO "site-logo"

struct web_site {
    const char *out;
    const char *leaflet; /* folder with Leaflet's script and style; NULL: the built-in one */
    bool replaces_map;   /* what is there of the map may have another size and format: it goes, or
                            the log that told of it is lost */
    const char *title;   /* of the site that the list of maps is part of; NULL: it has none */
    const char *address; /* of `out` for pages that are written again; NULL: as before */
};

/* The paths below OUT of the files that all maps share, Leaflet's among them;
 * NULL past the last. */
const char *web_site_shared_path(size_t index);

/* Whether Leaflet is where the site looks for it: ADTMAP_NOT_FOUND, ADTMAP_NO_MEMORY. */
enum adtmap_status web_site_check_leaflet(const struct web_site *site, const struct diag *diag);

/*
 * Whether map `name` of tiles of `size_px` can go on the site: nothing may stand in its place that
 * was not written here, and what was drawn before, in tiles of `earlier_px`, must have the same
 * size and format, unless it is replaced. Explains what to do otherwise: ADTMAP_BAD_ARGUMENT, or
 * ADTMAP_NOT_FOUND without Leaflet. Writes nothing.
 */
enum adtmap_status web_site_check(const struct web_site *site, const char *name, uint32_t size_px,
                                  uint32_t earlier_px, enum image_format format,
                                  const struct diag *diag);

/* Whether the page in the map's `directory` may be written: ADTMAP_BAD_ARGUMENT for a page of
 * somebody else. */
enum adtmap_status web_site_check_page(const char *directory, const struct diag *diag);

/*
 * Writes what all maps share; `cards` are in the order of the list. ADTMAP_NOT_FOUND when Leaflet
 * is missing, ADTMAP_BAD_ARGUMENT for pages of somebody else, ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status web_site_write(const struct web_site *site, const struct web_map_card *cards,
                                  size_t count, const struct diag *diag);

struct web_portal;

/* Whether OUT/index.html may be written: ADTMAP_BAD_ARGUMENT for a page of somebody else. */
enum adtmap_status web_site_check_portal(const char *out, const struct diag *diag);

/* Writes OUT/index.html of a site that has renderings (web_portal.h), and
 * OUT/RENDERING/page-files/site.js. Appends the paths of these files below OUT to `paths`, a NUL
 * behind each. ADTMAP_BAD_ARGUMENT for a page of somebody else, ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status web_site_write_portal(const char *out, const struct web_portal *portal,
                                         const struct diag *diag, struct buffer *paths);

/* Whether that would leave all files as they are. ADTMAP_NO_MEMORY. */
enum adtmap_status web_site_compare_portal(const char *out, const struct web_portal *portal,
                                           const struct diag *diag, bool *is_same);

#endif

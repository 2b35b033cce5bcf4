/* The files of web pages, made part of the library when it is built, from src/output/web/, and
 * those of the page of `adtmap compare --report`, from src/cli/diff/. */
#ifndef OUTPUT_WEB_WEB_ASSET_H
#define OUTPUT_WEB_WEB_ASSET_H

#include <stddef.h>
#include <stdint.h>

struct web_asset {
    const char *name; /* without folders */
    const uint8_t *data;
    size_t size;
};

/* The last has no name. */
extern const struct web_asset web_assets[];

/* The file of that name, or NULL. Those of Leaflet are there if the build includes it. */
const struct web_asset *web_asset_find(const char *name);

#endif

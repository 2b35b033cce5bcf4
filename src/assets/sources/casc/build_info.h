/*
 * .build.info, which lists the products that a storage holds: a line of columns "Name!TYPE:N"
 * joined by '|', then a row a product.
 */
#ifndef ASSETS_SOURCES_CASC_BUILD_INFO_H
#define ASSETS_SOURCES_CASC_BUILD_INFO_H

#include "adtmap/status.h"
#include "assets/sources/casc/casc_key.h"
#include "base/diag.h"

/* Bounds, see docs/security.md. */
enum {
    BUILD_COLUMNS_MAX = 64,
};

enum { BUILD_TEXT_BYTES = 48, BUILD_LOCALE_BYTES = 5, BUILDS_MAX = 64 };

/* One row. A column that the file lacks leaves "". */
struct casc_build {
    char product[BUILD_TEXT_BYTES];  /* "wow_classic_era" */
    char version[BUILD_TEXT_BYTES];  /* "1.15.8.65989" */
    char locale[BUILD_LOCALE_BYTES]; /* the installed one, of the tags: "enUS" */
    struct config_key config;        /* the build key */
    bool is_active;
};

struct build_info {
    struct casc_build builds[BUILDS_MAX];
    size_t count;
};

/*
 * Reads the rows. One without a build key is left out with a warning, as are rows beyond
 * BUILDS_MAX and columns beyond BUILD_COLUMNS_MAX. Fails with ADTMAP_BAD_DATA when no row is left.
 */
enum adtmap_status build_info_read(const uint8_t *data, size_t size, const struct diag *diag,
                                   struct build_info *info);

/*
 * The row of `product`; without one (NULL), the only active row, or the only row. Fails with
 * ADTMAP_BAD_ARGUMENT and lists the products when that leaves a choice, or has no such row.
 */
enum adtmap_status build_info_choose(const struct build_info *info, const char *product,
                                     const struct diag *diag, const struct casc_build **build);

/* The product that the .flavor.info of a game's folder names; false when it names none. */
bool flavor_info_read(const uint8_t *data, size_t size, char product[BUILD_TEXT_BYTES]);

#endif

/* The configuration of a build: lines "name = value value", '#' begins a comment. */
#ifndef ASSETS_SOURCES_CASC_BUILD_CONFIG_H
#define ASSETS_SOURCES_CASC_BUILD_CONFIG_H

#include "adtmap/status.h"
#include "assets/sources/casc/casc_key.h"
#include "base/diag.h"

struct build_config {
    struct content_key root;
    struct encoding_key encoding; /* of the encoding table */
    uint64_t encoding_bytes;      /* its size, unpacked; 0 when the file does not say */
};

/*
 * Fails with ADTMAP_BAD_DATA when a key is missing or damaged, ADTMAP_UNSUPPORTED for a build
 * without a root: its files are in a virtual file system (TVFS).
 */
enum adtmap_status build_config_read(const uint8_t *data, size_t size, const struct diag *diag,
                                     struct build_config *config);

#endif

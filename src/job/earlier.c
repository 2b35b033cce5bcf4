#include "job/earlier.h"

#include <stdlib.h>

#include "base/file.h"
#include "output/paths.h"

enum adtmap_status earlier_read(const char *directory, const struct diag *diag,
                                struct manifest **earlier)
{
    struct adtmap_message why = {0};
    struct blob blob = {0};
    *earlier = NULL;
    char *path = path_manifest(directory);
    if (!path) {
        return diag_fail_memory(diag);
    }
    const struct diag at_path = {path, diag->log, &why};
    enum adtmap_status status = ADTMAP_OK;
    if (file_exists(path)) {
        status = file_map(path, &at_path, &blob);
        status = status ? status : manifest_read(blob.data, blob.size, &at_path, earlier);
    }
    blob_release(&blob);
    if (status && status != ADTMAP_NO_MEMORY) {
        diag_warn(&at_path, NULL, NO_OFFSET, "%.200s; what it said is lost", why.what);
        status = ADTMAP_OK;
    }
    free(path);
    return status ? diag_fail_memory(diag) : ADTMAP_OK;
}

bool earlier_take_tile(const struct manifest *earlier, uint32_t x, uint32_t y,
                       const struct hash128 *pixels, struct manifest *manifest)
{
    const struct manifest_tile *tile = earlier ? &earlier->tiles[y][x] : NULL;
    if (pixels) {
        manifest_set_present(manifest, x, y, *pixels);
        manifest->tiles[y][x].is_far = tile && tile->is_far;
    } else if (tile && tile->state == MANIFEST_ABSENT) {
        manifest_set_absent(manifest, x, y);
    } else if (tile && tile->state == MANIFEST_FAILED) {
        return manifest_set_failed(manifest, x, y, tile->reason);
    }
    return true;
}

bool earlier_take_picture(const struct manifest *earlier, const struct tile_set *asked_for,
                          struct manifest *manifest)
{
    bool fine = true;
    struct tile_set present = {0};
    if (earlier) {
        present = manifest_tiles(earlier, MANIFEST_PRESENT);
    }
    if (tile_set_count(&present) == 0) {
        return true;
    }
    manifest->settings = earlier->settings;
    manifest->bounds = earlier->bounds;
    manifest->is_stitched = earlier->is_stitched;
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID && fine; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        bool is_present = tile_set_has(&present, x, y);
        if (is_present || (asked_for && !tile_set_has(asked_for, x, y))) {
            fine = earlier_take_tile(earlier, x, y, is_present ? &earlier->tiles[y][x].hash : NULL,
                                     manifest);
        }
    }
    return fine;
}

#include "output/manifest/manifest.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "output/manifest/manifest_layers.h"

enum adtmap_status manifest_create(const char *map, const struct adtmap_settings *settings,
                                   const struct diag *diag, struct manifest **manifest)
{
    *manifest = NULL;
    enum adtmap_status status = path_check_map_name(map, diag);
    if (!status) {
        status = adtmap_settings_check(settings, diag->failure);
    }
    if (status) {
        return status;
    }
    struct manifest *created = calloc(1, sizeof *created);
    if (!created) {
        return diag_fail_memory(diag);
    }
    memcpy(created->map, map, strlen(map) + 1);
    created->settings = *settings;
    *manifest = created;
    return ADTMAP_OK;
}

static void free_strings(const char *const *strings, size_t count)
{
    for (size_t i = 0; strings && i < count; i++) {
        free((char *)(uintptr_t)strings[i]);
    }
    free((void *)(uintptr_t)strings);
}

void manifest_destroy(struct manifest *manifest)
{
    if (!manifest) {
        return;
    }
    if (manifest->owns_objects) {
        const struct adtmap_objects *objects = &manifest->settings.objects;
        free_strings(objects->hide, objects->hide_count);
        free_strings(objects->only, objects->only_count);
        free((void *)(uintptr_t)objects->hide_ids);
    }
    for (size_t y = 0; y < TILE_SET_GRID; y++) {
        for (size_t x = 0; x < TILE_SET_GRID; x++) {
            free(manifest->tiles[y][x].reason);
        }
    }
    manifest_layers_free(manifest->layers);
    free(manifest);
}

static void replace(struct manifest_tile *tile, struct manifest_tile by)
{
    free(tile->reason);
    *tile = by;
}

void manifest_set_present(struct manifest *manifest, uint32_t x, uint32_t y, struct hash128 hash)
{
    replace(&manifest->tiles[y][x], (struct manifest_tile){MANIFEST_PRESENT, hash, NULL, false});
}

void manifest_set_absent(struct manifest *manifest, uint32_t x, uint32_t y)
{
    replace(&manifest->tiles[y][x], (struct manifest_tile){.state = MANIFEST_ABSENT});
}

void manifest_copy_text(const char *text, char *copy, size_t size)
{
    while (*text) {
        size_t length = utf8_length(text);
        size_t taken = length ? length : 1;
        if (taken >= size) {
            break;
        }
        memcpy(copy, length ? text : "?", taken);
        text += taken;
        copy += taken;
        size -= taken;
    }
    *copy = '\0';
}

bool manifest_set_failed(struct manifest *manifest, uint32_t x, uint32_t y, const char *reason)
{
    char *copy = malloc(MANIFEST_REASON_BYTES);
    if (!copy) {
        return false;
    }
    manifest_copy_text(reason, copy, MANIFEST_REASON_BYTES);
    replace(&manifest->tiles[y][x],
            (struct manifest_tile){.state = MANIFEST_FAILED, .reason = copy});
    return true;
}

struct tile_set manifest_tiles(const struct manifest *manifest, enum manifest_state state)
{
    struct tile_set set = {0};
    for (uint32_t y = 0; y < TILE_SET_GRID; y++) {
        for (uint32_t x = 0; x < TILE_SET_GRID; x++) {
            if (manifest->tiles[y][x].state == state) {
                tile_set_add(&set, x, y);
            }
        }
    }
    return set;
}

static void put_u32le(uint8_t *bytes, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(value >> 8 * i);
    }
}

bool manifest_pixel_hash(const uint8_t *rgba, uint32_t width, uint32_t height, size_t stride_bytes,
                         struct hash128 *hash)
{
    uint8_t head[8];
    put_u32le(head, width);
    put_u32le(head + 4, height);
    struct hash_rows rows = {rgba, (size_t)width * 4, height, stride_bytes};
    return hash128_rows(head, sizeof head, &rows, hash);
}

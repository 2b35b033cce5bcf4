#include "demo/demo.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/path.h"
#include "base/size.h"
#include "demo/era.h"
#include "demo/texture.h"

static const char *const era_names[] = {"wotlk", "wotlk4", "vanilla", NULL};
static const struct era *const eras[] = {&era_wotlk, &era_wotlk4, &era_vanilla};

_Static_assert(COUNT_OF(era_names) == COUNT_OF(eras) + 1, "a name for each era");

const char *const *demo_eras(void)
{
    return era_names;
}

static enum adtmap_status find_era(const char *name, const struct diag *diag,
                                   const struct era **era)
{
    struct buffer known = {0};
    for (size_t k = 0; k < COUNT_OF(eras); k++) {
        if (strcmp(era_names[k], name) == 0) {
            *era = eras[k];
            return ADTMAP_OK;
        }
    }
    for (size_t k = 0; k < COUNT_OF(eras); k++) {
        buffer_printf(&known, "%s%s", k ? ", " : "", era_names[k]);
    }
    buffer_u8(&known, 0);
    enum adtmap_status status =
        diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "no era \"%s\"; there are: %s", name,
                  known.failed ? "" : (const char *)known.data);
    buffer_free(&known);
    return status;
}

static enum adtmap_status write_texture(const char *directory, enum material material,
                                        const struct diag *diag)
{
    const struct texture_file *file = texture_file_of(material);
    struct buffer out = {0};
    uint8_t *rgba = malloc(TEXTURE_BYTES);
    char *path = path_join(directory, file->name);
    enum adtmap_status status = ADTMAP_OK;
    if (rgba && path) {
        texture_paint(material, rgba);
        blp_write(&out, file->kind, rgba, TEXTURE_SIZE);
    }
    if (!rgba || !path || out.failed) {
        status = diag_fail_memory(diag);
    } else {
        status = file_write_atomic(path, out.data, out.size, diag);
    }
    buffer_free(&out);
    free(rgba);
    free(path);
    return status;
}

static enum adtmap_status write_textures(const char *directory, const struct diag *diag)
{
    enum adtmap_status worst = ADTMAP_OK;
#pragma omp parallel for schedule(dynamic, 1)
    for (int m = 0; m < MATERIAL_COUNT; m++) {
        struct adtmap_message message;
        struct diag own = {.file = diag->file, .log = diag->log, .failure = &message};
        enum adtmap_status status = write_texture(directory, (enum material)m, &own);
#pragma omp critical
        if (status && !worst) {
            worst = status;
            if (diag->failure) {
                *diag->failure = message;
            }
        }
    }
    return worst;
}

static enum adtmap_status write_map(const struct era *era, const char *maps,
                                    const struct diag *diag)
{
    struct world world = {0};
    struct ground ground = {0};
    enum adtmap_status status = world_create(&world, diag);
    if (!status && !ground_create(&ground, &world)) {
        status = diag_fail_memory(diag);
    }
    if (!status) {
        status = era->write_map(era, maps, &world, &ground, diag);
    }
    ground_destroy(&ground);
    world_destroy(&world);
    return status;
}

enum adtmap_status demo_write(const char *directory, const char *era_name, const struct diag *diag)
{
    const struct era *era = NULL;
    enum adtmap_status status = find_era(era_name, diag, &era);
    if (status) {
        return status;
    }
    char *maps = path_join(directory, "World/Maps/Demo");
    char *tileset = path_join(directory, "Tileset/Demo");
    status = maps && tileset ? file_make_directory(maps, diag) : diag_fail_memory(diag);
    if (!status) {
        status = file_make_directory(tileset, diag);
    }
    if (!status) {
        status = write_textures(directory, diag);
    }
    if (!status) {
        status = write_map(era, maps, diag);
    }
    free(maps);
    free(tileset);
    return status;
}

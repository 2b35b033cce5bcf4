#include "demo/demo.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "demo/buildings/building.h"
#include "demo/files/era.h"
#include "demo/files/wdl_write.h"
#include "demo/textures/ground_texture.h"
#include "demo/textures/ground_texture_variant.h"
#include "demo/textures/wall_texture.h"
#include "demo/world/scenery.h"
#include "demo/world/world_create.h"
#include "os/file.h"
#include "os/temporary.h"

static const char *const era_names[] = {"wotlk",          "wotlk4", "vanilla", "beta",
                                        "alpha",          "cata",   "mop",     "legion",
                                        "legion-heights", "bfa",    NULL};
static const struct era *const eras[] = {
    &era_wotlk, &era_wotlk4, &era_vanilla, &era_beta,           &era_alpha,
    &era_cata,  &era_mop,    &era_legion,  &era_legion_heights, &era_bfa};

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

/* Stores a picture of size * size pixels below the data root. */
static enum adtmap_status put_texture(const char *root, const char *name, enum blp_kind kind,
                                      const uint8_t *rgba, uint32_t size, const struct diag *diag)
{
    struct buffer out = {0};
    char *path = path_join(root, name);
    blp_write(&out, kind, rgba, size);
    enum adtmap_status status = !path || out.failed
                                    ? diag_fail_memory(diag)
                                    : file_write_atomic(path, out.data, out.size, diag);
    buffer_free(&out);
    free(path);
    return status;
}

/* Textures of the ground come first, then those of buildings. */
enum { TEXTURE_COUNT = (int)GROUND_MATERIAL_COUNT + (int)WALL_TEXTURE_COUNT };

static enum adtmap_status write_texture(const char *root, int number, const struct diag *diag)
{
    enum adtmap_status status;
    uint8_t *rgba = malloc(GROUND_TEXTURE_BYTES);
    if (!rgba) {
        return diag_fail_memory(diag);
    }
    if (number < GROUND_MATERIAL_COUNT) {
        enum ground_material material = (enum ground_material)number;
        const struct ground_texture_file *file = ground_texture_file(material);
        ground_texture_paint(material, rgba);
        status = put_texture(root, file->name, file->kind, rgba, GROUND_TEXTURE_SIZE, diag);
    } else {
        enum wall_texture texture = (enum wall_texture)(number - GROUND_MATERIAL_COUNT);
        wall_texture_paint(texture, rgba);
        status = put_texture(root, wall_texture_name(texture), wall_texture_kind(texture), rgba,
                             WALL_TEXTURE_SIZE, diag);
    }
    free(rgba);
    return status;
}

/* Does `count` pieces of work on all threads, each with a message of its own; the first failure is
 * the outcome. */
typedef enum adtmap_status piece_function(int number, const void *context, const struct diag *diag);

static enum adtmap_status do_pieces(int count, piece_function *piece, const void *context,
                                    const struct diag *diag)
{
    enum adtmap_status worst = ADTMAP_OK;
#pragma omp parallel for schedule(dynamic, 1)
    for (int number = 0; number < count; number++) {
        struct adtmap_message message = {0};
        struct diag own = {.file = diag->file, .log = diag->log, .failure = &message};
        enum adtmap_status status = piece(number, context, &own);
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

static enum adtmap_status texture_piece(int number, const void *context, const struct diag *diag)
{
    return write_texture(context, number, diag);
}

/* What the files of buildings need. */
struct object_job {
    const char *root;
    const struct era *era;
    const struct scenery *scenery;
};

static enum adtmap_status object_piece(int number, const void *context, const struct diag *diag)
{
    const struct object_job *job = context;
    return wmo_write_files(job->root, building_name((enum building)number),
                           &job->scenery->models[number], job->era->objects, diag);
}

static enum adtmap_status write_objects(const char *root, const struct era *era,
                                        const struct scenery *scenery, const char *halls,
                                        const struct diag *diag)
{
    const struct object_job job = {root, era, scenery};
    enum adtmap_status status = do_pieces(BUILDING_COUNT, object_piece, &job, diag);
    if (!status && era->write_hall) {
        status = era->write_hall(era, halls, &scenery->models[BUILDING_DUNGEON], diag);
    }
    return status;
}

/* The directories that files are written to; the ones of buildings are made as they are written. */
enum folder { FOLDER_MAP, FOLDER_HALL, FOLDER_GROUND, FOLDER_VILLAGE, FOLDER_MASONRY, FOLDERS };

static enum adtmap_status make_folders(const char *root, char *paths[FOLDERS],
                                       const struct diag *diag)
{
    static const char *const names[FOLDERS] = {"World/Maps/Demo", "World/Maps/Hall", "Tileset/Demo",
                                               "World/Demo/Textures", "Dungeons/Textures/Demo"};
    enum adtmap_status status = ADTMAP_OK;
    for (int f = 0; f < FOLDERS; f++) {
        paths[f] = path_join(root, names[f]);
    }
    for (int f = 0; f < FOLDERS && !status; f++) {
        status = paths[f] ? file_make_directory(paths[f], diag) : diag_fail_memory(diag);
        if (!status) {
            temporary_sweep(paths[f], NULL);
        }
    }
    return status;
}

static enum adtmap_status write_maps(const char *root, const struct era *era,
                                     char *const paths[FOLDERS], const struct diag *diag)
{
    struct world world = {0};
    struct ground ground = {0};
    enum adtmap_status status = world_create(&world, diag);
    if (!status && !ground_create(&ground, &world)) {
        status = diag_fail_memory(diag);
    }
    if (!status) {
        status = era->write_map(era, paths[FOLDER_MAP], &world, &ground, diag);
    }
    if (!status) {
        status = wdl_write(paths[FOLDER_MAP], &world, diag);
    }
    if (!status) {
        status = write_objects(root, era, world.scenery, paths[FOLDER_HALL], diag);
    }
    if (!status && era->write_extras) {
        status = era->write_extras(era, root, diag);
    }
    ground_destroy(&ground);
    world_destroy(&world);
    return status;
}

enum { SAMPLE_NAME_BYTES = 128 };

/* Below the data root, a file of each kind that not all eras have. */
static void sample_name(enum era_files kind, char name[SAMPLE_NAME_BYTES])
{
    char texture[GROUND_TEXTURE_NAME_BYTES];
    switch (kind) {
    case ERA_TILES:
    case ERA_PARTS:
        snprintf(name, SAMPLE_NAME_BYTES, "World/Maps/Demo/Demo_31_31%s.adt",
                 kind == ERA_PARTS ? "_tex0" : "");
        break;
    case ERA_GROUPS:
        snprintf(name, SAMPLE_NAME_BYTES, "%s_000.wmo", building_name(BUILDING_INN));
        break;
    case ERA_WIDE:
        ground_texture_wide_name(ROCK, texture);
        snprintf(name, SAMPLE_NAME_BYTES, "%s", texture);
        break;
    case ERA_HEIGHTS:
        ground_texture_height_name(ROCK, texture);
        snprintf(name, SAMPLE_NAME_BYTES, "%s", texture);
        break;
    }
}

/* Refuses a place with files that the era would not write over. */
static enum adtmap_status check_place(const char *root, const struct era *era,
                                      const struct diag *diag)
{
    static const enum era_files kinds[] = {ERA_TILES, ERA_PARTS, ERA_GROUPS, ERA_WIDE, ERA_HEIGHTS};
    for (size_t k = 0; k < COUNT_OF(kinds); k++) {
        char name[SAMPLE_NAME_BYTES];
        sample_name(kinds[k], name);
        char *path = path_join(root, name);
        if (!path) {
            return diag_fail_memory(diag);
        }
        bool stays = !(era->files & kinds[k]) && file_exists(path);
        free(path);
        if (stays) {
            return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                             "holds a demo world of another era, which has files that this one "
                             "has not (%s): remove it, or name another directory",
                             name);
        }
    }
    return ADTMAP_OK;
}

enum adtmap_status demo_write(const char *directory, const char *era_name, const struct diag *diag)
{
    const struct era *era = NULL;
    char *paths[FOLDERS] = {NULL};
    enum adtmap_status status = find_era(era_name, diag, &era);
    if (!status) {
        status = check_place(directory, era, diag);
    }
    if (!status) {
        status = make_folders(directory, paths, diag);
    }
    if (!status) {
        status = do_pieces(TEXTURE_COUNT, texture_piece, directory, diag);
    }
    if (!status) {
        status = write_maps(directory, era, paths, diag);
    }
    for (int f = 0; f < FOLDERS; f++) {
        free(paths[f]);
    }
    return status;
}

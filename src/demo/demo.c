#include "demo/demo.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "demo/buildings/building.h"
#include "demo/files/era.h"
#include "demo/files/low_detail_write.h"
#include "demo/textures/texture.h"
#include "demo/world/scenery.h"
#include "demo/world/world.h"
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

/* Calls `work` for the numbers 0..count - 1 on all threads. Returns the first failure with its
 * message. */
typedef enum adtmap_status work_function(int number, const void *context, const struct diag *diag);

static enum adtmap_status run_parallel(int count, work_function *work, const void *context,
                                       const struct diag *diag)
{
    enum adtmap_status worst = ADTMAP_OK;
#pragma omp parallel for schedule(dynamic, 1)
    for (int number = 0; number < count; number++) {
        struct adtmap_message message = {0};
        struct diag own = {.file = diag->file, .log = diag->log, .failure = &message};
        enum adtmap_status status = work(number, context, &own);
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

static enum adtmap_status texture_work(int number, const void *context, const struct diag *diag)
{
    return texture_write(context, (enum texture)number, TEXTURE_PLAIN, diag);
}

/* The parameters of wmo_work. */
struct wmo_job {
    const char *root;
    const struct era *era;
    const struct scenery *scenery;
};

static enum adtmap_status wmo_work(int number, const void *context, const struct diag *diag)
{
    const struct wmo_job *job = context;
    return wmo_write_files(job->root, building_name((enum building)number),
                           &job->scenery->models[number], job->era->wmo_version, diag);
}

static enum adtmap_status write_wmos(const char *root, const struct era *era,
                                     const struct scenery *scenery, const char *halls,
                                     const struct diag *diag)
{
    const struct wmo_job job = {root, era, scenery};
    enum adtmap_status status = run_parallel(BUILDING_COUNT, wmo_work, &job, diag);
    if (!status && era->write_hall) {
        status = era->write_hall(era, halls, &scenery->models[BUILDING_DUNGEON], diag);
    }
    return status;
}

/* Directories that are made before files are written. wmo_write_files makes those of WMOs. */
enum folder {
    FOLDER_MAP,
    FOLDER_HALL,
    FOLDER_GROUND,
    FOLDER_VILLAGE,
    FOLDER_MASONRY,
    FOLDER_LAVA,
    FOLDER_SLIME,
    FOLDER_COUNT
};

static enum adtmap_status make_folders(const char *root, char *paths[FOLDER_COUNT],
                                       const struct diag *diag)
{
    static const char *const names[FOLDER_COUNT] = {
        "World/Maps/Demo",        "World/Maps/Hall", "Tileset/Demo",   "World/Demo/Textures",
        "Dungeons/Textures/Demo", "XTextures/lava",  "XTextures/slime"};
    enum adtmap_status status = ADTMAP_OK;
    for (int f = 0; f < FOLDER_COUNT; f++) {
        paths[f] = path_join(root, names[f]);
    }
    for (int f = 0; f < FOLDER_COUNT && !status; f++) {
        status = paths[f] ? file_make_directory(paths[f], diag) : diag_fail_memory(diag);
        if (!status) {
            temporary_sweep(paths[f], NULL);
        }
    }
    return status;
}

static enum adtmap_status write_maps(const char *root, const struct era *era,
                                     char *const paths[FOLDER_COUNT], const struct diag *diag)
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
        status = write_wmos(root, era, world.scenery, paths[FOLDER_HALL], diag);
    }
    if (!status) {
        status = doodad_write_files(root, era->doodads, diag);
    }
    if (!status && era->write_extras) {
        status = era->write_extras(era, root, diag);
    }
    if (!status) {
        status = client_tables_write(root, era->tables, diag);
    }
    ground_destroy(&ground);
    world_destroy(&world);
    return status;
}

/* Fails if `root` holds files of another era that this era would not overwrite. */
static enum adtmap_status check_directory(const char *root, const struct era *era,
                                          const struct diag *diag)
{
    static const struct {
        enum era_files kind;
        const char *name; /* a file that only eras with this kind have */
    } samples[] = {
        {ERA_ADTS, "World/Maps/Demo/Demo_31_31.adt"},
        {ERA_SPLIT_ADTS, "World/Maps/Demo/Demo_31_31_tex0.adt"},
        {ERA_WMO_GROUPS, "World/wmo/Demo/Village/Inn_000.wmo"},
        {ERA_WIDE_TEXTURES, "Tileset/Demo/DemoRockWide.blp"},
        {ERA_HEIGHT_TEXTURES, "Tileset/Demo/DemoRockWide_h.blp"},
        {ERA_MDX, "World/Demo/Trees/DemoOak.mdx"},
        {ERA_M2, "World/Demo/Trees/DemoOak.m2"},
        {ERA_SKINS, "World/Demo/Trees/DemoOak00.skin"},
        {ERA_TABLES, "DBFilesClient/AreaTable.dbc"},
    };
    for (size_t k = 0; k < COUNT_OF(samples); k++) {
        char *path = path_join(root, samples[k].name);
        if (!path) {
            return diag_fail_memory(diag);
        }
        bool stays = !(era->files & samples[k].kind) && file_exists(path);
        free(path);
        if (stays) {
            return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                             "holds a demo world of another era, with files that this era does not "
                             "have (%s): remove it, or name another directory",
                             samples[k].name);
        }
    }
    return ADTMAP_OK;
}

enum adtmap_status demo_write(const char *directory, const char *era_name, const struct diag *diag)
{
    const struct era *era = NULL;
    char *paths[FOLDER_COUNT] = {NULL};
    enum adtmap_status status = find_era(era_name, diag, &era);
    if (!status) {
        status = check_directory(directory, era, diag);
    }
    if (!status) {
        status = make_folders(directory, paths, diag);
    }
    if (!status) {
        status = run_parallel(TEXTURE_COUNT, texture_work, directory, diag);
    }
    if (!status) {
        status = write_maps(directory, era, paths, diag);
    }
    for (int f = 0; f < FOLDER_COUNT; f++) {
        free(paths[f]);
    }
    return status;
}

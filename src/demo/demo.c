#include "demo/demo.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "demo/bytes/parallel.h"
#include "demo/files/low_detail_write.h"
#include "demo/files/map_write.h"
#include "demo/models/building.h"
#include "demo/textures/texture.h"
#include "demo/world/scenery.h"
#include "demo/world/world.h"
#include "os/file.h"
#include "os/temporary.h"

const char *const *demo_eras(void)
{
    static const char *names[ERA_COUNT + 1];
    for (int k = 0; k < ERA_COUNT; k++) {
        names[k] = eras[k].name;
    }
    return names;
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
                           &job->scenery->models[number], job->era->wmos, diag);
}

/* Makes the directories of all files but WMOs. */
static enum adtmap_status make_folders(const char *root, const struct diag *diag)
{
    static const char *const names[] = {
        "World/Maps/Demo",        "World/Maps/Hall", "Tileset/Demo",   "World/Demo/Textures",
        "Dungeons/Textures/Demo", "XTextures/lava",  "XTextures/slime"};
    enum adtmap_status status = ADTMAP_OK;
    for (size_t f = 0; f < COUNT_OF(names) && !status; f++) {
        char *path = path_join(root, names[f]);
        status = path ? file_make_directory(path, diag) : diag_fail_memory(diag);
        if (!status) {
            temporary_sweep(path, NULL);
        }
        free(path);
    }
    return status;
}

/* Writes everything but the plain textures. */
static enum adtmap_status write_world(const char *root, const struct era *era,
                                      const struct world *world, const struct ground *ground,
                                      const struct diag *diag)
{
    const struct wmo_job job = {root, era, world->scenery};
    const struct model *hall = &world->scenery->models[BUILDING_DUNGEON];
    char *demo = path_join(root, "World/Maps/Demo");
    char *halls = path_join(root, "World/Maps/Hall");
    enum adtmap_status status =
        demo && halls ? map_write(era, demo, world, ground, diag) : diag_fail_memory(diag);
    if (status) {
        goto end;
    }
    status = wdl_write(demo, world, diag);
    if (status) {
        goto end;
    }
    status = parallel_run(BUILDING_COUNT, wmo_work, &job, diag);
    if (status) {
        goto end;
    }
    status = map_write_hall(era, halls, hall, diag);
    if (status) {
        goto end;
    }
    status = doodad_write_files(root, era->doodads, diag);
    if (status) {
        goto end;
    }
    status = map_write_extras(era, root, diag);
    if (status) {
        goto end;
    }
    status = client_tables_write(root, era->tables, hall, diag);
end:
    free(demo);
    free(halls);
    return status;
}

/* Fails if `root` holds files of another era that this era would not overwrite. */
static enum adtmap_status check_directory(const char *root, const struct era *era,
                                          const struct diag *diag)
{
    const bool split = era->shape == MAP_SPLIT;
    const struct {
        bool has; /* whether the era has files of the kind */
        const char *name;
    } samples[] = {
        {era->shape != MAP_ALPHA, "World/Maps/Demo/Demo_31_31.adt"},
        {split, "World/Maps/Demo/Demo_31_31_tex0.adt"},
        {era->wmos != WMO_V14, "World/wmo/Demo/Village/Inn_000.wmo"},
        {era->wide, "Tileset/Demo/DemoRockWide.blp"},
        {era->heights, "Tileset/Demo/DemoRockWide_h.blp"},
        {era->doodads == DOODAD_MDX, "World/Demo/Trees/DemoOak.mdx"},
        {era->doodads != DOODAD_MDX, "World/Demo/Trees/DemoOak.m2"},
        {era->doodads >= DOODAD_M2_3, "World/Demo/Trees/DemoOak00.skin"},
        {era->tables != CLIENT_TABLES_NONE, "DBFilesClient/AreaTable.dbc"},
    };
    for (size_t k = 0; k < COUNT_OF(samples); k++) {
        char *path = path_join(root, samples[k].name);
        if (!path) {
            return diag_fail_memory(diag);
        }
        bool stays = !samples[k].has && file_exists(path);
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
    const struct era *era = era_find(era_name, diag);
    enum adtmap_status status = era ? check_directory(directory, era, diag) : ADTMAP_BAD_ARGUMENT;
    status = status ? status : make_folders(directory, diag);
    status = status ? status : parallel_run(TEXTURE_COUNT, texture_work, directory, diag);
    if (status) {
        return status;
    }
    struct world *world = world_create();
    struct ground *ground = world ? ground_create(world) : NULL;
    status = ground ? write_world(directory, era, world, ground, diag) : diag_fail_memory(diag);
    free(ground);
    world_destroy(world);
    return status;
}

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

/* The parameters of texture_work. */
struct texture_job {
    const char *root;
    const char
        *painted; /* a root that has these textures already, of which they are copied; or NULL */
};

/* Writes a plain texture, which is the same in all eras. */
static enum adtmap_status texture_work(int number, const void *context, const struct diag *diag)
{
    const struct texture_job *job = context;
    const enum texture texture = (enum texture)number;
    if (!job->painted) {
        return texture_write(job->root, texture, TEXTURE_PLAIN, diag);
    }
    char *from = path_join(job->painted, texture_name(texture));
    char *to = path_join(job->root, texture_name(texture));
    enum adtmap_status status = from && to ? file_copy(from, to, diag) : diag_fail_memory(diag);
    free(from);
    free(to);
    return status;
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
        {era->tables >= CLIENT_TABLES_1_12, "DBFilesClient/AreaTable.dbc"},
        {era->tables == CLIENT_TABLES_LIT, "World/Maps/Demo/lights.lit"},
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

/* What all eras write, which takes longer to make than to write. */
struct land {
    struct world *world;
    struct ground *ground;
};

static enum adtmap_status make_land(struct land *land, const struct diag *diag)
{
    land->world = world_create();
    land->ground = land->world ? ground_create(land->world) : NULL;
    return land->ground ? ADTMAP_OK : diag_fail_memory(diag);
}

static void free_land(struct land *land)
{
    free(land->ground);
    world_destroy(land->world);
}

/* Writes an era. `land` is made when it is first needed: after what may be wrong with the folder.
 */
static enum adtmap_status write_era(const char *directory, const struct era *era,
                                    const char *painted, struct land *land, const struct diag *diag)
{
    const struct texture_job textures = {directory, painted};
    enum adtmap_status status = check_directory(directory, era, diag);
    status = status ? status : make_folders(directory, diag);
    status = status ? status : parallel_run(TEXTURE_COUNT, texture_work, &textures, diag);
    if (!status && !land->ground) {
        status = make_land(land, diag);
    }
    return status ? status : write_world(directory, era, land->world, land->ground, diag);
}

enum adtmap_status demo_write(const char *directory, const char *era_name, const struct diag *diag)
{
    struct land land = {0};
    const struct era *era = era_find(era_name, diag);
    enum adtmap_status status =
        era ? write_era(directory, era, NULL, &land, diag) : ADTMAP_BAD_ARGUMENT;
    free_land(&land);
    return status;
}

enum adtmap_status demo_write_all(const char *directory, const struct diag *diag)
{
    struct land land = {0};
    char *painted = NULL;
    enum adtmap_status status = ADTMAP_OK;
    for (int k = 0; k < ERA_COUNT && !status; k++) {
        char *root = path_join(directory, eras[k].name);
        status = root ? file_make_directory(root, diag) : diag_fail_memory(diag);
        status = status ? status : write_era(root, &eras[k], painted, &land, diag);
        if (painted) {
            free(root);
        } else {
            painted = root;
        }
    }
    free(painted);
    free_land(&land);
    return status;
}

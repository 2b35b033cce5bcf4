#include "demo/files/file_ids.h"
#include "demo/bytes/chunk_write.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/path.h"
#include "demo/world/world.h"
#include "os/file.h"

enum {
    ID_GROUND_TEXTURE = 1000,
    ID_HEIGHT_TEXTURE = 2000,
    ID_TILE = 3000,
    ID_WALL_TEXTURE = 4000,
    ID_DOODAD = 5000,
    ID_WMO = 6000,
    FILES_PER_TILE = 8,
    FILES_PER_WMO = 1 + MODEL_GROUPS,
    PATH_ROOM = 128,
};

uint32_t file_id_texture(enum texture texture)
{
    return texture < GROUND_MATERIAL_COUNT
               ? ID_GROUND_TEXTURE + (uint32_t)texture
               : ID_WALL_TEXTURE + (uint32_t)(texture - GROUND_MATERIAL_COUNT);
}

uint32_t file_id_height_texture(enum texture texture)
{
    return ID_HEIGHT_TEXTURE + (uint32_t)texture;
}

uint32_t file_id_doodad(enum doodad doodad, enum doodad_file file)
{
    return ID_DOODAD + (uint32_t)doodad * DOODAD_FILE_COUNT + (uint32_t)file;
}

uint32_t file_id_wmo_root(enum building building)
{
    return ID_WMO + (uint32_t)building * FILES_PER_WMO;
}

uint32_t file_id_wmo_group(enum building building, int group)
{
    return file_id_wmo_root(building) + 1 + (uint32_t)group;
}

uint32_t file_id_tile(int32_t number, enum split_file file)
{
    return ID_TILE + FILES_PER_TILE * (uint32_t)number + (uint32_t)file;
}

void tile_file_name(int32_t number, enum split_file file, char *name, size_t size)
{
    static const char *const endings[SPLIT_FILE_COUNT] = {"", "_obj0", "_obj1", "_tex0", "_lod"};
    snprintf(name, size, "Demo_%d_%d%s.adt", WORLD_FIRST_TILE + number % WORLD_TILES,
             WORLD_FIRST_TILE + number / WORLD_TILES, endings[file]);
}

/* The list under way. */
struct id_list {
    const char *root;
    struct buffer out;
};

/* Adds a line if there is such a file. Lists have names in lower case. */
static void add_line(struct id_list *list, uint32_t id, const char *name)
{
    char *path = path_join(list->root, name);
    list->out.failed = list->out.failed || !path;
    if (path && file_exists(path)) {
        buffer_printf(&list->out, "%u;", id);
        for (const char *c = name; *c; c++) {
            buffer_u8(&list->out, (uint8_t)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c));
        }
        buffer_u8(&list->out, '\n');
    }
    free(path);
}

enum adtmap_status file_ids_write_list(const char *root, const struct diag *diag)
{
    static const char *const doodad_endings[DOODAD_FILE_COUNT] = {".m2", "00.skin", ".skel"};
    struct id_list list = {.root = root};
    char name[PATH_ROOM];
    for (int t = 0; t < GROUND_MATERIAL_COUNT; t++) {
        texture_wide_name((enum texture)t, name);
        add_line(&list, file_id_texture((enum texture)t), name);
    }
    for (int t = 0; t < GROUND_MATERIAL_COUNT; t++) {
        texture_height_name((enum texture)t, name);
        add_line(&list, file_id_height_texture((enum texture)t), name);
    }
    for (int32_t k = 0; k < WORLD_TILES * WORLD_TILES * SPLIT_FILE_COUNT; k++) {
        enum split_file file = (enum split_file)(k % SPLIT_FILE_COUNT);
        char base[40];
        tile_file_name(k / SPLIT_FILE_COUNT, file, base, sizeof base);
        snprintf(name, sizeof name, "World/Maps/Demo/%s", base);
        add_line(&list, file_id_tile(k / SPLIT_FILE_COUNT, file), name);
    }
    for (int t = GROUND_MATERIAL_COUNT; t < TEXTURE_COUNT; t++) {
        add_line(&list, file_id_texture((enum texture)t), texture_name((enum texture)t));
    }
    for (int k = 0; k < DOODAD_COUNT * DOODAD_FILE_COUNT; k++) {
        enum doodad doodad = (enum doodad)(k / DOODAD_FILE_COUNT);
        enum doodad_file file = (enum doodad_file)(k % DOODAD_FILE_COUNT);
        snprintf(name, sizeof name, "%s%s", doodad_name(doodad), doodad_endings[file]);
        add_line(&list, file_id_doodad(doodad, file), name);
    }
    for (int k = 0; k < BUILDING_COUNT * FILES_PER_WMO; k++) {
        enum building building = (enum building)(k / FILES_PER_WMO);
        int group = k % FILES_PER_WMO - 1;
        snprintf(name, sizeof name, group < 0 ? "%s.wmo" : "%s_%03d.wmo", building_name(building),
                 group);
        add_line(&list, file_id_wmo_root(building) + (uint32_t)(group + 1), name);
    }
    return chunk_write_file(root, "listfile.csv", &list.out, diag);
}

#include "demo/files/file_ids.h"
#include "demo/files/chunk_write.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/path.h"
#include "demo/textures/ground_texture_variant.h"
#include "demo/world/lattice.h"
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

uint32_t file_id_ground_texture(enum ground_material material)
{
    return ID_GROUND_TEXTURE + (uint32_t)material;
}

uint32_t file_id_height_texture(enum ground_material material)
{
    return ID_HEIGHT_TEXTURE + (uint32_t)material;
}

uint32_t file_id_wall_texture(enum wall_texture texture)
{
    return ID_WALL_TEXTURE + (uint32_t)texture;
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
struct list {
    const char *root;
    struct buffer out;
};

/* Adds a line if there is such a file. Lists have names in lower case. */
static void add_line(struct list *list, uint32_t id, const char *name)
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

static void list_ground_textures(struct list *list)
{
    char name[GROUND_TEXTURE_NAME_BYTES];
    for (int m = 0; m < GROUND_MATERIAL_COUNT; m++) {
        enum ground_material material = (enum ground_material)m;
        if (ground_texture_is_wide(material)) {
            ground_texture_wide_name(material, name);
        } else {
            snprintf(name, sizeof name, "%s", ground_texture_file(material)->name);
        }
        add_line(list, file_id_ground_texture(material), name);
    }
    for (int m = 0; m < GROUND_MATERIAL_COUNT; m++) {
        ground_texture_height_name((enum ground_material)m, name);
        add_line(list, file_id_height_texture((enum ground_material)m), name);
    }
}

static void list_tiles(struct list *list)
{
    for (int32_t number = 0; number < WORLD_TILES * WORLD_TILES; number++) {
        for (int f = 0; f < SPLIT_FILE_COUNT; f++) {
            char file[40];
            char path[PATH_ROOM];
            tile_file_name(number, (enum split_file)f, file, sizeof file);
            snprintf(path, sizeof path, "World/Maps/Demo/%s", file);
            add_line(list, file_id_tile(number, (enum split_file)f), path);
        }
    }
}

static void list_wall_textures(struct list *list)
{
    for (int t = 0; t < WALL_TEXTURE_COUNT; t++) {
        enum wall_texture texture = (enum wall_texture)t;
        add_line(list, file_id_wall_texture(texture), wall_texture_name(texture));
    }
}

static void list_doodads(struct list *list)
{
    static const char *const endings[DOODAD_FILE_COUNT] = {".m2", "00.skin", ".skel"};
    for (int d = 0; d < DOODAD_COUNT; d++) {
        for (int f = 0; f < DOODAD_FILE_COUNT; f++) {
            char path[PATH_ROOM];
            snprintf(path, sizeof path, "%s%s", doodad_name((enum doodad)d), endings[f]);
            add_line(list, file_id_doodad((enum doodad)d, (enum doodad_file)f), path);
        }
    }
}

static void list_wmos(struct list *list)
{
    for (int b = 0; b < BUILDING_COUNT; b++) {
        enum building building = (enum building)b;
        char path[PATH_ROOM];
        snprintf(path, sizeof path, "%s.wmo", building_name(building));
        add_line(list, file_id_wmo_root(building), path);
        for (int g = 0; g < MODEL_GROUPS; g++) {
            snprintf(path, sizeof path, "%s_%03d.wmo", building_name(building), g);
            add_line(list, file_id_wmo_group(building, g), path);
        }
    }
}

enum adtmap_status file_ids_write_list(const char *root, const struct diag *diag)
{
    struct list list = {.root = root};
    list_ground_textures(&list);
    list_tiles(&list);
    list_wall_textures(&list);
    list_doodads(&list);
    list_wmos(&list);
    return chunk_write_file(root, "listfile.csv", &list.out, diag);
}

/*
 * Files that are wanted are listed first, tile by tile and building by building, and sorted; then
 * each is looked up once, however many tiles want it.
 */
#include "map/map_audit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/m2_model.h"
#include "assets/wmo_model.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/path.h"
#include "formats/adt/adt.h"
#include "formats/wmo/wmo.h"

enum { NO_TILE = TILE_SET_TILES };

/* Somebody wants a file: whether it is there is looked up once all are known. */
struct reference {
    enum missing_kind kind; /* if it is not there */
    uint32_t tile;          /* 64 * y + x, or NO_TILE */
    size_t name;            /* offset into the pool */
};

struct check {
    const struct adtmap_map *map;
    const struct diag *diag;
    map_audit_visit *visit;
    void *user;
    struct arena arena; /* of the tile or building at hand */
    struct buffer pool;
    struct buffer references; /* of struct reference */
};

static void add_reference(struct check *check, enum missing_kind kind, uint32_t tile,
                          const char *name)
{
    char canonical[NAME_BYTES];
    struct reference reference = {kind, tile, check->pool.size};
    if (name_canonical(name, canonical)) {
        name = canonical;
    }
    buffer_append(&check->pool, name, strlen(name) + 1);
    buffer_append(&check->references, &reference, sizeof reference);
}

static const char *name_of(const struct check *check, const struct reference *reference)
{
    return (const char *)check->pool.data + reference->name;
}

/* A file that goes by a name or, where that is NULL, by an id; neither: none is wanted. */
static void audit_add_file(struct check *check, enum missing_kind kind, uint32_t tile,
                           const char *name, uint32_t file_id)
{
    char of_id[NAME_BYTES];
    if (name) {
        add_reference(check, kind, tile, name);
    } else if (file_id != 0) {
        assets_name_of_id(check->map->data->assets, file_id, of_id);
        add_reference(check, kind, tile, of_id);
    }
}

/* A doodad, which placements call .mdx where the file is an .m2. */
static void audit_add_doodad(struct check *check, uint32_t tile, const char *name, uint32_t file_id)
{
    char file[NAME_BYTES];
    bool is_model = name && m2_part_name(name, ".m2", file, sizeof file) > 0;
    audit_add_file(check, MISSING_DOODAD, tile, is_model ? file : name, file_id);
}

/* Textures, buildings and doodads that a tile names. */
static void want_things(struct check *check, uint32_t tile, const struct adt_tile *adt)
{
    for (uint32_t i = 0; i < adt->texture_count; i++) {
        const struct adt_texture *texture = &adt->textures[i];
        audit_add_file(check, MISSING_TEXTURE, tile, texture->name, texture->file_id);
    }
    for (uint32_t i = 0; i < adt->placements.wmo_count; i++) {
        const struct adt_placement *wmo = &adt->placements.wmos[i];
        audit_add_file(check, MISSING_BUILDING, tile, wmo->name, wmo->file_id);
    }
    for (uint32_t i = 0; i < adt->placements.doodad_count; i++) {
        const struct adt_placement *doodad = &adt->placements.doodads[i];
        audit_add_doodad(check, tile, doodad->name, doodad->file_id);
    }
}

/* Reads a tile's files and wants what they name. Where no terrain can be read, the lists of
 * textures and placements may be whole; the status is that of the terrain. */
static enum adtmap_status want_of_tile(struct check *check, uint32_t tile,
                                       const struct adt_files *files, const struct diag *diag)
{
    struct adt_request facts = map_adt_request(check->map, files->x, files->y);
    struct adt_tile *adt;
    facts.contents = ADT_TERRAIN | ADT_PLACEMENTS;
    enum adtmap_status status = adt_read(files, &facts, &check->arena, diag, &adt);
    enum adtmap_status lists = status;
    if (status == ADTMAP_BAD_DATA) {
        facts.contents = ADT_TEXTURES | ADT_PLACEMENTS;
        lists = adt_read(files, &facts, &check->arena, &diag_silent, &adt);
    }
    if (lists == ADTMAP_OK) {
        want_things(check, tile, adt);
    }
    return lists == ADTMAP_NO_MEMORY ? lists : status;
}

static enum adtmap_status check_file(struct check *check, uint32_t x, uint32_t y,
                                     const char *origin)
{
    struct adtmap_message why = {0};
    struct tile_files files;
    uint32_t tile = y * TILE_SET_GRID + x;
    const struct diag diag = {origin, check->diag->log, &why};
    enum adtmap_status status = map_read_tile(check->map, x, y, &diag, &files);
    if (status == ADTMAP_OK) {
        status = want_of_tile(check, tile, &files.adt, &diag);
        tile_files_release(&files);
        arena_reset(&check->arena);
    }
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(check->diag);
    }
    if (status) {
        diag_warn(&diag, why.chunk[0] ? why.chunk : NULL, why.offset, "%s", why.what);
        add_reference(check, MISSING_TERRAIN, tile, origin);
    }
    return ADTMAP_OK;
}

/* Tiles of nothing but water need no file. */
static enum adtmap_status check_tile(struct check *check, uint32_t x, uint32_t y)
{
    char origin[512];
    map_tile_origin(check->map, x, y, origin, sizeof origin);
    if (tile_set_has(&check->map->files, x, y)) {
        return check_file(check, x, y, origin);
    }
    if (!tile_set_has(&check->map->tiles_without_adt, x, y)) {
        add_reference(check, MISSING_TILE, y * TILE_SET_GRID + x, origin);
    }
    return ADTMAP_OK;
}

/* The files that a building wants, on behalf of one tile. */
static void want_parts(struct check *check, const struct wmo *root, const char *name, uint32_t tile)
{
    for (uint32_t i = 0; root->storage == WMO_GROUPS_IN_FILES && i < root->group_count; i++) {
        struct asset group;
        wmo_model_find_group(check->map->data->assets, root, name, i, &group);
        add_reference(check, MISSING_BUILDING_GROUP, tile, group.name);
    }
    for (uint32_t i = 0; i < root->material_count; i++) {
        const struct wmo_material *material = &root->materials[i];
        for (uint32_t k = 0; k < material->texture_count; k++) {
            audit_add_file(check, MISSING_BUILDING_TEXTURE, tile, material->textures[k].name,
                           material->textures[k].file_id);
        }
    }
    for (uint32_t i = 0; i < root->doodad_count; i++) {
        audit_add_doodad(check, tile, root->doodads[i].name, root->doodads[i].file_id);
    }
}

/* The files that a model wants, on behalf of one tile. `file` is the model's, `parent_id` that of
 * its skeleton's parent; 0: none. */
static void want_model_parts(struct check *check, const struct m2_file *model, const char *file,
                             uint32_t parent_id, uint32_t tile)
{
    const struct assets *assets = check->map->data->assets;
    struct asset part;
    if (model->needs_skin) {
        m2_asset_find_part(assets, file, "00.skin", model->skin_id, &part);
        add_reference(check, MISSING_DOODAD_PART, tile, part.name);
    }
    if (model->skeleton_id) {
        m2_asset_find_part(assets, file, ".skel", model->skeleton_id, &part);
        add_reference(check, MISSING_DOODAD_PART, tile, part.name);
    }
    audit_add_file(check, MISSING_DOODAD_PART, tile, NULL, parent_id);
    for (uint32_t i = 0; i < model->texture_count; i++) {
        audit_add_file(check, MISSING_DOODAD_TEXTURE, tile, model->textures[i].name,
                       model->textures[i].file_id);
    }
}

/* Warns why a file cannot be read, unless it is missing, and gives its bytes back. The pool reports
 * that memory ran out. */
static void end_reading(struct check *check, enum adtmap_status status, const struct diag *diag,
                        struct blob *blob)
{
    const struct adtmap_message *why = diag->failure;
    if (status == ADTMAP_NO_MEMORY) {
        check->pool.failed = true;
    } else if (status && status != ADTMAP_NOT_FOUND) {
        diag_warn(diag, why->chunk[0] ? why->chunk : NULL, why->offset, "%s", why->what);
    }
    blob_release(blob);
}

/* Reads a building into the arena; NULL if that fails. */
static struct wmo *read_building(struct check *check, const char *name)
{
    struct adtmap_message why = {0};
    char origin[512];
    struct blob blob = {0};
    struct wmo *root = NULL;
    assets_origin(check->map->data->assets, name, origin, sizeof origin);
    const struct diag diag = {origin, check->diag->log, &why};
    enum adtmap_status status = assets_read(check->map->data->assets, name, &diag, &blob);
    if (status == ADTMAP_OK) {
        status = wmo_read_root(blob.data, blob.size, &check->arena, &diag, &root);
    }
    end_reading(check, status, &diag, &blob);
    return status == ADTMAP_OK ? root : NULL;
}

/* What a building wants, on behalf of the tiles of `count` references. False: it is not there. */
static bool want_of_building(struct check *check, const struct reference *first, size_t count,
                             const char *name)
{
    const struct wmo *root = read_building(check, name);
    for (size_t i = 0; root && i < count; i++) {
        want_parts(check, root, name, first[i].tile);
    }
    return root != NULL;
}

/* The file id of the parent that a model's skeleton names; 0: none. */
static uint32_t read_skeleton_parent(struct check *check, const struct m2_file *model,
                                     const char *file)
{
    const struct assets *assets = check->map->data->assets;
    struct adtmap_message why = {0};
    struct asset part;
    struct blob blob = {0};
    if (!model->skeleton_id) {
        return 0;
    }
    m2_asset_find_part(assets, file, ".skel", model->skeleton_id, &part);
    const struct diag diag = {part.name, check->diag->log, &why};
    enum adtmap_status status = assets_read_found(assets, &part, ASSETS_WHOLE, &diag, &blob);
    uint32_t parent_id = status ? 0 : m2_skeleton_parent((struct m2_bytes){blob.data, blob.size});
    end_reading(check, status, &diag, &blob);
    return parent_id;
}

/* What a model wants, on behalf of the tiles of `count` references. False: it is not there. */
static bool want_of_model(struct check *check, const struct reference *first, size_t count,
                          const char *name)
{
    struct adtmap_message why = {0};
    struct asset file;
    struct blob blob = {0};
    struct m2_file *model = NULL;
    if (!m2_asset_find(check->map->data->assets, name, &file)) {
        return false;
    }
    const struct diag diag = {file.name, check->diag->log, &why};
    enum adtmap_status status =
        assets_read_found(check->map->data->assets, &file, ASSETS_WHOLE, &diag, &blob);
    if (status == ADTMAP_OK) {
        status = m2_read(blob.data, blob.size, &check->arena, &diag, &model);
    }
    uint32_t parent_id = status == ADTMAP_OK ? read_skeleton_parent(check, model, file.name) : 0;
    for (size_t i = 0; status == ADTMAP_OK && i < count; i++) {
        want_model_parts(check, model, file.name, parent_id, first[i].tile);
    }
    end_reading(check, status, &diag, &blob);
    return status == ADTMAP_OK;
}

/* References of one kind to one name: `count` of them, in order of tiles. */
static void resolve(struct check *check, const struct reference *first, size_t count)
{
    const char *name = name_of(check, first);
    uint32_t tile_count = 1;
    bool there = false;
    for (size_t i = 1; i < count; i++) {
        tile_count += first[i].tile != first[i - 1].tile;
    }
    if (first->kind == MISSING_BUILDING || first->kind == MISSING_DOODAD) {
        char copy[NAME_BYTES]; /* the pool grows */
        snprintf(copy, sizeof copy, "%s", name);
        there = first->kind == MISSING_BUILDING ? want_of_building(check, first, count, copy)
                                                : want_of_model(check, first, count, copy);
        arena_reset(&check->arena);
    } else if (first->kind != MISSING_TILE && first->kind != MISSING_TERRAIN) {
        there = assets_has(check->map->data->assets, name);
    }
    if (!there && !check->pool.failed) {
        const struct map_finding finding = {
            first->kind, name_of(check, first), first->tile == NO_TILE ? 0 : tile_count,
            first->tile % TILE_SET_GRID, first->tile / TILE_SET_GRID};
        check->visit(check->user, &finding);
    }
}

static int compare_references(const void *a, const void *b, void *pool)
{
    const char *strings = pool;
    const struct reference *x = a;
    const struct reference *y = b;
    if (x->kind != y->kind) {
        return x->kind < y->kind ? -1 : 1;
    }
    int order = strcmp(strings + x->name, strings + y->name);
    return order ? order : (x->tile > y->tile) - (x->tile < y->tile);
}

/* Resolves all references there are now; buildings and models add those of their parts. Doodads
 * wait for the second round, when those of all buildings are known. */
static enum adtmap_status resolve_all(struct check *check, int round)
{
    struct buffer taken = check->references;
    size_t count = taken.size / sizeof(struct reference);
    struct reference *references = (struct reference *)(void *)taken.data;
    check->references = (struct buffer){0};
    bool fine = !taken.failed && !check->pool.failed;
    if (fine && count > 1) {
        array_sort_in(references, count, sizeof *references, compare_references, check->pool.data);
    }
    for (size_t i = 0, end; fine && i < count; i = end) {
        for (end = i + 1;
             end < count && references[end].kind == references[i].kind &&
             strcmp(name_of(check, &references[end]), name_of(check, &references[i])) == 0;) {
            end++;
        }
        if (references[i].kind == MISSING_DOODAD && round == 0) {
            buffer_append(&check->references, &references[i], (end - i) * sizeof *references);
        } else {
            resolve(check, &references[i], end - i);
        }
    }
    buffer_free(&taken);
    return fine ? ADTMAP_OK : diag_fail_memory(check->diag);
}

enum adtmap_status map_audit(const struct adtmap_map *map, const struct diag *diag,
                             map_audit_visit *visit, void *user)
{
    struct check check = {.map = map, .diag = diag, .visit = visit, .user = user};
    struct tile_set tiles = map_tiles(map);
    enum adtmap_status status = ADTMAP_OK;
    if (map->building) {
        audit_add_file(&check, MISSING_BUILDING, NO_TILE, map->building->name,
                       map->building->file_id);
    }
    for (struct tile_step tile = {0}; !status && tile_set_next(&tiles, &tile);) {
        status = check_tile(&check, tile.x, tile.y);
    }
    /* First what the tiles want, then what their buildings want, then what doodads want. */
    for (int round = 0; status == ADTMAP_OK && round < 3; round++) {
        status = resolve_all(&check, round);
    }
    arena_free(&check.arena);
    buffer_free(&check.pool);
    buffer_free(&check.references);
    return status;
}

static const struct {
    const char *text;
    const char *id;
} kinds[MISSING_KINDS] = {
    [MISSING_TILE] = {"missing tile", "tile"},
    [MISSING_TERRAIN] = {"unreadable tile", "terrain"},
    [MISSING_TEXTURE] = {"missing texture", "texture"},
    [MISSING_BUILDING] = {"missing building", "building"},
    [MISSING_BUILDING_GROUP] = {"missing part of a building", "building group"},
    [MISSING_BUILDING_TEXTURE] = {"missing texture of a building", "building texture"},
    [MISSING_DOODAD] = {"missing doodad", "doodad"},
    [MISSING_DOODAD_PART] = {"missing part of a doodad", "doodad part"},
    [MISSING_DOODAD_TEXTURE] = {"missing texture of a doodad", "doodad texture"},
};

const char *missing_kind_text(enum missing_kind kind)
{
    return kinds[kind].text;
}

const char *missing_kind_id(enum missing_kind kind)
{
    return kinds[kind].id;
}

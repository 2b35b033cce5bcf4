/* The lists of the public API (adtmap/lists.h). */
#include "adtmap/lists.h"

#include "map/map.h"

enum adtmap_status adtmap_data_list_maps(struct adtmap_data *data,
                                         void (*visit)(void *user, const char *name), void *user,
                                         struct adtmap_message *failure)
{
    const struct diag diag = {.log = data->log, .failure = failure};
    return map_list(data, &diag, visit, user);
}

/* What receives placements. */
struct visitor {
    void (*visit)(void *user, const struct adtmap_placement *placement);
    void *user;
};

static void visit_all(const struct visitor *visitor, enum adtmap_placement_kind kind,
                      const struct adt_placement *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct adt_placement *item = &items[i];
        struct adtmap_placement placement = {
            .kind = kind,
            .unique_id = item->unique_id,
            .name = item->name,
            .file_id = item->file_id,
            .scale = (double)item->scale,
            .doodad_set = item->doodad_set,
            .flags = item->flags,
        };
        for (size_t k = 0; k < 3; k++) {
            placement.position[k] = item->position[k];
            placement.rotation[k] = (double)item->rotation[k];
        }
        visitor->visit(visitor->user, &placement);
    }
}

static enum adtmap_status lists_read_placements(const struct adtmap_map *map,
                                                const struct tile_files *files,
                                                const struct diag *diag,
                                                const struct visitor *visitor)
{
    struct adt_request wanted = map_adt_request(map, files->adt.x, files->adt.y);
    struct arena arena = {0};
    struct adt_tile *tile;
    wanted.contents = ADT_PLACEMENTS;
    enum adtmap_status status = adt_read(&files->adt, &wanted, &arena, diag, &tile);
    if (!status) {
        const struct adt_placements *all = &tile->placements;
        visit_all(visitor, ADTMAP_PLACEMENT_WMO, all->wmos, all->wmo_count);
        visit_all(visitor, ADTMAP_PLACEMENT_DOODAD, all->doodads, all->doodad_count);
    }
    arena_free(&arena);
    return status;
}

enum adtmap_status
adtmap_tile_list_placements(struct adtmap_map *map, uint32_t x, uint32_t y,
                            void (*visit)(void *user, const struct adtmap_placement *placement),
                            void *user, struct adtmap_message *failure)
{
    struct tile_files files;
    char origin[512];
    const struct visitor visitor = {visit, user};
    struct diag diag = {map->name, map->data->log, failure};
    if (x >= ADTMAP_GRID || y >= ADTMAP_GRID) {
        return diag_fail(&diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "tile %u_%u is outside the grid",
                         x, y);
    }
    if (!tile_set_has(&map->files, x, y)) {
        return ADTMAP_OK;
    }
    map_tile_origin(map, x, y, origin, sizeof origin);
    diag.file = origin;
    enum adtmap_status status = map_read_tile(map, x, y, &diag, &files);
    if (!status) {
        status = lists_read_placements(map, &files, &diag, &visitor);
        tile_files_release(&files);
    }
    return status;
}

#include "map/liquid_types.h"

#include <stdlib.h>
#include <string.h>

#include "map/tables/client_table.h"

static enum liquid_class class_of(enum dbc_liquid_class class)
{
    static const enum liquid_class classes[] = {
        [DBC_WATER] = LIQUID_WATER,
        [DBC_OCEAN] = LIQUID_OCEAN,
        [DBC_MAGMA] = LIQUID_MAGMA,
        [DBC_SLIME] = LIQUID_SLIME,
    };
    return classes[class];
}

static enum adtmap_status liquid_types_read_entries(struct liquid_types *types,
                                                    const struct table *table,
                                                    const struct diag *diag)
{
    types->entries = calloc(LIQUID_TYPES_MAX, sizeof *types->entries);
    if (!types->entries) {
        return diag_fail_memory(diag);
    }
    struct dbc_liquid liquid;
    for (uint32_t i = 0; i < table_count(table) && types->count < LIQUID_TYPES_MAX; i++) {
        if (table_liquid_at(table, i, &liquid)) {
            types->entries[types->count++] =
                (struct liquid_type_entry){liquid.id, class_of(liquid.class)};
        }
    }
    if (table_count(table) > LIQUID_TYPES_MAX && types->count == LIQUID_TYPES_MAX) {
        const struct diag at_table = diag_at(diag, table->name);
        diag_warn(&at_table, NULL, NO_OFFSET, "more than %d types; the rest left out",
                  LIQUID_TYPES_MAX);
    }
    return ADTMAP_OK;
}

enum adtmap_status liquid_types_load(struct liquid_types *types, const struct assets *assets,
                                     const struct diag *diag)
{
    struct blob blob;
    struct table table;
    *types = (struct liquid_types){0};
    enum adtmap_status status = client_table_open(assets, TABLE_LIQUIDS, diag, &blob, &table);
    if (!status && table_count(&table) > 0) {
        status = liquid_types_read_entries(types, &table, diag);
    }
    blob_release(&blob);
    return status;
}

void liquid_types_free(struct liquid_types *types)
{
    free(types->entries);
    *types = (struct liquid_types){0};
}

enum liquid_class liquid_types_class(const struct liquid_types *types, uint32_t type,
                                     enum liquid_class otherwise)
{
    for (uint32_t i = 0; i < types->count; i++) {
        if (types->entries[i].id == type) {
            return types->entries[i].class;
        }
    }
    return otherwise;
}

bool liquid_types_apply_to_grid(const struct liquid_types *types, struct liquid_grid *grid,
                                struct arena *arena)
{
    enum liquid_class class = liquid_types_class(types, grid->type, LIQUID_NONE);
    if (grid->type == LIQUID_TYPE_UNKNOWN || class == LIQUID_NONE) {
        return true;
    }
    uint8_t *quads = arena_alloc_dirty(arena, liquid_quads(grid), 1);
    if (!quads) {
        return false;
    }
    for (size_t quad = 0; quad < liquid_quads(grid); quad++) {
        quads[quad] = grid->quad[quad] == LIQUID_NONE ? LIQUID_NONE : (uint8_t) class;
    }
    grid->quad = quads;
    return true;
}

bool liquid_types_apply(const struct liquid_types *types, struct liquid_layers *layers,
                        struct arena *arena)
{
    struct liquid_layer *changed = arena_alloc_dirty(arena, layers->count, sizeof *changed);
    if (!changed) {
        return false;
    }
    for (uint32_t i = 0; i < layers->count; i++) {
        changed[i] = layers->layers[i];
        if (!liquid_types_apply_to_grid(types, &changed[i].grid, arena)) {
            return false;
        }
    }
    layers->layers = changed;
    return true;
}

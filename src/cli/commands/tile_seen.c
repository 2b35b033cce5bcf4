/*
 * Files of the data are compared by what they hold, and those that are named by their stamps: they
 * need not lie in the data.
 */
#include "cli/commands/tile_seen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "formats/file_kinds.h"
#include "map/open_data.h"
#include "os/file_stamp.h"

static uint64_t stamp_of(const char *path)
{
    struct file_stamp stamp;
    return path && file_stamp_of(path, &stamp) ? stamp.key : 0;
}

uint64_t tile_seen_stamps(const char *adt, const char *wdt, const char *rules)
{
    uint64_t sum = stamp_of(adt) + stamp_of(wdt) + stamp_of(rules);
    size_t stem = strlen(adt) - (name_has_suffix(adt, ".adt") ? strlen(".adt") : 0);
    for (int part = 0; part < TILE_PARTS; part++) {
        char *path = text_printf("%.*s%s", (int)stem, adt, tile_part_suffix((enum tile_part)part));
        sum += stamp_of(path);
        free(path);
    }
    return sum;
}

bool tile_seen_is_same(const struct tile_seen *seen, const struct adtmap_data *data,
                       uint64_t stamps)
{
    if (!seen->is_known || seen->stamps != stamps) {
        return false;
    }
    for (size_t i = 0; i < seen->count; i++) {
        struct dependency input = seen->inputs[i];
        input.key = 0;
        if (assets_compare(data->assets, 0, &input) != FILE_SAME) {
            return false;
        }
    }
    return true;
}

void tile_seen_take(struct tile_seen *seen, const struct adtmap_data *data,
                    const struct dep_set *inputs, uint64_t stamps)
{
    tile_seen_forget(seen);
    seen->inputs = calloc((size_t)inputs->count + 1, sizeof *seen->inputs);
    seen->is_known = seen->inputs && !inputs->failed;
    seen->stamps = stamps;
    for (uint32_t i = 0; i < inputs->count && seen->is_known; i++) {
        struct dependency input = assets_dependency(data->assets, inputs->items[i]);
        input.name = strdup(input.name);
        seen->is_known = input.name != NULL;
        seen->inputs[seen->count] = input;
        seen->count += seen->is_known;
    }
}

void tile_seen_forget(struct tile_seen *seen)
{
    for (size_t i = 0; i < seen->count; i++) {
        free((char *)(uintptr_t)seen->inputs[i].name);
    }
    free(seen->inputs);
    *seen = (struct tile_seen){0};
}

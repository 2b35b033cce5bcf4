#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/size.h"
#include "cli/report/describe_lists.h"
#include "cli/report/describe_parts.h"
#include "cli/report/flag_names.h"

static void add_entry(struct json *facts, const struct adt_placement *placement,
                      enum flag_field flags)
{
    static const struct json_field fields[] = {
        JSON_FIELD("unique_id", struct adt_placement, unique_id),
        JSON_FIELD("position", struct adt_placement, position),
        JSON_FIELD("rotation", struct adt_placement, rotation),
        JSON_FIELD("scale", struct adt_placement, scale),
    };
    static const struct json_field wmo_fields[] = {
        JSON_FIELD("doodad_set", struct adt_placement, doodad_set),
        JSON_FIELD("name_set", struct adt_placement, name_set),
    };
    describe_asset(facts, "name", placement->name, placement->file_id);
    json_fields(facts, fields, COUNT_OF(fields), placement);
    if (flags == FLAGS_MODF) {
        json_fields(facts, wmo_fields, COUNT_OF(wmo_fields), placement);
        for (struct list_walk at =
                 describe_values(facts, "doodad_sets_shown", placement->sets.count, SIZE_MAX);
             describe_next(&at);) {
            json_number(facts, NULL, placement->sets.sets[at.index]);
        }
    }
    flag_names_add(facts, "flags", flags, placement->flags);
}

/* `files`: each name once, with how often it is placed. `entries`: each placement. */
static void add_placements(struct json *facts, const char *files, const char *entries,
                           const struct adt_placement *placements, uint32_t count,
                           enum flag_field flags)
{
    struct used_file *used = malloc(((size_t)count + 1) * sizeof *used);
    for (uint32_t i = 0; used && i < count; i++) {
        used[i] = (struct used_file){placements[i].name, placements[i].file_id, 0, 0};
    }
    describe_used_files(facts, files, "placed", used, count);
    for (struct list_walk at = describe_list(facts, entries, count); describe_next(&at);) {
        add_entry(facts, &placements[at.index], flags);
    }
}

void describe_placements(const struct adt_placements *placed, struct json *facts)
{
    add_placements(facts, "doodads", "doodad_placements", placed->doodads, placed->doodad_count,
                   FLAGS_MDDF);
    add_placements(facts, "wmos", "wmo_placements", placed->wmos, placed->wmo_count, FLAGS_MODF);
}

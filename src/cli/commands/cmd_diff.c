/* adtmap diff: what differs between the maps of two builds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <cjson/cJSON.h>

#include "base/buffer.h"
#include "base/size.h"
#include "cli/command.h"
#include "cli/commands/diff_pictures.h"
#include "cli/common.h"
#include "cli/report/diff_report.h"
#include "cli/session.h"

enum { OLD, NEW, SIDES };

struct diff_options {
    struct session_input data; /* of both sides, but for the paths */
    struct option_strings maps;
    bool is_long;
    const char *out;
    uint32_t size_px; /* of a picture */
    struct common_options common;
};

#define FIELD(member) .offset = offsetof(struct diff_options, member)

static const struct option_row rows[] = {
    {.name = "map",
     .letter = 'm',
     .argument = "MAP",
     .kind = &option_list,
     FIELD(maps),
     .help = "compares this map, the folder below World/Maps; repeats; all maps of both builds"},
    {.name = "long",
     .letter = 'l',
     .kind = &option_flag,
     FIELD(is_long),
     .help = "a line for each placement, not for each model; JSON always has them"},
    {.name = "out",
     .letter = 'o',
     .argument = "OUT",
     .kind = &option_string,
     FIELD(out),
     .help = "draws each tile that differs to OUT/MAP/MAP_XX_YY.png: old, new, and the changes "
             "outlined"},
    {.name = "size",
     .letter = 's',
     .argument = "PX",
     .kind = &option_whole,
     FIELD(size_px),
     .low = ADTMAP_SIZE_MIN_PX,
     .high = ADTMAP_SIZE_MAX_PX,
     .help = "edge of a tile in these pictures"},
};

/* The names of the maps of one side, NUL-terminated one after the other. */
struct map_list {
    struct buffer names;
    size_t count;
};

struct diffing {
    struct session *session;
    const struct diff_options *options;
    const char *paths[SIDES];
    struct adtmap_data *data[SIDES];
    struct map_list maps[SIDES];
    struct area_names areas[SIDES];
    cJSON *list;     /* array of the JSON result; NULL: text */
    size_t compared; /* maps of both sides */
    bool differs;
    bool failed;
};

static void report_failure(struct diffing *diffing, const struct adtmap_message *failure)
{
    messages_write(diffing->session->messages, failure);
    diffing->failed = true;
}

static void note_map(void *user, const char *name)
{
    struct map_list *list = user;
    buffer_append(&list->names, name, strlen(name) + 1);
    list->count++;
}

static bool has_map(const struct map_list *list, const char *wanted)
{
    const char *name = (const char *)list->names.data;
    for (size_t i = 0; i < list->count; i++, name += strlen(name) + 1) {
        if (strcasecmp(name, wanted) == 0) {
            return true;
        }
    }
    return false;
}

/* Says what a side without maps holds. */
static void report_no_maps(struct diffing *diffing, int side)
{
    char contents[ASSETS_CONTENTS_BYTES];
    assets_path_contents(diffing->data[side]->assets, 0, contents);
    messages_error(diffing->session->messages, "%s: no maps: %s", diffing->paths[side], contents);
}

/* Opens a side and lists its maps. */
static bool open_side(struct diffing *diffing, int side)
{
    struct adtmap_message failure = {0};
    const struct session_input *input = &diffing->options->data;
    const struct adtmap_log *log = messages_log(diffing->session->messages);
    const struct diag diag = {NULL, log, &failure};
    struct adtmap_data **data = &diffing->data[side];
    enum adtmap_status status =
        adtmap_data_open_client(&diffing->paths[side], 1, &input->client, log, data, &failure);
    if (!status && input->listfile) {
        status = adtmap_data_use_listfile(*data, input->listfile, &failure);
    }
    if (!status) {
        status = map_list(*data, &diag, note_map, &diffing->maps[side]);
    }
    if (!status) {
        status = area_names_open((*data)->assets, &diag, &diffing->areas[side]);
    }
    if (!status && diffing->maps[side].names.failed) {
        status = diag_fail_memory(&diag);
    }
    if (status) {
        messages_write(diffing->session->messages, &failure);
    } else if (diffing->maps[side].count == 0) {
        report_no_maps(diffing, side);
    }
    return !status && diffing->maps[side].count > 0;
}

/* The result of a map that both sides have. */
static void report_map(struct diffing *diffing, struct adtmap_map *const maps[SIDES],
                       const struct map_diff *diff)
{
    struct diff_report report = {
        .map = maps[NEW]->name,
        .diff = diff,
        .areas = {&diffing->areas[OLD], &diffing->areas[NEW]},
        .is_long = diffing->options->is_long,
    };
    for (int side = 0; side < SIDES; side++) {
        struct tile_set tiles = map_tiles(maps[side]);
        report.tile_counts[side] = tile_set_count(&tiles);
    }
    diffing->differs = diffing->differs || !map_diff_is_empty(diff);
    diffing->failed = diffing->failed || diff->fate_counts[TILE_UNREADABLE] > 0;
    if (diffing->list) {
        common_json_append(diffing->list, diff_json(&report));
    } else if (diffing->options->common.verbosity != VERBOSITY_QUIET) {
        diff_print(&report);
    }
}

static void draw_map(struct diffing *diffing, struct adtmap_map *const maps[SIDES],
                     const struct map_diff *diff)
{
    const struct diff_options *options = diffing->options;
    if (options->out && !map_diff_is_empty(diff) &&
        !diff_pictures_write(maps[OLD], maps[NEW], diff, options->out, options->size_px,
                             diffing->session->messages)) {
        diffing->failed = true;
    }
}

static void compare_map(struct diffing *diffing, const char *name)
{
    struct adtmap_map *maps[SIDES] = {NULL};
    struct adtmap_message failure = {0};
    const struct diag diag = {NULL, messages_log(diffing->session->messages), &failure};
    struct map_diff *diff = calloc(1, sizeof *diff);
    enum adtmap_status status = diff ? ADTMAP_OK : diag_fail_memory(&diag);
    for (int side = 0; side < SIDES && !status; side++) {
        status = adtmap_map_open(diffing->data[side], name, &maps[side], &failure);
    }
    if (!status) {
        status = map_diff_make(maps[OLD], maps[NEW], &diag, diff);
    }
    if (status) {
        report_failure(diffing, &failure);
    } else {
        diffing->compared++;
        report_map(diffing, maps, diff);
        draw_map(diffing, maps, diff);
    }
    if (diff) {
        map_diff_free(diff);
        free(diff);
    }
    adtmap_map_close(maps[OLD]);
    adtmap_map_close(maps[NEW]);
}

/* A map that one side has. */
static void report_lonely(struct diffing *diffing, const char *name, const char *state)
{
    diffing->differs = true;
    if (diffing->list) {
        cJSON *entry = cJSON_CreateObject();
        cJSON_AddStringToObject(entry, "name", name);
        cJSON_AddStringToObject(entry, "state", state);
        common_json_append(diffing->list, entry);
    } else if (diffing->options->common.verbosity != VERBOSITY_QUIET) {
        common_print_name(name);
        printf(": map %s\n", state);
    }
}

/* All maps of both sides: first the old ones, then those that only the new side has. */
static void compare_all(struct diffing *diffing)
{
    const char *name = (const char *)diffing->maps[OLD].names.data;
    for (size_t i = 0; i < diffing->maps[OLD].count; i++, name += strlen(name) + 1) {
        if (has_map(&diffing->maps[NEW], name)) {
            compare_map(diffing, name);
        } else {
            report_lonely(diffing, name, "removed");
        }
    }
    name = (const char *)diffing->maps[NEW].names.data;
    for (size_t i = 0; i < diffing->maps[NEW].count; i++, name += strlen(name) + 1) {
        if (!has_map(&diffing->maps[OLD], name)) {
            report_lonely(diffing, name, "added");
        }
    }
}

/* One of the maps asked for. */
static void compare_asked(struct diffing *diffing, const char *name)
{
    for (int side = 0; side < SIDES; side++) {
        if (!has_map(&diffing->maps[side], name)) {
            messages_error(diffing->session->messages, "%s: no map \"%s\"", diffing->paths[side],
                           name);
            diffing->failed = true;
            return;
        }
    }
    compare_map(diffing, name);
}

static void compare_maps(struct diffing *diffing)
{
    const struct option_strings *asked = &diffing->options->maps;
    for (size_t i = 0; i < asked->count; i++) {
        compare_asked(diffing, asked->items[i]);
    }
    if (asked->count == 0) {
        compare_all(diffing);
    }
    if (diffing->compared == 0 && !diffing->failed) {
        messages_error(diffing->session->messages, "%s and %s have no map in common",
                       diffing->paths[OLD], diffing->paths[NEW]);
        diffing->failed = true;
    }
}

/* Compares what is open, and prints the result. */
static enum exit_status compare_and_print(struct diffing *diffing)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "old", diffing->paths[OLD]);
    cJSON_AddStringToObject(document, "new", diffing->paths[NEW]);
    cJSON *list = cJSON_AddArrayToObject(document, "maps");
    diffing->list = diffing->options->common.json ? list : NULL;
    compare_maps(diffing);
    if (!diffing->list) {
        cJSON_Delete(document);
    } else if (!common_print_json(diffing->session->messages, document)) {
        return EXIT_NOT_RUN;
    }
    if (diffing->compared == 0) {
        return EXIT_NOT_RUN;
    }
    return diffing->differs || diffing->failed ? EXIT_PARTIAL : EXIT_OK;
}

static enum exit_status diff(struct session *session, const void *given)
{
    struct diffing diffing = {
        .session = session,
        .options = given,
        .paths = {session->operands.items[OLD], session->operands.items[NEW]},
    };
    enum exit_status left = EXIT_NOT_RUN;
    if (open_side(&diffing, OLD) && open_side(&diffing, NEW)) {
        left = compare_and_print(&diffing);
    }
    for (int side = 0; side < SIDES; side++) {
        area_names_close(&diffing.areas[side]);
        buffer_free(&diffing.maps[side].names);
        adtmap_data_close(diffing.data[side]);
    }
    return left;
}

static enum exit_status run(int argc, char **argv)
{
    struct diff_options options = {.size_px = 256};
    const struct option_table tables[] = {
        {"Comparing", rows, COUNT_OF(rows), &options},
        session_listfile_table(&options.data),
        common_table_json(&options.common),
    };
    const struct command_line line = {
        .command = command_diff.name,
        .synopsis = "OLD NEW [options]",
        .about = "Compares the maps of two builds, each a client's folder or a directory with "
                 "client files: tiles that were added and removed, and why a tile looks different "
                 "(terrain, textures, shadows, holes, areas, liquids, buildings and doodads). It "
                 "compares what is drawn, so builds of different clients can be compared. Leaves "
                 "with 0 when nothing differs, 1 when something does, 2 when nothing could be "
                 "compared.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
        .operands_min = SIDES,
        .operands_max = SIDES,
        .operand = "DATA",
    };
    return session_run(&line, argc, argv, &options.common.verbosity, diff, &options);
}

const struct command command_diff = {"diff", "tells what differs between two builds", run};

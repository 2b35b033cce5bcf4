/* adtmap diff: what differs between the maps of two builds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/diff/diff_edited.h"
#include "cli/diff/diff_pictures.h"
#include "cli/diff/diff_side.h"
#include "cli/diff/diff_zones.h"
#include "cli/diff/map_report.h"
#include "cli/diff/report_files.h"
#include "cli/out_folder.h"
#include "cli/session.h"
#include "os/output_file.h"

enum { OLD, NEW, SIDES };

struct diff_options {
    struct session_input data; /* of both sides; their paths come before OLD or NEW */
    struct option_strings maps;
    bool is_long;
    const char *out;
    struct report_files files;
    uint32_t size_px; /* of a picture */
    struct common_options common;
};

#define FIELD(member) .offset = offsetof(struct diff_options, member)

static const struct option_row rows[] = {
    {.name = "data",
     .letter = 'd',
     .argument = "DATA",
     .kind = &option_list,
     FIELD(data.paths),
     .help =
         "data that both builds have in common, such as the client that OLD and NEW are patches "
         "of; repeats; files of OLD and NEW come before it"},
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
     .is_path = true,
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

struct diffing {
    struct session *session;
    const struct diff_options *options;
    struct diff_side sides[SIDES];
    struct diff_pictures pictures; /* of the tiles that differ */
    struct report report;
    struct json *json; /* an array of maps has begun; NULL: text */
    size_t compared;   /* maps of both sides */
    bool differs;
    bool failed;
    bool lacks_memory; /* what is told is not all */
};

/* Tells of a map. What files need of it is kept, if any are asked for. */
static void tell(struct diffing *diffing, const struct report_part *part)
{
    const struct report_files *files = &diffing->options->files;
    if (part && diffing->json) {
        report_json(diffing->json, part);
    } else if (part && diffing->options->common.verbosity != VERBOSITY_QUIET) {
        report_print(part);
    }
    diffing->lacks_memory |= !report_is_whole(&diffing->report);
    if (!files->page && !files->junit && !files->markdown) {
        report_free(&diffing->report);
    }
}

/* Tells what differs between two maps of client data. */
static void report_map(struct diffing *diffing, const struct diff_map maps[SIDES],
                       const struct map_diff *diff)
{
    const struct data_report source = {
        .map = maps[NEW].map->name,
        .diff = diff,
        .areas = {&diffing->sides[OLD].areas, &diffing->sides[NEW].areas},
        .is_long = diffing->options->is_long,
        .drawn_px = diffing->pictures.are_apart ? diffing->pictures.size_px : 0,
    };
    tell(diffing, data_report_add(&source, &diffing->report));
}

/* Draws the tiles that differ, if that is asked for. */
static void draw_map(struct diffing *diffing, const struct diff_map maps[SIDES],
                     const struct map_diff *diff)
{
    if (diffing->pictures.out && !map_diff_is_empty(diff) &&
        !diff_pictures_write(maps[OLD].map, maps[NEW].map, diff, &diffing->pictures,
                             diffing->session->messages)) {
        diffing->failed = true;
    }
}

/* Two maps of client data. */
static enum adtmap_status compare_data(struct diffing *diffing, const struct diff_map maps[SIDES],
                                       const struct diag *diag)
{
    struct map_diff *diff = calloc(1, sizeof *diff);
    if (!diff) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status = map_diff_make(maps[OLD].map, maps[NEW].map, diag, diff);
    if (!status) {
        diffing->differs = diffing->differs || !map_diff_is_empty(diff);
        diffing->failed = diffing->failed || diff->fate_counts[TILE_UNREADABLE] > 0;
        report_map(diffing, maps, diff);
        draw_map(diffing, maps, diff);
    }
    map_diff_free(diff);
    free(diff);
    return status;
}

static bool make_log_diff(const struct diff_map maps[SIDES], struct build_log_diff *diff)
{
    if (maps[OLD].log && maps[NEW].log) {
        return build_log_diff_logs(maps[OLD].log, maps[NEW].log, diff);
    }
    int drawn = maps[OLD].log ? OLD : NEW;
    bool fine = build_log_diff_data(maps[drawn].log, maps[!drawn].map, diff);
    if (drawn == NEW) {
        build_log_diff_reverse(diff);
    }
    return fine;
}

/* Two maps of which one has been drawn, or both have. */
static enum adtmap_status compare_drawn(struct diffing *diffing, const char *name,
                                        const struct diff_map maps[SIDES], const struct diag *diag)
{
    struct build_log_diff *diff = calloc(1, sizeof *diff);
    struct diff_zones zones = {0};
    bool fine = diff && make_log_diff(maps, diff);
    fine = fine && diff_edited_compare(maps, diffing->session, diff);
    if (fine && maps[OLD].log && maps[NEW].log) {
        fine = diff_zones_find(diffing->sides, maps, name, diffing->session, &zones);
    }
    if (fine) {
        diffing->differs |= !build_log_diff_is_empty(diff) || zones.count > 0;
        diffing->failed |= zones.fate_counts[TILE_UNREADABLE] > 0;
        diffing->failed |= diff->fate_counts[TILE_UNREADABLE] > 0;
    }
    if (fine) {
        const struct log_report source = {name, diff, &zones};
        tell(diffing, log_report_add(&source, &diffing->report));
    }
    diff_zones_free(&zones);
    if (diff) {
        build_log_diff_free(diff);
        free(diff);
    }
    return fine ? ADTMAP_OK : diag_fail_memory(diag);
}

/* A map that both sides have. */
static void compare_map(struct diffing *diffing, const char *name)
{
    struct diff_map maps[SIDES] = {{0}};
    const struct diag *diag = &diffing->session->diag;
    enum adtmap_status status = ADTMAP_OK;
    for (int side = 0; side < SIDES && !status; side++) {
        status = diff_side_open_map(&diffing->sides[side], name, diag, &maps[side]);
    }
    if (!status) {
        status = maps[OLD].map && maps[NEW].map ? compare_data(diffing, maps, diag)
                                                : compare_drawn(diffing, name, maps, diag);
    }
    if (status) {
        session_fail(diffing->session);
        diffing->failed = true;
    }
    diffing->compared += !status;
    diff_map_close(&maps[OLD]);
    diff_map_close(&maps[NEW]);
}

/* A map that one side has. */
static void report_lonely(struct diffing *diffing, const char *name, enum report_verdict verdict)
{
    diffing->differs = true;
    tell(diffing, lonely_report_add(name, verdict, &diffing->report));
}

/* All maps of both sides: first the old ones, then those that only the new side has. */
static void compare_all(struct diffing *diffing)
{
    const struct diff_side *sides = diffing->sides;
    const char *spelled;
    const char *name = (const char *)sides[OLD].maps.data;
    for (size_t i = 0; i < sides[OLD].map_count; i++, name += strlen(name) + 1) {
        if (diff_side_has(&sides[NEW], name, &spelled)) {
            compare_map(diffing, name);
        } else {
            report_lonely(diffing, name, REPORT_REMOVED);
        }
    }
    name = (const char *)sides[NEW].maps.data;
    for (size_t i = 0; i < sides[NEW].map_count; i++, name += strlen(name) + 1) {
        if (!diff_side_has(&sides[OLD], name, &spelled)) {
            report_lonely(diffing, name, REPORT_ADDED);
        }
    }
}

/* One of the maps asked for. */
static void compare_asked(struct diffing *diffing, const char *name)
{
    for (int side = 0; side < SIDES; side++) {
        const char *spelled;
        if (!diff_side_has(&diffing->sides[side], name, &spelled)) {
            messages_error(diffing->session->messages, "%s: no map \"%s\"",
                           diffing->sides[side].path, name);
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
                       diffing->sides[OLD].path, diffing->sides[NEW].path);
        diffing->failed = true;
    }
}

/* Compares what is open, and prints the result. */
static enum exit_status compare_and_print(struct diffing *diffing)
{
    struct buffer text = {0};
    struct json json = json_to(&text, JSON_INDENTED);
    json_object(&json, NULL);
    json_string(&json, "old", diffing->sides[OLD].path);
    json_string(&json, "new", diffing->sides[NEW].path);
    json_array(&json, "maps");
    diffing->json = diffing->options->common.json ? &json : NULL;
    compare_maps(diffing);
    for (int side = 0; side < SIDES; side++) {
        const struct adtmap_data *data = diffing->sides[side].data;
        diffing->failed |= data && assets_unread_count(data->assets) > 0;
    }
    json_end(&json);
    json_end(&json);
    if (diffing->json && !common_print_json(diffing->session->messages, &text)) {
        return EXIT_NOT_RUN;
    }
    buffer_free(&text);
    const struct diag *diag = &diffing->session->diag;
    if (!session_check(diffing->session,
                       diffing->lacks_memory
                           ? diag_fail_memory(diag)
                           : report_write(&diffing->report, &diffing->options->files, diag))) {
        return EXIT_NOT_RUN;
    }
    if (diffing->compared == 0) {
        return EXIT_NOT_RUN;
    }
    return diffing->differs || diffing->failed ? EXIT_PARTIAL : EXIT_OK;
}

/* False, said on stderr, if what is asked for has nowhere to go. */
static bool can_write(const struct diffing *diffing, const char *out)
{
    const struct session *session = diffing->session;
    char *const *paths = session->operands.items;
    const struct option_strings data = {{paths[OLD], paths[NEW]}, 2};
    enum adtmap_status status = report_check(&diffing->options->files, &session->diag);
    if (!status && out) {
        status = out_folder_check(out, &data, &session->diag);
    }
    if (!status && out) {
        status = output_check_folder(out, &session->diag);
    }
    return session_check(session, status);
}

static enum exit_status diff(struct session *session, const void *given)
{
    const struct diff_options *options = given;
    char *const *paths = session->operands.items;
    const char *page = options->files.page;
    struct diffing diffing = {
        .session = session, .options = options, .report = {.command = "adtmap diff"}};
    enum exit_status left = EXIT_NOT_RUN;
    char problem[OPTION_PROBLEM_BYTES];
    if (page && options->out) {
        return session_refuse(session, "--report draws pictures of its own: not with -o");
    }
    if (!report_check_address(&options->files, problem)) {
        return session_refuse(session, "%s", problem);
    }
    bool fine = diff_side_open(&diffing.sides[OLD], paths[OLD], &options->data, session->messages);
    fine =
        fine && diff_side_open(&diffing.sides[NEW], paths[NEW], &options->data, session->messages);
    bool are_data = diffing.sides[OLD].data && diffing.sides[NEW].data;
    diffing.pictures = (struct diff_pictures){
        .out = options->out ? options->out
               : are_data   ? page
                            : NULL,
        .size_px = options->size_px,
        .are_apart = page && are_data,
    };
    if (fine && options->out && !are_data) {
        command_line_wrong(session->line, "-o draws client data: of output folders, 'adtmap "
                                          "compare' compares the pictures");
    } else if (fine && can_write(&diffing, options->out ? options->out : page)) {
        left = compare_and_print(&diffing);
    }
    report_free(&diffing.report);
    diff_side_close(&diffing.sides[OLD]);
    diff_side_close(&diffing.sides[NEW]);
    return left;
}

static enum exit_status run(int argc, char **argv)
{
    struct diff_options options = {.size_px = 256};
    const struct option_table tables[] = {
        {"Comparing", rows, COUNT_OF(rows), &options},
        report_files_table("Reports", &options.files),
        session_listfile_table(&options.data),
        common_table_json(&options.common),
    };
    const struct command_line line = {
        .command = command_diff.name,
        .examples = command_diff.examples,
        .synopsis = "OLD NEW [options]",
        .about =
            "Compares the maps of two builds, each a client's folder, a directory with client "
            "files, or OUT of an earlier 'render': tiles that were added and removed, and why a "
            "tile looks different "
            "(terrain, textures, shadows, holes, areas, liquids, buildings and doodads). It "
            "compares what is drawn, so builds of different clients can be compared. Of an OUT it "
            "compares pictures, also those of zones, and the files that they were made of. Leaves "
            "with 0 when nothing differs, 1 when something does, 2 when nothing could be "
            "compared.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
        .operands_min = SIDES,
        .operands_max = SIDES,
        .operand = "OLD or NEW",
    };
    return session_run(&line, argc, argv, &options.common.verbosity, diff, &options);
}

const struct command command_diff = {
    "diff",
    "tells what differs between two builds",
    run,
    {{"adtmap diff old-client client -m Azeroth", "which tiles of a map look different, and why"},
     {"adtmap diff old-site site --json", "the same of two output folders, for programs"}}};

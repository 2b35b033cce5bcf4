/* adtmap render: a map, or some of its tiles, to PNG files. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include <cjson/cJSON.h>

#include "base/size.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/drawing.h"
#include "cli/layer_options.h"
#include "cli/products.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "job/job.h"
#include "job/shard.h"

struct render_options {
    struct session_input data;
    const char *map;
    struct option_optional_tiles tiles;
    const char *out;
    enum png_effort effort;
    bool strict;
    enum job_again again;
    bool is_check;
    const char *shard;
    struct layer_options layers;
    struct product_options products;
    struct drawing_options drawing;
    struct common_options common;
};

#define FIELD(member) .offset = offsetof(struct render_options, member)

static const char *const effort_names[] = {
    [PNG_FAST] = "fast", [PNG_BALANCED] = "balanced", [PNG_SMALL] = "small", NULL};

static const struct option_row input_rows[] = {
    {.name = "map",
     .letter = 'm',
     .argument = "MAP",
     .kind = &option_string,
     FIELD(map),
     .need = OPTION_REQUIRED,
     .help = "the map's folder below World/Maps, case ignored"},
    {.name = "tiles",
     .letter = 't',
     .argument = "TILES",
     .kind = &option_tiles,
     FIELD(tiles),
     .help =
         "only these: X_Y or X1-X2_Y1-Y2, comma-separated, 0..63 (default all the map has); "
         "exit status 1 when a tile that is given as X_Y is none of the map's, or not in the data"},
    {.name = "no-wdl",
     .kind = &option_assign,
     FIELD(drawing.settings.far),
     .value = ADTMAP_FAR_NEVER,
     .help = "leaves out tiles that the map lists and the data hold no ADT of; else they are drawn "
             "from the map's far-away terrain, its WDL"},
    {.name = "wdl",
     .kind = &option_assign,
     FIELD(drawing.settings.far),
     .value = ADTMAP_FAR_ONLY,
     .help =
         "draws the map from its WDL alone, relief in colours of height: an overview in no time"},
    {.name = "strict",
     .kind = &option_flag,
     FIELD(strict),
     .help = "takes missing textures and objects for failures"},
};

static const struct option_row output_rows[] = {
    {.name = "out",
     .letter = 'o',
     .argument = "OUT",
     .kind = &option_string,
     FIELD(out),
     .need = OPTION_REQUIRED,
     .help = "where to write OUT/MAP/tiles/MAP_XX_YY.png and the rest"},
    {.name = "force",
     .kind = &option_assign,
     FIELD(again),
     .value = JOB_FORCE,
     .help = "draws all tiles anew; else those are left alone that an earlier run has drawn of the "
             "same files, with the same settings"},
    {.name = "check",
     .kind = &option_flag,
     FIELD(is_check),
     .help =
         "draws and writes nothing: says what would be drawn and put together anew and why, exit "
         "status 1 if anything would; with --layer that is every tile, for data layers keep no "
         "record"},
    {.name = "shard",
     .argument = "I/N",
     .kind = &option_string,
     FIELD(shard),
     .help =
         "draws the I-th of N parts of the tiles, for 'adtmap merge' to join; auto: the part of "
         "a Slurm array task or of a Kubernetes Indexed Job's pod"},
    {.name = "png",
     .kind = &option_choice,
     FIELD(effort),
     .choices = effort_names,
     .help = "how hard PNG files are compressed"},
};

static void show_progress(void *user, const struct job_progress *progress)
{
    progress_update(user, progress->done, progress->total, progress->failed, progress->seconds);
}

static cJSON *failures_json(const struct job_result *result)
{
    cJSON *failures = cJSON_CreateArray();
    for (uint32_t i = 0; i < result->failure_count; i++) {
        const struct job_failure *failure = &result->failures[i];
        char tile[16];
        char reason[sizeof failure->message];
        snprintf(tile, sizeof tile, "%u_%u", (unsigned)failure->x, (unsigned)failure->y);
        adtmap_message_format(&failure->message, reason, sizeof reason);
        cJSON *entry = cJSON_CreateObject();
        cJSON_AddStringToObject(entry, "tile", tile);
        cJSON_AddStringToObject(entry, "reason", reason);
        common_json_append(failures, entry);
    }
    return failures;
}

static const char *const reason_names[] = {
    [JOB_CURRENT] = "current",   [JOB_NEW] = "new",       [JOB_FORCED] = "forced",
    [JOB_SETTINGS] = "settings", [JOB_MAP] = "map",       [JOB_INPUT] = "input",
    [JOB_OUTPUT] = "output",     [JOB_STRICT] = "strict", [JOB_LAYERS] = "layers",
    [JOB_GONE] = "gone",
};

/* "32_48: world/maps/azeroth/azeroth_32_48.adt has changed" */
static void format_change(const struct job_change *change, char *text, size_t size)
{
    static const char *const why[] = {
        [JOB_CURRENT] = "is as it would be drawn",
        [JOB_NEW] = "is not drawn yet, or failed",
        [JOB_FORCED] = "is to be drawn anew",
        [JOB_SETTINGS] = "was drawn with other settings",
        [JOB_MAP] = "the WDT, or the tiles beside it, have changed",
        [JOB_INPUT] = "has changed, is new or gone",
        [JOB_OUTPUT] = "its PNG is not as it was written",
        [JOB_STRICT] = "was drawn without things that are missing",
        [JOB_LAYERS] = "data layers keep no record",
        [JOB_GONE] = "is no tile of the map any more",
    };
    snprintf(text, size, "%u_%u: %s%s%s", (unsigned)change->x, (unsigned)change->y, change->input,
             change->input[0] ? " " : "", why[change->reason]);
}

static cJSON *changes_json(const struct job_result *result)
{
    cJSON *changes = cJSON_CreateArray();
    for (uint32_t i = 0; i < result->change_count; i++) {
        const struct job_change *change = &result->changes[i];
        char tile[16];
        snprintf(tile, sizeof tile, "%u_%u", (unsigned)change->x, (unsigned)change->y);
        cJSON *entry = cJSON_CreateObject();
        cJSON_AddStringToObject(entry, "tile", tile);
        cJSON_AddStringToObject(entry, "reason", reason_names[change->reason]);
        if (change->input[0]) {
            cJSON_AddStringToObject(entry, "input", change->input);
        }
        cJSON_AddItemToArray(changes, entry);
    }
    return changes;
}

static const struct {
    uint32_t output;
    const char *name;
    const char *what;
} products[] = {
    {JOB_STITCH, "stitched", "the stitched map would be made anew"},
    {JOB_WEB, "web", "zoom levels and pages would be made anew"},
};

static cJSON *products_json(const struct job_result *result)
{
    cJSON *names = cJSON_CreateArray();
    for (size_t i = 0; i < COUNT_OF(products); i++) {
        if (result->products & products[i].output) {
            cJSON_AddItemToArray(names, cJSON_CreateString(products[i].name));
        }
    }
    return names;
}

static cJSON *times_json(const struct job_times *times)
{
    cJSON *stages = cJSON_CreateObject();
    cJSON_AddNumberToObject(stages, "read", times->read);
    cJSON_AddNumberToObject(stages, "decode", times->decode);
    cJSON_AddNumberToObject(stages, "draw", times->draw);
    cJSON_AddNumberToObject(stages, "encode", times->encode);
    cJSON_AddNumberToObject(stages, "write", times->write);
    return stages;
}

/* The most memory this process has had, as the system counts it. */
static double peak_bytes(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (double)usage.ru_maxrss * 1024.0 : 0.0;
}

static bool print_json(struct messages *messages, const struct job_result *result)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "map", result->map);
    cJSON_AddStringToObject(document, "directory", result->directory);
    cJSON_AddNumberToObject(document, "tiles", result->drawn);
    cJSON_AddNumberToObject(document, "unchanged", result->unchanged);
    common_json_put(document, "changes", changes_json(result));
    common_json_put(document, "products", products_json(result));
    common_json_put(document, "failed", failures_json(result));
    cJSON_AddNumberToObject(document, "from_wdl", result->far);
    cJSON_AddNumberToObject(document, "absent", result->absent);
    cJSON_AddNumberToObject(document, "stand_ins", result->stand_ins);
    cJSON_AddNumberToObject(document, "warnings", (double)messages_warning_count(messages));
    cJSON_AddNumberToObject(document, "seconds", result->seconds);
    common_json_put(document, "stage_seconds", times_json(&result->times));
    cJSON_AddNumberToObject(document, "peak_bytes", peak_bytes());
    return common_print_json(messages, document);
}

/* "out/Azeroth: 847 tiles in 12.30 s, 12 unchanged, 4 from the WDL, 2 failed, 3 listed without a
 * file" */
static void print_summary(const struct job_result *result, size_t warnings)
{
    printf("%s: %u tiles in %.2f s", result->directory, (unsigned)result->drawn, result->seconds);
    if (result->unchanged > 0) {
        printf(", %u unchanged", (unsigned)result->unchanged);
    }
    if (result->far > 0) {
        printf(", %u from the WDL", (unsigned)result->far);
    }
    if (result->failure_count > 0) {
        printf(", %u failed", (unsigned)result->failure_count);
    }
    if (result->absent > 0) {
        printf(", %u listed without a file", (unsigned)result->absent);
    }
    if (warnings > 0) {
        printf(", %zu %s", warnings, warnings == 1 ? "warning" : "warnings");
    }
    putchar('\n');
}

static bool name_tiles(const struct session *session, const char *map, const struct tile_set *tiles,
                       const char *what)
{
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (tile_set_has(tiles, x, y)) {
            messages_error(session->messages, "%s: %u_%u %s", map, (unsigned)x, (unsigned)y, what);
        }
    }
    return tile_set_count(tiles) > 0;
}

/* Names the tiles that were asked for one by one and cannot be had; false: there are no such. */
static bool name_lacking(const struct session *session, const struct job_result *result)
{
    bool lacking =
        name_tiles(session, result->map, &result->unlisted, "is none of the map's tiles");
    lacking |= name_tiles(session, result->map, &result->missing, "has no ADT in the data");
    return lacking;
}

/* Names what failed once more at the end, and says what there is now. */
static enum exit_status report(const struct render_options *options, struct session *session,
                               const struct job_result *result)
{
    for (uint32_t i = 0; i < result->failure_count; i++) {
        messages_write(session->messages, &result->failures[i].message);
    }
    if (options->common.json) {
        if (!print_json(session->messages, result)) {
            return EXIT_NOT_RUN;
        }
    } else if (options->common.verbosity != VERBOSITY_QUIET) {
        print_summary(result, messages_warning_count(session->messages));
        if (options->products.outputs & JOB_WEB) {
            printf("page: %s/index.html\n", result->directory);
        }
    }
    /* A WDT may list tiles nobody brought; tiles asked for by name are another matter. */
    bool lacking = name_lacking(session, result);
    return result->failure_count > 0 || lacking ? EXIT_PARTIAL : EXIT_WELL;
}

/* What --check found: a tile a line, then what is put together from tiles. */
static enum exit_status report_check(const struct render_options *options, struct session *session,
                                     const struct job_result *result)
{
    char line[256];
    if (options->common.json) {
        if (!print_json(session->messages, result)) {
            return EXIT_NOT_RUN;
        }
    } else if (options->common.verbosity != VERBOSITY_QUIET) {
        for (uint32_t i = 0; i < result->change_count; i++) {
            format_change(&result->changes[i], line, sizeof line);
            puts(line);
        }
        for (size_t i = 0; i < COUNT_OF(products); i++) {
            if (result->products & products[i].output) {
                puts(products[i].what);
            }
        }
        printf("%s: %u tiles would change, %u would not\n", result->directory,
               (unsigned)result->change_count, (unsigned)result->unchanged);
    }
    bool lacking = name_lacking(session, result);
    return result->change_count > 0 || result->products || lacking ? EXIT_PARTIAL : EXIT_WELL;
}

/* With -v: why tiles were drawn. */
static void explain(struct session *session, const struct job_result *result)
{
    for (uint32_t i = 0; i < result->change_count; i++) {
        struct adtmap_message message = {.level = ADTMAP_INFO, .offset = -1};
        format_change(&result->changes[i], message.what, sizeof message.what);
        messages_write(session->messages, &message);
    }
}

static enum exit_status render_map(struct session *session, const struct render_options *options,
                                   const struct adtmap_settings *settings,
                                   const struct job_shard *shard)
{
    if (!session_open_data(session, &options->data)) {
        return EXIT_NOT_RUN;
    }
    struct progress progress;
    struct job_result result = {0};
    struct adtmap_message failure = {0};
    progress_begin(&progress, session->messages, options->common.verbosity);
    struct job_settings job = {
        .tile = *settings,
        .out = options->out,
        .tiles = options->tiles.given ? &options->tiles.set : NULL,
        .named = &options->tiles.named,
        .effort = options->effort,
        .strict = options->strict,
        .layers = &options->layers.layers,
        .again = options->again,
        .is_check = options->is_check,
        .shard = *shard,
        .progress = show_progress,
        .user = &progress,
    };
    products_apply(&options->products, &job);
    job.outputs |= options->layers.no_picture ? JOB_NO_PICTURE : 0;
    enum adtmap_status status = job_render(session->data, options->map, &job, &result, &failure);
    progress_end(&progress);
    enum exit_status left = EXIT_NOT_RUN;
    if (status == ADTMAP_OK && options->is_check) {
        left = report_check(options, session, &result);
    } else if (status == ADTMAP_OK) {
        explain(session, &result);
        left = report(options, session, &result);
    } else {
        messages_write(session->messages, &failure);
    }
    job_result_free(&result);
    return left;
}

static const char *environment(const char *name)
{
    return getenv(name);
}

/* False, said on stderr, when there is no such shard, or it is asked for what shards cannot make.
 */
static bool read_shard(const struct session *session, const struct render_options *options,
                       struct job_shard *shard)
{
    char problem[SHARD_PROBLEM_BYTES];
    *shard = (struct job_shard){0};
    if (!options->shard) {
        return true;
    }
    if (!shard_read(options->shard, environment, shard, problem)) {
        command_line_wrong(session->line, "--shard: %s", problem);
        return false;
    }
    if (options->layers.layers.count > 0) {
        command_line_wrong(session->line, "--shard draws the picture only: not with --layer");
        return false;
    }
    if (options->products.changed) {
        command_line_wrong(session->line, "--shard knows a part of what changes: --changed is for "
                                          "'adtmap merge'");
        return false;
    }
    if (options->products.outputs) {
        command_line_wrong(session->line, "--shard draws tiles only: what is put together from all "
                                          "tiles is for 'adtmap merge'");
        return false;
    }
    return true;
}

static enum exit_status render(struct session *session, const void *given)
{
    const struct render_options *options = given;
    if (!products_check(session, &options->products)) {
        return EXIT_NOT_RUN;
    }
    if ((options->products.outputs & JOB_WEB) && options->layers.no_picture) {
        command_line_wrong(session->line, "--web shows the picture: not with --no-picture");
        return EXIT_NOT_RUN;
    }
    if ((options->products.outputs & JOB_STITCH) && options->layers.layers.height.each_tile) {
        command_line_wrong(session->line, "--height-range tile is of no use where --stitch joins "
                                          "the tiles: give MIN,MAX");
        return EXIT_NOT_RUN;
    }
    if (!layer_options_check(&options->layers, session->line)) {
        return EXIT_NOT_RUN;
    }
    struct adtmap_settings settings;
    struct adtmap_message failure;
    if (drawing_settings(&options->drawing, &settings, &failure) != ADTMAP_OK) {
        command_line_wrong(session->line, "%s", failure.what);
        return EXIT_NOT_RUN;
    }
    struct job_shard shard;
    if (!read_shard(session, options, &shard)) {
        return EXIT_NOT_RUN;
    }
    return render_map(session, options, &settings, &shard);
}

static enum exit_status run(int argc, char **argv)
{
    struct render_options options = {.effort = PNG_BALANCED};
    drawing_default(&options.drawing);
    layer_options_default(&options.layers);
    const struct option_table tables[] = {
        session_data_table(&options.data),
        {"Input", input_rows, COUNT_OF(input_rows), &options},
        {"Output", output_rows, COUNT_OF(output_rows), &options},
        products_table(&options.products),
        layer_options_table(&options.layers),
        products_web_table(&options.products),
        drawing_table(&options.drawing),
        drawing_objects_table(&options.drawing),
        common_table_json(&options.common),
    };
    const struct command_line line = {
        .command = command_render.name,
        .synopsis = "-d DATA... -m MAP -o OUT [options]",
        .about = "Draws a map from above, one PNG a tile. A tile that cannot be drawn is named and "
                 "does not stop the others. The same input gives the same files, however many "
                 "threads are at work.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
    };
    return session_run(&line, argc, argv, &options.common.verbosity, render, &options);
}

const struct command command_render = {"render", "draws a map, one PNG a tile", run};

/* adtmap render: a map, or some of its tiles, to PNG files. */
#include <stdio.h>
#include <sys/resource.h>

#include <cjson/cJSON.h>

#include "base/size.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/drawing.h"
#include "cli/layer_options.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "job/job.h"

struct render_options {
    struct session_input data;
    const char *map;
    struct option_optional_tiles tiles;
    const char *out;
    uint32_t outputs; /* enum job_output bits */
    enum png_effort effort;
    uint32_t threads;
    bool strict;
    enum web_format web_format;
    const char *markers;
    const char *leaflet;
    struct layer_options layers;
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
     .help = "only these: X_Y or X1-X2_Y1-Y2, comma-separated, 0..63 (default all the map has)"},
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
    {.name = "stitch",
     .kind = &option_set_bits,
     FIELD(outputs),
     .value = JOB_STITCH,
     .help = "also joins the tiles to OUT/MAP/MAP.png"},
    {.name = "full-grid",
     .kind = &option_set_bits,
     FIELD(outputs),
     .value = JOB_FULL_GRID,
     .help = "gives the joined picture all 64x64 places, not only those that have tiles"},
    {.name = "png",
     .kind = &option_choice,
     FIELD(effort),
     .choices = effort_names,
     .help = "how hard PNG files are compressed"},
    {.name = "jobs",
     .letter = 'j',
     .argument = "N",
     .kind = &option_whole,
     FIELD(threads),
     .low = 0,
     .high = 1024,
     .help = "threads, 0: one a core"},
};

static const struct option_row web_rows[] = {
    {.name = "web",
     .kind = &option_set_bits,
     FIELD(outputs),
     .value = JOB_WEB,
     .help = "also writes a website: zoom levels, OUT/MAP/index.html, and OUT/index.html for all "
             "maps in OUT"},
    {.name = "web-format",
     .kind = &option_choice,
     FIELD(web_format),
     .choices = web_format_names,
     .help = "what zoom levels are stored as; webp is lossless, smaller and slower"},
    {.name = "pmtiles",
     .kind = &option_set_bits,
     FIELD(outputs),
     .value = JOB_WEB | JOB_PMTILES,
     .help = "--web, and all zoom levels in one file too, OUT/MAP/MAP.pmtiles"},
    {.name = "markers",
     .argument = "FILE.geojson",
     .kind = &option_string,
     FIELD(markers),
     .help = "with --web: points to mark, in game coordinates [X, Y], with name, icon and color"},
    {.name = "leaflet",
     .argument = "DIR",
     .kind = &option_string,
     FIELD(leaflet),
     .help = "with --web: where leaflet.js and leaflet.css are, if not where Debian puts them"},
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

static bool print_json(const struct job_result *result, size_t warnings)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "map", result->map);
    cJSON_AddStringToObject(document, "directory", result->directory);
    cJSON_AddNumberToObject(document, "tiles", result->drawn);
    common_json_put(document, "failed", failures_json(result));
    cJSON_AddNumberToObject(document, "absent", result->absent);
    cJSON_AddNumberToObject(document, "stand_ins", result->stand_ins);
    cJSON_AddNumberToObject(document, "warnings", (double)warnings);
    cJSON_AddNumberToObject(document, "seconds", result->seconds);
    common_json_put(document, "stage_seconds", times_json(&result->times));
    cJSON_AddNumberToObject(document, "peak_bytes", peak_bytes());
    return common_print_json(document);
}

/* "out/Azeroth: 847 tiles in 12.30 s, 2 failed, 3 listed without a file" */
static void print_summary(const struct job_result *result, size_t warnings)
{
    printf("%s: %u tiles in %.2f s", result->directory, (unsigned)result->drawn, result->seconds);
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

/* Names what failed once more at the end, and says what there is now. */
static enum exit_status report(const struct render_options *options, struct session *session,
                               const struct job_result *result)
{
    for (uint32_t i = 0; i < result->failure_count; i++) {
        messages_write(session->messages, &result->failures[i].message);
    }
    if (options->common.json) {
        if (!print_json(result, messages_warning_count(session->messages))) {
            messages_error(session->messages, "out of memory");
            return EXIT_NOT_RUN;
        }
    } else if (options->common.verbosity != VERBOSITY_QUIET) {
        print_summary(result, messages_warning_count(session->messages));
        if (options->outputs & JOB_WEB) {
            printf("page: %s/index.html\n", result->directory);
        }
    }
    /* A WDT may list tiles nobody brought; tiles asked for by name are another matter. */
    bool lacking = options->tiles.given && result->absent > 0;
    return result->failure_count > 0 || lacking ? EXIT_PARTIAL : EXIT_WELL;
}

static enum exit_status render_map(struct session *session, const struct render_options *options,
                                   const struct adtmap_settings *settings)
{
    if (!session_open_data(session, &options->data)) {
        return EXIT_NOT_RUN;
    }
    struct progress progress;
    struct job_result result = {0};
    struct adtmap_message failure = {0};
    progress_begin(&progress, session->messages, options->common.verbosity);
    const struct job_settings job = {
        .tile = *settings,
        .out = options->out,
        .tiles = options->tiles.given ? &options->tiles.set : NULL,
        .threads = options->threads,
        .outputs = options->outputs | (options->layers.no_picture ? JOB_NO_PICTURE : 0),
        .effort = options->effort,
        .strict = options->strict,
        .layers = &options->layers.layers,
        .web_format = options->web_format,
        .markers = options->markers,
        .leaflet = options->leaflet,
        .progress = show_progress,
        .user = &progress,
    };
    enum adtmap_status status = job_render(session->data, options->map, &job, &result, &failure);
    progress_end(&progress);
    enum exit_status left = EXIT_NOT_RUN;
    if (status == ADTMAP_OK) {
        left = report(options, session, &result);
    } else {
        messages_write(session->messages, &failure);
    }
    job_result_free(&result);
    return left;
}

static enum exit_status render(struct session *session, const void *given)
{
    const struct render_options *options = given;
    if (!(options->outputs & JOB_WEB) && (options->markers || options->leaflet)) {
        command_line_wrong(session->line, "--%s goes with --web",
                           options->markers ? "markers" : "leaflet");
        return EXIT_NOT_RUN;
    }
    if ((options->outputs & JOB_WEB) && options->layers.no_picture) {
        command_line_wrong(session->line, "--web shows the picture: not with --no-picture");
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
    return render_map(session, options, &settings);
}

static enum exit_status run(int argc, char **argv)
{
    struct render_options options = {0};
    drawing_default(&options.drawing);
    layer_options_default(&options.layers);
    const struct option_table tables[] = {
        session_data_table(&options.data),
        {"Input", input_rows, COUNT_OF(input_rows), &options},
        {"Output", output_rows, COUNT_OF(output_rows), &options},
        layer_options_table(&options.layers),
        {"Website", web_rows, COUNT_OF(web_rows), &options},
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

/* adtmap tile: one tile, wherever its file lies, to PNG files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/path.h"
#include "base/size.h"
#include "cli/command.h"
#include "cli/commands/locate.h"
#include "cli/commands/tile_input.h"
#include "cli/commands/tile_output.h"
#include "cli/common.h"
#include "cli/options/drawing.h"
#include "cli/options/layer_options.h"
#include "cli/session.h"
#include "job/memory_budget.h"
#include "job/picture_png.h"
#include "os/output_file.h"
#include "render/draw_tile.h"

struct tile_options {
    struct session_input data;
    const char *wdt;
    struct option_optional_tiles tile;
    bool strict;
    const char *out;
    struct layer_options layers;
    uint64_t memory_bytes;
    struct drawing_options drawing;
    struct common_options common;
};

#define FIELD(member) .offset = offsetof(struct tile_options, member)

static const struct option_row input_rows[] = {
    {.name = "data",
     .letter = 'd',
     .argument = "DATA",
     .kind = &option_list,
     FIELD(data.paths),
     .help = "a directory with textures and the like (default the nearest directory above FILE "
             "that has a World); repeats, a later one overrides an earlier one"},
    {.name = "wdt",
     .argument = "FILE",
     .kind = &option_string,
     FIELD(wdt),
     .help = "says how the ADT is to be read (default the WDT beside it whose name it begins with; "
             "without one, the ADT's data decide)"},
    {.name = "tile",
     .letter = 't',
     .argument = "X_Y",
     .kind = &option_tiles,
     FIELD(tile),
     .help = "which of the tiles in FILE, if that is a WDT of the first clients, or one in an "
             "archive of its own (Azeroth.wdt.MPQ)"},
    {.name = "strict",
     .kind = &option_flag,
     FIELD(strict),
     .help = "takes missing textures and objects for failures"},
};

static const struct option_row output_rows[] = {
    {.name = "out",
     .letter = 'o',
     .argument = "FILE.png",
     .kind = &option_string,
     FIELD(out),
     .help = "where to write: a PNG file, a device, a pipe, or - for standard output (default the "
             "tile's name with .png in the current directory)"},
    {.name = "memory",
     .argument = "SIZE",
     .kind = &option_bytes,
     FIELD(memory_bytes),
     .help = "bound of what the tile, its textures and its buildings take, 512M, 2G and the like "
             "(default 256M beside the tile)"},
};

/* Paths worked out from the options and the ADT's place; all from malloc. */
struct tile_paths {
    char *root; /* NULL when -d was given */
    char *wdt;  /* NULL when there is none */
    char *out;
};

static void paths_free(struct tile_paths *paths)
{
    free(paths->root);
    free(paths->wdt);
    free(paths->out);
}

/* "some/Map_1_2.adt" -> "Map_1_2.png" */
static char *default_out(const char *file, const struct tile_options *options)
{
    char *out = NULL;
    char *name = tile_input_name(file, &options->tile.set);
    int length = name ? asprintf(&out, "%s.png", name) : -1;
    free(name);
    return length < 0 ? NULL : out;
}

static enum adtmap_status find_paths(const char *adt, const struct tile_options *options,
                                     const struct diag *diag, struct tile_paths *paths)
{
    enum adtmap_status status = ADTMAP_OK;
    if (options->data.paths.count == 0) {
        status = locate_root(adt, diag, &paths->root);
    }
    if (status == ADTMAP_OK && !options->wdt && !tile_input_is_wdt(adt)) {
        status = locate_wdt(adt, diag, &paths->wdt);
    } else if (status == ADTMAP_OK && options->wdt) {
        paths->wdt = strdup(options->wdt);
        status = paths->wdt ? ADTMAP_OK : diag_fail_memory(diag);
    }
    if (status == ADTMAP_OK) {
        paths->out = options->out ? strdup(options->out) : default_out(adt, options);
        status = paths->out ? ADTMAP_OK : diag_fail_memory(diag);
    }
    return status;
}

static enum adtmap_status divide_memory(const struct tile_options *options,
                                        const struct adtmap_settings *settings,
                                        const struct diag *diag, struct memory_budget *plan)
{
    const struct memory_need need = {
        .bound_bytes = (size_t)options->memory_bytes,
        .threads = 1,
        .tile_count = 1,
        .tile_bytes = memory_budget_tile_bytes(
            settings, png_kind_channels(picture_png_kind(settings)), options->layers.layers.count),
    };
    return memory_budget_divide(&need, diag, plan);
}

/* Draws the tile; the data are open. *missing_assets: of what was missing. */
static enum adtmap_status draw(struct session *session, const struct tile_paths *paths,
                               const struct tile_options *options,
                               const struct adtmap_settings *settings, const struct diag *diag,
                               struct tile_pictures *pictures, uint32_t *missing_assets)
{
    struct tile_input_files input = {0};
    enum adtmap_status status =
        tile_input_open(session->operands.items[0], paths->wdt, &options->tile.set, diag, &input);
    if (status == ADTMAP_OK) {
        const struct tile_request request = {
            .data = session->data, .facts = input.facts, .settings = settings};
        const struct tile_drawing drawing = {pictures->picture, (size_t)settings->size_px * 4,
                                             pictures->images, pictures->image_count,
                                             options->layers.layers.height};
        status = draw_tile(&request, &input.files.adt, &drawing, diag, missing_assets);
    }
    tile_input_close(&input);
    return status;
}

static cJSON *make_json(const char *adt, const struct adtmap_settings *settings,
                        const struct tile_pictures *pictures, uint32_t missing_assets)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddStringToObject(document, "file", adt);
    cJSON_AddNumberToObject(document, "size_px", settings->size_px);
    tile_output_describe(pictures, document);
    cJSON_AddNumberToObject(document, "missing_assets", missing_assets);
    return document;
}

/* Names what was written, unless standard output holds the picture. */
static enum exit_status report(const struct session *session, const struct tile_options *options,
                               const struct adtmap_settings *settings,
                               const struct tile_pictures *pictures, uint32_t missing_assets)
{
    if (options->common.json) {
        cJSON *document = make_json(session->operands.items[0], settings, pictures, missing_assets);
        return common_print_json(session->messages, document) ? EXIT_OK : EXIT_NOT_RUN;
    }
    if (options->common.verbosity != VERBOSITY_QUIET && !output_is_stdout(pictures->out)) {
        tile_output_print(pictures);
    }
    return EXIT_OK;
}

/* All that can fail before the data are opened: paths, memory, places that cannot be written to. */
static enum adtmap_status prepare(const char *adt, const struct tile_options *options,
                                  const struct adtmap_settings *settings, const struct diag *diag,
                                  struct tile_paths *paths, struct tile_pictures *pictures)
{
    enum adtmap_status status = find_paths(adt, options, diag, paths);
    if (status != ADTMAP_OK) {
        return status;
    }
    return tile_pictures_make(paths->out, &options->layers, settings->size_px, pictures)
               ? tile_output_check(pictures, diag)
               : diag_fail_memory(diag);
}

static enum exit_status render_tile(struct session *session, const struct tile_options *options,
                                    const struct adtmap_settings *settings)
{
    const char *adt = session->operands.items[0];
    struct tile_paths paths = {0};
    struct tile_pictures pictures = {0};
    struct session_input data = options->data;
    struct adtmap_message failure = {0};
    const char *name = tile_input_is_stdin(adt) ? "standard input" : adt;
    const struct diag diag = {name, messages_log(session->messages), &failure};
    enum exit_status left = EXIT_NOT_RUN;
    struct memory_budget memory;
    enum adtmap_status status = divide_memory(options, settings, &diag, &memory);
    if (status == ADTMAP_OK) {
        status = prepare(adt, options, settings, &diag, &paths, &pictures);
    }
    if (status != ADTMAP_OK) {
        messages_write(session->messages, &failure);
        goto close;
    }
    if (paths.root) {
        data.paths = (struct option_strings){{paths.root}, 1};
    }
    if (!session_open_data(session, &data)) {
        goto close;
    }
    adtmap_data_limit_memory(session->data, memory.cache_bytes);
    uint32_t missing_assets = 0;
    status = draw(session, &paths, options, settings, &diag, &pictures, &missing_assets);
    if (status == ADTMAP_OK && options->strict) {
        status = tile_source_check_complete(missing_assets, &diag);
        left = status ? EXIT_PARTIAL : EXIT_NOT_RUN;
    }
    if (status == ADTMAP_OK) {
        status = tile_output_write(&pictures, settings, &diag);
    }
    if (status != ADTMAP_OK) {
        messages_write(session->messages, &failure);
        goto close;
    }
    left = report(session, options, settings, &pictures, missing_assets);
close:
    tile_pictures_free(&pictures);
    paths_free(&paths);
    return left;
}

static enum exit_status render(struct session *session, const void *given)
{
    const struct tile_options *options = given;
    if (!layer_options_check(&options->layers, session->line)) {
        return EXIT_NOT_RUN;
    }
    struct adtmap_settings settings;
    struct adtmap_message failure;
    if (options->tile.given && !tile_input_is_wdt(session->operands.items[0])) {
        command_line_wrong(session->line, "--tile goes with a WDT, and %s is none",
                           session->operands.items[0]);
        return EXIT_NOT_RUN;
    }
    if (tile_input_is_stdin(session->operands.items[0]) && !options->out) {
        command_line_wrong(session->line, "-o says where to write a tile from standard input");
        return EXIT_NOT_RUN;
    }
    if (options->common.json && options->out && output_is_stdout(options->out)) {
        command_line_wrong(session->line, "--json and -o %s: standard output takes one of them",
                           options->out);
        return EXIT_NOT_RUN;
    }
    if (drawing_settings(&options->drawing, &settings, &failure) != ADTMAP_OK) {
        command_line_wrong(session->line, "%s", failure.what);
        return EXIT_NOT_RUN;
    }
    return render_tile(session, options, &settings);
}

static enum exit_status run(int argc, char **argv)
{
    struct tile_options options = {0};
    drawing_default(&options.drawing);
    layer_options_default(&options.layers);
    const struct option_table tables[] = {
        {"Input", input_rows, COUNT_OF(input_rows), &options},
        session_listfile_table(&options.data),
        {"Output", output_rows, COUNT_OF(output_rows), &options},
        layer_options_table(&options.layers),
        drawing_table(&options.drawing),
        drawing_objects_table(&options.drawing),
        common_table_json(&options.common),
    };
    const struct command_line line = {
        .command = command_tile.name,
        .synopsis = "FILE.adt | - | FILE.wdt --tile X_Y  [options]",
        .about = "Draws one ADT, wherever it lies, or from standard input (-), or one of the tiles "
                 "that the WDTs of the first clients hold.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
        .operands_min = 1,
        .operands_max = 1,
        .operand = "FILE",
    };
    return session_run(&line, argc, argv, &options.common.verbosity, render, &options);
}

const struct command command_tile = {"tile", "draws one tile of a map", run};

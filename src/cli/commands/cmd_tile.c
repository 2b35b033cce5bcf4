/* adtmap tile: draws single tiles, from files in any folder, to PNG files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/assets.h"
#include "base/path.h"
#include "base/size.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/commands/locate.h"
#include "cli/commands/tile_input.h"
#include "cli/commands/tile_output.h"
#include "cli/commands/tile_seen.h"
#include "cli/common.h"
#include "cli/data_advice.h"
#include "cli/options/layer_options.h"
#include "cli/options/picture_options.h"
#include "cli/out_folder.h"
#include "cli/render/watch_loop.h"
#include "cli/session.h"
#include "job/run/memory_budget.h"
#include "job/tiles/draw_tile_files.h"
#include "map/hours/map_hours.h"
#include "map/open_data.h"
#include "os/file.h"
#include "os/interrupt.h"
#include "os/output_file.h"
#include "os/thread.h"
#include "output/picture_png.h"

struct tile_options {
    struct session_input data;
    const char *wdt;
    struct option_optional_tiles tile;
    bool strict;
    bool is_watch;
    const char *out;
    struct layer_options layers;
    uint64_t memory_bytes;
    struct picture_options picture;
    struct common_options common;
};

#define FIELD(member) .offset = offsetof(struct tile_options, member)

static const struct option_row input_rows[] = {
    {.name = "data",
     .letter = 'd',
     .argument = "DATA",
     .kind = &option_list,
     FIELD(data.paths),
     .help = "where textures and the like are, as for 'adtmap render' (default the nearest "
             "directory above FILE that has a World); repeats, a later one overrides an earlier "
             "one"},
    {.name = "wdt",
     .argument = "FILE",
     .kind = &option_string,
     FIELD(wdt),
     .is_path = true,
     .help = "the map's WDT, whose flags say how to read the ADT (default the WDT in the same "
             "folder whose name the ADT's begins with; without one, the ADT's data decide)"},
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
     .help = "exit status 1 if a texture or an object is missing; the picture is written"},
};

static const struct option_row output_rows[] = {
    {.name = "out",
     .letter = 'o',
     .argument = "FILE.png|DIR",
     .kind = &option_string,
     FIELD(out),
     .is_path = true,
     .help = "where to write: a PNG file, a device, a pipe, or - for standard output; for several "
             "tiles a folder (default the tile's name with .png in the current directory)"},
    {.name = "watch",
     .kind = &option_flag,
     FIELD(is_watch),
     .help =
         "stays, and draws a tile again when a file is saved that it is drawn from; Ctrl-C ends "
         "it"},
    {.name = "memory",
     .argument = "SIZE",
     .kind = &option_bytes,
     FIELD(memory_bytes),
     .help = "bound of the memory for the tile, its textures and its buildings, as 512M or 2G "
             "(default 256M in addition to the tile)"},
};

/* What is asked, and what the tiles were drawn from, one for each file. */
struct tile_asked {
    const struct tile_options *options;
    const struct adtmap_settings *settings;
    struct tile_seen *seen;            /* NULL: nobody asks again */
    struct option_doodad_rules *rules; /* are read each time; NULL: those of the settings stay */
};

/* Paths worked out from the options and the ADT's place; all from malloc. */
struct tile_paths {
    bool out_is_folder; /* -o names a folder */
    char *root;         /* NULL when -d was given */
    char *wdt;          /* or NULL */
    char *out;
};

static bool has_slash_at_end(const char *path)
{
    size_t length = strlen(path);
    return length > 0 && path[length - 1] == '/';
}

/* Whether -o names a folder. A folder named *.png is an error of a single tile, not its
 * destination. */
static bool out_is_folder(const struct session *session, const struct tile_options *options)
{
    return options->out && !output_is_stdout(options->out) &&
           (session->operands.count > 1 || has_slash_at_end(options->out) ||
            (file_is_directory(options->out) && !name_has_suffix(options->out, ".png")));
}

/* "some/Map_1_2.adt" -> "Map_1_2.png", in the folder of -o where that is one. From malloc. */
static char *out_path(const char *file, const struct tile_options *options, bool in_folder)
{
    if (options->out && !in_folder) {
        return strdup(options->out);
    }
    char *name = tile_input_name(file, &options->tile.set);
    const char *folder = options->out ? options->out : "";
    const char *slash = options->out && !has_slash_at_end(options->out) ? "/" : "";
    char *out = name ? text_printf("%s%s%s.png", folder, slash, name) : NULL;
    free(name);
    return out;
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
        paths->out = out_path(adt, options, paths->out_is_folder);
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
        .team_bytes = memory_budget_team_bytes(settings, thread_core_count()),
    };
    return memory_budget_divide(&need, diag, plan);
}

/* While a tile is drawn, Ctrl-C cancels it; while it is written into a file, that is completed. */
static void end_if_interrupted(void)
{
    if (interrupt_came()) {
        interrupt_end();
    }
}

static bool goes_on(void *user, uint32_t done, uint32_t total)
{
    (void)user;
    (void)done;
    (void)total;
    return !interrupt_came();
}

/* Draws the tile; the data are open. Interrupts are held from the drawing on. *missing_assets: of
 * what was missing. */
static enum adtmap_status draw(struct session *session, const char *adt,
                               const struct tile_paths *paths, const struct tile_options *options,
                               const struct adtmap_settings *settings, const struct diag *diag,
                               struct tile_pictures *pictures, uint32_t *missing_assets)
{
    struct tile_input_files input = {0};
    enum adtmap_status status = tile_input_open(adt, paths->wdt, &options->tile.set, diag, &input);
    struct hour_lights hours = {0};
    struct adtmap_settings ready = *settings;
    if (status == ADTMAP_OK) {
        status = tile_hours_ready(session->data, adt, diag, &hours, &ready);
    }
    if (status == ADTMAP_OK) {
        const struct tile_request request = {
            .data = session->data, .facts = input.facts, .settings = &ready, .hours = &hours};
        struct work_progress progress = {.show = goes_on};
        const struct tile_drawing drawing = {
            pictures->picture,     (size_t)settings->size_px * 4, pictures->images,
            pictures->image_count, options->layers.layers.height, &progress};
        interrupt_hold(true);
        status = draw_tile_files(&request, &input.files.adt, &drawing, diag, missing_assets);
    }
    hour_lights_free(&hours);
    tile_input_close(&input);
    return status;
}

/* Names what was written, unless standard output holds the picture. */
static enum exit_status report(const struct session *session, const char *adt,
                               const struct tile_options *options,
                               const struct adtmap_settings *settings,
                               const struct tile_pictures *pictures, uint32_t missing_assets)
{
    if (options->common.json) {
        struct buffer text = {0};
        struct json json = json_to(&text, JSON_INDENTED);
        json_object(&json, NULL);
        json_string(&json, "file", adt);
        json_number(&json, "size_px", settings->size_px);
        tile_output_describe(pictures, &json);
        json_number(&json, "missing_assets", missing_assets);
        json_end(&json);
        return common_print_json(session->messages, &text) ? EXIT_OK : EXIT_NOT_RUN;
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

/* Draws and writes a tile whose paths are known. */
static enum exit_status draw_and_write(struct session *session, const char *adt,
                                       const struct tile_paths *paths,
                                       const struct tile_options *options,
                                       const struct option_strings *data,
                                       const struct adtmap_settings *settings,
                                       const struct diag *diag, struct tile_pictures *pictures)
{
    uint32_t missing_assets = 0;
    enum adtmap_status status =
        draw(session, adt, paths, options, settings, diag, pictures, &missing_assets);
    end_if_interrupted();
    if (status == ADTMAP_OK) {
        interrupt_hold(!output_is_stdout(pictures->out)); /* a reader may keep it waiting */
        status = tile_output_write(pictures, settings, diag);
    }
    interrupt_hold(false);
    end_if_interrupted();
    if (status != ADTMAP_OK) {
        return session_fail(session);
    }
    if (missing_assets > 0) {
        data_advise(session->messages, data);
    }
    enum exit_status left = report(session, adt, options, settings, pictures, missing_assets);
    if (left == EXIT_OK && options->strict && tile_source_check_complete(missing_assets, diag)) {
        session_fail(session);
        left = EXIT_PARTIAL;
    }
    return left;
}

/* The same, unless the tile is as it was `seen`, which may be NULL. */
static enum exit_status
draw_if_changed(struct session *session, const char *adt, const struct tile_paths *paths,
                const struct tile_options *options, const struct option_strings *data,
                const struct adtmap_settings *settings, const struct diag *diag,
                struct tile_pictures *pictures, struct tile_seen *seen)
{
    if (!seen) {
        return draw_and_write(session, adt, paths, options, data, settings, diag, pictures);
    }
    uint64_t stamps = tile_seen_stamps(adt, paths->wdt, options->picture.doodad_rules.path);
    if (tile_seen_is_same(seen, session->data, stamps)) {
        return EXIT_OK;
    }
    struct dep_set inputs = {0};
    dep_recorder_set(&inputs);
    enum exit_status left =
        draw_and_write(session, adt, paths, options, data, settings, diag, pictures);
    dep_recorder_set(NULL);
    if (left == EXIT_OK) {
        tile_seen_take(seen, session->data, &inputs, stamps);
    } else {
        tile_seen_forget(seen);
    }
    dep_set_free(&inputs);
    return left;
}

/* `is_first`: nothing has been written where -o says. */
static enum exit_status render_tile(struct session *session, const char *adt,
                                    const struct tile_options *options,
                                    const struct adtmap_settings *settings, struct tile_seen *seen,
                                    bool is_first)
{
    struct tile_paths paths = {.out_is_folder = out_is_folder(session, options)};
    struct tile_pictures pictures = {0};
    struct session_input data = options->data;
    const struct diag diag =
        diag_at(&session->diag, tile_input_is_stdin(adt) ? "standard input" : adt);
    enum exit_status left = EXIT_NOT_RUN;
    struct memory_budget memory;
    enum adtmap_status status = divide_memory(options, settings, &diag, &memory);
    if (status == ADTMAP_OK) {
        status = prepare(adt, options, settings, &diag, &paths, &pictures);
    }
    if (status != ADTMAP_OK) {
        session_fail(session);
        goto close;
    }
    if (paths.root) {
        data.paths = (struct option_strings){{paths.root}, 1};
    }
    if (is_first && options->out && !output_is_stdout(options->out)) {
        out_file_check(paths.out, &data.paths, &session->diag);
    }
    if (session_open_data(session, &data)) {
        adtmap_data_limit_memory(session->data, memory.cache_bytes);
        if (!seen) {
            assets_leave_unrecorded(session->data->assets);
        }
        left = draw_if_changed(session, adt, &paths, options, &data.paths, settings, &diag,
                               &pictures, seen);
        left = left == EXIT_OK && !session_data_are_whole(session) ? EXIT_PARTIAL : left;
    }
close:
    adtmap_data_close(session->data);
    session->data = NULL;
    tile_pictures_free(&pictures);
    free(paths.root);
    free(paths.wdt);
    free(paths.out);
    return left;
}

/* Draws every tile; one that fails does not stop the others. */
static enum exit_status render_tiles(struct session *session, const void *given, bool is_repeat)
{
    const struct tile_asked *asked = given;
    struct adtmap_settings settings = *asked->settings;
    if (asked->rules) {
        if (!session_read_doodad_rules(session, asked->rules)) {
            return EXIT_NOT_RUN;
        }
        settings.doodad_rules =
            (struct adtmap_doodad_rules){asked->rules->items, asked->rules->count};
    }
    const struct operands *files = &session->operands;
    int well = 0;
    int not_run = 0;
    for (int i = 0; i < files->count; i++) {
        enum exit_status left =
            render_tile(session, files->items[i], asked->options, &settings,
                        asked->seen ? &asked->seen[i] : NULL, i == 0 && !is_repeat);
        well += left == EXIT_OK;
        not_run += left == EXIT_NOT_RUN;
    }
    if (not_run == files->count) {
        return EXIT_NOT_RUN;
    }
    return well == files->count ? EXIT_OK : EXIT_PARTIAL;
}

/* Adds what a tile is drawn from: its files, its WDT, and the folder of its data. */
static void watch_tile(struct watch_loop *loop, const char *adt, const struct tile_options *options)
{
    char *root = NULL;
    char *wdt = NULL;
    watch_loop_add(loop, adt);
    if (options->data.paths.count == 0 && locate_root(adt, &diag_silent, &root) == ADTMAP_OK) {
        watch_loop_add(loop, root);
    }
    if (!options->wdt && locate_wdt(adt, &diag_silent, &wdt) == ADTMAP_OK) {
        watch_loop_add(loop, wdt);
    }
    free(root);
    free(wdt);
}

static enum exit_status watch_tiles(struct session *session, struct tile_asked *asked)
{
    const struct operands *files = &session->operands;
    const struct tile_options *options = asked->options;
    struct option_doodad_rules rules = {.path = options->picture.doodad_rules.path};
    struct watch_loop loop = {.turn = render_tiles, .given = asked, .common = &options->common};
    watch_loop_add_all(&loop, &options->data.paths);
    watch_loop_add(&loop, options->data.listfile);
    watch_loop_add(&loop, options->wdt);
    watch_loop_add(&loop, rules.path);
    asked->rules = &rules;
    for (int i = 0; i < files->count; i++) {
        watch_tile(&loop, files->items[i], options);
    }
    asked->seen = calloc((size_t)files->count, sizeof *asked->seen);
    loop.failed = loop.failed || !asked->seen;
    enum exit_status left = watch_loop_run(session, &loop);
    for (int i = 0; i < files->count && asked->seen; i++) {
        tile_seen_forget(&asked->seen[i]);
    }
    free(asked->seen);
    asked->seen = NULL;
    asked->rules = NULL;
    option_doodad_rules_free(&rules);
    return left;
}

/* Whether another of the files before `index` would be written to the same place. */
static bool is_name_taken(const struct operands *files, int index)
{
    for (int i = 0; i < index; i++) {
        if (strcmp(path_base(files->items[i]), path_base(files->items[index])) == 0) {
            return true;
        }
    }
    return false;
}

/* What only several files, or a folder as output, can have wrong. */
static bool check_files(const struct session *session, const struct tile_options *options)
{
    const struct operands *files = &session->operands;
    const struct command_line *line = session->line;
    for (int i = 0; i < files->count; i++) {
        const char *file = files->items[i];
        if (options->tile.given && !tile_input_is_wdt(file)) {
            command_line_wrong(line, "--tile goes with a WDT, and %s is not one", file);
        } else if (tile_input_is_stdin(file) &&
                   (!options->out || out_is_folder(session, options))) {
            command_line_wrong(line, "-o says where to write a tile from standard input");
        } else if (files->count > 1 && options->out && output_is_stdout(options->out)) {
            command_line_wrong(line, "-o - takes one tile; several go into a folder");
        } else if (options->is_watch && (tile_input_is_stdin(file) ||
                                         (options->out && output_is_stdout(options->out)))) {
            command_line_wrong(line, "--watch reads and writes files again: not with -");
        } else if (is_name_taken(files, i)) {
            command_line_wrong(line, "two files have the name %s", path_base(file));
        } else {
            continue;
        }
        return false;
    }
    return true;
}

/* Makes the folder of -o DIR. False, said on stderr, when that fails. */
static bool take_output_folder(const struct session *session, const struct tile_options *options)
{
    const struct diag diag = diag_at(&session->diag, options->out);
    return !out_is_folder(session, options) || file_is_directory(options->out) ||
           session_check(session, file_make_directory(options->out, &diag));
}

static enum exit_status render(struct session *session, const void *given)
{
    const struct tile_options *options = given;
    struct adtmap_settings settings;
    struct adtmap_message failure;
    char problem[OPTION_PROBLEM_BYTES];
    if (!layer_options_check(&options->layers, false, problem)) {
        return session_refuse(session, "%s", problem);
    }
    layer_options_notice(&options->layers, &session->diag);
    if (options->common.json && options->out && output_is_stdout(options->out)) {
        return session_refuse(session, "--json and -o %s: standard output takes one of them",
                              options->out);
    }
    if (picture_options_settings(&options->picture, &settings, &failure) != ADTMAP_OK) {
        return session_refuse(session, "%s", failure.what);
    }
    if (!take_output_folder(session, options) || !check_files(session, options)) {
        return EXIT_NOT_RUN;
    }
    struct tile_asked asked = {.options = options, .settings = &settings};
    interrupt_say("adtmap: interrupted\n");
    return options->is_watch ? watch_tiles(session, &asked) : render_tiles(session, &asked, false);
}

/* What -h shows. */
static const char *const basics[] = {"data",    "tile",  "out",    "size", "light",
                                     "doodads", "layer", "strict", NULL};

static enum exit_status run(int argc, char **argv)
{
    struct tile_options options = {0};
    picture_options_default(&options.picture);
    layer_options_default(&options.layers);
    const struct option_table tables[] = {
        {"Input", input_rows, COUNT_OF(input_rows), &options},
        session_listfile_table(&options.data),
        {"Output", output_rows, COUNT_OF(output_rows), &options},
        layer_options_table(&options.layers),
        picture_options_table(&options.picture, SETTINGS_OF_DRAWING),
        picture_options_table(&options.picture, SETTINGS_OF_OBJECTS),
        common_table_json(&options.common),
    };
    const struct command_line line = {
        .command = command_tile.name,
        .examples = command_tile.examples,
        .basics = basics,
        .synopsis = "FILE.adt... | - | FILE.wdt --tile X_Y  [options]",
        .about = "Draws single tiles: ADTs from any folder or from standard input (-), or one of "
                 "the tiles that the WDTs of the first clients hold. A tile that cannot be drawn "
                 "does not stop the others.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
        .operands_min = 1,
        .operands_max = OPERANDS_ANY,
        .operand = "FILE",
    };
    enum exit_status status =
        session_run(&line, argc, argv, &options.common.verbosity, render, &options);
    picture_options_free(&options.picture);
    return status;
}

const struct command command_tile = {
    "tile",
    "draws single tiles of a map",
    run,
    {{"adtmap tile client/World/Maps/Azeroth/Azeroth_32_48.adt -o tile.png",
      "one tile, with what the folder of World has"},
     {"adtmap cat -d client Azeroth_32_48.adt | adtmap tile - -d client -o tile.png",
      "a tile out of a client's archives"},
     {"adtmap tile *.adt --size 256 --doodads all",
      "MAP_XX_YY.png next to each file, with all trees and fences"}}};

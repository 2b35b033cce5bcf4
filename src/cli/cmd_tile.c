/* adtmap tile: one ADT to one PNG file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/path.h"
#include "base/size.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/drawing.h"
#include "cli/locate.h"
#include "cli/session.h"
#include "cli/write_png.h"
#include "formats/wdt.h"
#include "job/draw_tile.h"
#include "job/tile_files.h"

struct tile_options {
    struct session_input data;
    const char *wdt;
    const char *out;
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
     .help = "a directory with textures and the like (default the nearest directory above FILE.adt "
             "that has a World); repeats, a later one overrides an earlier one"},
    {.name = "wdt",
     .argument = "FILE",
     .kind = &option_string,
     FIELD(wdt),
     .help = "says how the ADT is to be read (default the WDT beside it whose name it begins with; "
             "without one, the ADT's data decide)"},
};

static const struct option_row output_rows[] = {
    {.name = "out",
     .letter = 'o',
     .argument = "FILE.png",
     .kind = &option_string,
     FIELD(out),
     .help = "where to write (default the ADT's name with .png in the current directory)"},
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
static char *default_out(const char *adt)
{
    const char *base = path_base(adt);
    size_t length = strlen(base) - (name_has_suffix(base, ".adt") ? strlen(".adt") : 0);
    char *out = NULL;
    return asprintf(&out, "%.*s.png", (int)length, base) < 0 ? NULL : out;
}

static enum adtmap_status find_paths(const char *adt, const struct tile_options *options,
                                     const struct diag *diag, struct tile_paths *paths)
{
    enum adtmap_status status = ADTMAP_OK;
    if (options->data.paths.count == 0) {
        status = locate_root(adt, diag, &paths->root);
    }
    if (status == ADTMAP_OK && !options->wdt) {
        status = locate_wdt(adt, diag, &paths->wdt);
    } else if (status == ADTMAP_OK) {
        paths->wdt = strdup(options->wdt);
        status = paths->wdt ? ADTMAP_OK : diag_fail_memory(diag);
    }
    if (status == ADTMAP_OK) {
        paths->out = options->out ? strdup(options->out) : default_out(adt);
        status = paths->out ? ADTMAP_OK : diag_fail_memory(diag);
    }
    return status;
}

/* What the WDT says; without one the ADT is to tell. */
static enum adtmap_status read_facts(const char *wdt_path, const struct diag *adt_diag,
                                     struct adt_map_facts *facts)
{
    *facts = adt_map_facts(NULL);
    if (!wdt_path) {
        return ADTMAP_OK;
    }
    struct blob blob = {0};
    struct wdt wdt;
    const struct diag diag = {wdt_path, adt_diag->log, adt_diag->failure};
    enum adtmap_status status = file_map(wdt_path, &diag, &blob);
    if (status == ADTMAP_OK) {
        status = wdt_read(blob.data, blob.size, &diag, &wdt);
    }
    if (status == ADTMAP_OK) {
        *facts = adt_map_facts(&wdt);
    }
    blob_release(&blob);
    return status;
}

/* Draws the ADT and writes the picture; the data are open. */
static enum adtmap_status draw(struct session *session, const char *adt,
                               const struct tile_paths *paths,
                               const struct adtmap_settings *settings, const struct diag *diag)
{
    struct tile_files files = {0};
    struct adt_map_facts facts;
    size_t row_bytes = (size_t)settings->size_px * 4;
    uint8_t *pixels = malloc(row_bytes * settings->size_px);
    enum adtmap_status status = pixels ? tile_files_map(adt, diag, &files) : diag_fail_memory(diag);
    if (status == ADTMAP_OK) {
        status = read_facts(paths->wdt, diag, &facts);
    }
    if (status == ADTMAP_OK) {
        const struct tile_request request = {
            .data = session->data, .facts = facts, .settings = settings};
        status = draw_tile(&request, &files.adt, pixels, row_bytes, diag);
    }
    if (status == ADTMAP_OK) {
        const struct png_image image = {pixels, settings->size_px, settings->size_px, row_bytes};
        const struct png_options options = {.kind = settings->background[3] == 255 ? PNG_KIND_RGB
                                                                                   : PNG_KIND_RGBA};
        status = write_png(paths->out, &image, &options, diag->log, diag->failure);
    }
    tile_files_release(&files);
    free(pixels);
    return status;
}

static enum exit_status render_tile(struct session *session, const struct tile_options *options,
                                    const struct adtmap_settings *settings)
{
    const char *adt = session->operands.items[0];
    struct tile_paths paths = {0};
    struct session_input data = options->data;
    struct adtmap_message failure = {0};
    const struct diag diag = {adt, messages_log(session->messages), &failure};
    enum exit_status left = EXIT_NOT_RUN;
    enum adtmap_status status = find_paths(adt, options, &diag, &paths);
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
    if (draw(session, adt, &paths, settings, &diag) != ADTMAP_OK) {
        messages_write(session->messages, &failure);
        goto close;
    }
    if (options->common.verbosity != VERBOSITY_QUIET) {
        printf("%s\n", paths.out);
    }
    left = EXIT_WELL;
close:
    paths_free(&paths);
    return left;
}

static enum exit_status render(struct session *session, const void *given)
{
    const struct tile_options *options = given;
    struct adtmap_settings settings;
    struct adtmap_message failure;
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
    const struct option_table tables[] = {
        {"Input", input_rows, COUNT_OF(input_rows), &options},
        session_listfile_table(&options.data),
        {"Output", output_rows, COUNT_OF(output_rows), &options},
        drawing_table(&options.drawing),
        drawing_objects_table(&options.drawing),
        common_table(&options.common),
    };
    const struct command_line line = {
        .command = command_tile.name,
        .synopsis = "FILE.adt [options]",
        .about = "Draws one ADT, wherever it lies.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
        .operands_min = 1,
        .operands_max = 1,
        .operand = "FILE.adt",
    };
    return session_run(&line, argc, argv, &options.common.verbosity, render, &options);
}

const struct command command_tile = {"tile", "draws one ADT", run};

/*
 * Names, help and errors are made of the table of layers (render/layers/data_layer.h), so that a
 * new layer needs no line here.
 */
#include "cli/options/layer_options.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/size.h"
#include "cli/options/option_kinds.h"
#include "cli/options/option_text.h"

/* About three times the width of a map. */
enum { HEIGHT_MAX_YD = 100000 };

#define FIELD(member) .offset = offsetof(struct layer_options, member)

/* What `surface` was called; floors are layers of their own. */
#define OLD_SURFACE "floor"

void layer_options_notice(const struct layer_options *options, const struct diag *diag)
{
    if (options->has_old_name) {
        diag_notice(diag, NULL, NO_OFFSET, "the layer '" OLD_SURFACE "' is called '%s' now",
                    data_layers[ADTMAP_LAYER_SURFACE].name);
    }
}

/* Selects the layer whose name is the `length` characters at `text`; false: there is no such. */
static bool select_name(struct layer_options *options, const char *text, size_t length)
{
    char name[ADTMAP_LAYER_NAME_BYTES];
    struct adtmap_layer layer;
    if (length == 0 || length >= sizeof name) {
        return false;
    }
    memcpy(name, text, length);
    name[length] = '\0';
    options->has_old_name |= strcmp(name, OLD_SURFACE) == 0;
    if (!adtmap_layer_parse(name, &layer) || layer.kind == ADTMAP_LAYER_STOREY) {
        return false;
    }
    data_layer_select(&options->layers, layer);
    return true;
}

/* Steps through the kinds that --layer draws: all but floors. `kind` begins as -1. */
static bool next_kind(int *kind)
{
    *kind += *kind + 1 == ADTMAP_LAYER_STOREY ? 2 : 1;
    return *kind < ADTMAP_LAYER_KINDS;
}

/* The names of all layers; alpha maps have a number. */
static void list_names(char text[OPTION_PROBLEM_BYTES])
{
    size_t used = 0;
    for (int i = -1; next_kind(&i) && used < OPTION_PROBLEM_BYTES;) {
        used += (size_t)snprintf(text + used, OPTION_PROBLEM_BYTES - used, "%s%s%s", i ? ", " : "",
                                 data_layers[i].name, data_layers[i].count > 1 ? ":N" : "");
    }
}

void layer_names_print(void)
{
    for (int i = -1; next_kind(&i);) {
        printf("%s%s\t%s\n", data_layers[i].name, data_layers[i].count > 1 ? ":N" : "",
               data_layers[i].about);
    }
}

static bool read_layers(const struct option_row *row, const char *text, void *destination,
                        char problem[OPTION_PROBLEM_BYTES])
{
    (void)row;
    const char *end;
    do {
        end = text + strcspn(text, ",");
        if (!select_name(destination, text, (size_t)(end - text))) {
            char names[OPTION_PROBLEM_BYTES];
            list_names(names);
            return option_wrong(problem, "'%.*s' is not a layer; layers are %s",
                                (int)size_min((size_t)(end - text), 64), text, names);
        }
        text = end + 1;
    } while (*end);
    return true;
}

static bool read_range(const struct option_row *row, const char *text, void *destination,
                       char problem[OPTION_PROBLEM_BYTES])
{
    (void)row;
    struct layer_options *options = destination;
    double ends[2];
    options->has_range = true;
    options->layers.height.each_tile = strcmp(text, "tile") == 0;
    if (options->layers.height.each_tile) {
        return true;
    }
    if (option_parse_reals(text, 2, ends) != 2) {
        return option_wrong(problem, "'%.64s' is neither MIN,MAX nor tile", text);
    }
    if (fabs(ends[0]) > HEIGHT_MAX_YD || fabs(ends[1]) > HEIGHT_MAX_YD) {
        return option_wrong(problem, "'%.64s': beyond %d yards", text, (int)HEIGHT_MAX_YD);
    }
    options->layers.height.low_yd = (float)ends[0];
    options->layers.height.high_yd = (float)ends[1];
    struct adtmap_message failure;
    const struct diag diag = {.failure = &failure};
    return data_layer_check_range(&options->layers.height, &diag) == ADTMAP_OK ||
           option_wrong(problem, "'%.64s': MIN must be below MAX", text);
}

static void show_range(const struct option_row *row, const void *destination,
                       char text[OPTION_DEFAULT_BYTES])
{
    (void)row;
    const struct layer_options *options = destination;
    snprintf(text, OPTION_DEFAULT_BYTES, "%g,%g", (double)options->layers.height.low_yd,
             (double)options->layers.height.high_yd);
}

static const struct option_kind layers_kind = {true, true, read_layers, NULL};
static const struct option_kind range_kind = {true, false, read_range, show_range};

/* Both kinds write to more than one member: their destination is the struct. */
static const struct option_row rows[LAYER_OPTION_ROWS] = {
    {.name = "layer", .argument = "LAYERS", .kind = &layers_kind},
    {.name = "height-range",
     .argument = "MIN,MAX|tile",
     .kind = &range_kind,
     .help = "heights in yards that are black and white in the layers height, liquid-height and "
             "surface; tile: the lowest and highest of each tile"},
    {.name = "no-picture",
     .kind = &option_flag,
     FIELD(no_picture),
     .help = "leaves out the picture, and reads only what layers, floors and the other files that "
             "are asked for need"},
};

static void write_help(char help[LAYER_HELP_BYTES])
{
    size_t used =
        (size_t)snprintf(help, LAYER_HELP_BYTES,
                         "also draws data about the ground; comma-separated, may be repeated:");
    for (int i = -1; next_kind(&i) && used < LAYER_HELP_BYTES;) {
        used += (size_t)snprintf(help + used, LAYER_HELP_BYTES - used, "%s %s%s (%s)", i ? "," : "",
                                 data_layers[i].name, data_layers[i].count > 1 ? ":N" : "",
                                 data_layers[i].about);
    }
}

void layer_options_default(struct layer_options *options)
{
    *options = (struct layer_options){0};
    adtmap_height_range_default(&options->layers.height);
    memcpy(options->rows, rows, sizeof rows);
    write_help(options->help);
    options->rows[0].help = options->help;
}

struct option_table layer_options_table(struct layer_options *options)
{
    return (struct option_table){"Data layers", options->rows, LAYER_OPTION_ROWS, options};
}

bool layer_options_check(const struct layer_options *options, bool has_more,
                         char problem[OPTION_PROBLEM_BYTES])
{
    if (options->no_picture && options->layers.count == 0 && !has_more) {
        return option_wrong(problem, "--no-picture leaves nothing to draw: --layer adds layers");
    }
    if (options->has_range && !data_layer_selected(&options->layers, LAYER_TELLS_HEIGHTS)) {
        return option_wrong(
            problem, "--height-range goes with the layers height, liquid-height and surface");
    }
    return true;
}

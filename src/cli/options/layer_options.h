/* The options that ask for data layers, shared by the commands that draw. */
#ifndef CLI_OPTIONS_LAYER_OPTIONS_H
#define CLI_OPTIONS_LAYER_OPTIONS_H

#include "cli/options/options.h"
#include "render/layers/data_layer.h"

enum { LAYER_OPTION_ROWS = 3, LAYER_HELP_BYTES = 1536 };

struct layer_options {
    struct data_layer_selection layers;
    bool has_range;  /* --height-range was given */
    bool no_picture; /* layers alone */
    bool has_old_name;
    struct option_row rows[LAYER_OPTION_ROWS];
    char help[LAYER_HELP_BYTES]; /* of --layer: made from the table of layers */
};

/* Says so, if a layer was asked for by a name of earlier versions. */
void layer_options_notice(const struct layer_options *options, const struct diag *diag);

/* Prints the names that --layer takes, each with what it is behind a tab, for completion. */
void layer_names_print(void);

/* Fills in the defaults and the rows. */
void layer_options_default(struct layer_options *options);

/* The rows, writing to `options`. */
struct option_table layer_options_table(struct layer_options *options);

/* False, explained in `problem`, when the options contradict each other; `has_more`: something is
 * made besides the picture and layers. */
bool layer_options_check(const struct layer_options *options, bool has_more,
                         char problem[OPTION_PROBLEM_BYTES]);

#endif

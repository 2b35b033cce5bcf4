/* What main knows of a command. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "cli/options/options.h"

/* Exit status of the program, as diff(1). */
enum exit_status {
    EXIT_OK = 0,      /* everything that was asked for is there */
    EXIT_PARTIAL = 1, /* finished, but something failed or differs */
    EXIT_NOT_RUN = 2, /* could not run */
};

struct command {
    const char *name;
    const char *summary; /* one line for the list of commands */
    /* argv[0] is the command's name. Options are all checked before work starts. */
    enum exit_status (*run)(int argc, char **argv);
    struct help_example examples[HELP_EXAMPLES]; /* the last may be none */
};

extern const struct command command_render;
extern const struct command command_publish;
extern const struct command command_init;
extern const struct command command_tile;
extern const struct command command_maps;
extern const struct command command_ls;
extern const struct command command_cat;
extern const struct command command_info;
extern const struct command command_locate;
extern const struct command command_heightmap;
extern const struct command command_compare;
extern const struct command command_diff;
extern const struct command command_demo;

#endif

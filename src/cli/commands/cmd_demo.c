/* adtmap demo: the demo world as client files. */
#include <stdio.h>

#include "base/size.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/options/option_kinds.h"
#include "cli/out_folder.h"
#include "cli/session.h"
#include "demo/demo.h"
#include "demo/demo_pack.h"

typedef enum adtmap_status write_function(const char *directory, const char *era,
                                          const struct diag *diag);

/* The choices of --pack, and what writes them. */

static const char *const pack_names[] = {"none", "mpq", "casc", NULL};
static write_function *const pack_writers[] = {demo_write, demo_write_archives, demo_write_storage};

struct demo_options {
    uint32_t era;  /* index in demo_eras() */
    uint32_t pack; /* index in pack_names */
    bool all_eras;
    struct common_options common;
};

static enum exit_status write_world(struct session *session, const void *given)
{
    const struct demo_options *options = given;
    const char *directory = session->operands.items[0];
    const struct diag diag = diag_at(&session->diag, directory);
    const char *era = demo_eras()[options->era];
    if (options->all_eras && (options->era || options->pack)) {
        return session_refuse(session, "--all-eras goes with neither --era nor --pack");
    }
    if (out_demo_check(directory, &session->diag)) {
        return session_fail(session);
    }
    demo_remove_loose(directory);
    if (options->all_eras ? demo_write_all(directory, &diag)
                          : pack_writers[options->pack](directory, era, &diag)) {
        return session_fail(session);
    }
    if (options->common.verbosity != VERBOSITY_QUIET && options->all_eras) {
        printf("%s: the demo worlds of all eras\n", directory);
    } else if (options->common.verbosity != VERBOSITY_QUIET) {
        printf("%s: the demo world for %s\n", directory, era);
    }
    return EXIT_OK;
}

static enum exit_status run(int argc, char **argv)
{
    struct demo_options options = {0};
    const struct option_row rows[] = {
        {.name = "era",
         .kind = &option_choice,
         .offset = offsetof(struct demo_options, era),
         .choices = demo_eras(),
         .help = "the clients whose formats are written; wotlk4: wotlk with alpha maps of 4 bits, "
                 "legion-heights: with ground blended by heights"},
        {.name = "all-eras",
         .kind = &option_flag,
         .offset = offsetof(struct demo_options, all_eras),
         .help = "write the worlds of all eras, each into a folder of its name below DIR, in half "
                 "the time that they take one by one"},
        {.name = "pack",
         .kind = &option_choice,
         .offset = offsetof(struct demo_options, pack),
         .choices = pack_names,
         .help = "files as they are, in a client's archives (MPQ: the eras before legion, and "
                 "programs built with StormLib, which those of releases are not, where it is "
                 "installed), or in its storage (CASC: legion, legion-heights and bfa)"},
    };
    const struct option_table tables[] = {
        {"Output", rows, COUNT_OF(rows), &options},
        common_table(&options.common),
    };
    const struct command_line line = {
        .command = command_demo.name,
        .examples = command_demo.examples,
        .synopsis = "DIR [options]",
        .about = "Writes the demo world into DIR, as the client files of an era: something to "
                 "render without a client.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
        .operands_min = 1,
        .operands_max = 1,
        .operand = "DIR",
    };
    return session_run(&line, argc, argv, &options.common.verbosity, write_world, &options);
}

const struct command command_demo = {
    "demo",
    "writes the demo world's client files",
    run,
    {{"adtmap demo world", "client files of a small world, to try everything with"}}};

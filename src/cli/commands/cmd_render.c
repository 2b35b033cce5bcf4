/* adtmap render: a map, or some of its tiles, to PNG files. */
#include <string.h>

#include "base/size.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/out_folder.h"
#include "cli/render/render_request.h"
#include "cli/render/watch_loop.h"
#include "cli/session.h"
#include "os/interrupt.h"

struct render_options {
    struct session_input data;
    const char *map;
    const char *out;
    enum redraw_policy redraw;
    bool is_check;
    bool is_watch;
    const char *shard;
    struct option_strings from;
    struct render_request request;
    struct common_options common;
};

#define FIELD(member) .offset = offsetof(struct render_options, member)

static const struct option_row input_rows[] = {
    {.name = "map",
     .letter = 'm',
     .argument = "MAP",
     .kind = &option_string,
     FIELD(map),
     .need = OPTION_REQUIRED,
     .help = "the map's folder below World/Maps, case ignored; or id:N, its number in Map.dbc or "
             "Map.db2"},
};

static const struct option_row output_rows[] = {
    {.name = "out",
     .letter = 'o',
     .argument = "OUT",
     .kind = &option_string,
     FIELD(out),
     .is_path = true,
     .need = OPTION_REQUIRED,
     .help = "where to write OUT/MAP/tiles/MAP_XX_YY.png and the rest"},
    {.name = "force",
     .kind = &option_assign,
     FIELD(redraw),
     .value = REDRAW_ALL,
     .help = "draws all tiles again; else those stay that an earlier run has drawn from the same "
             "files with the same settings"},
    {.name = "check",
     .kind = &option_flag,
     FIELD(is_check),
     .help = "draws and writes nothing: says what would be drawn and put together again and why, "
             "exit status 1 if anything would"},
    {.name = "watch",
     .kind = &option_flag,
     FIELD(is_watch),
     .help =
         "stays, and draws again what changes when a file of the data, the markers or the rules "
         "for doodads is saved; Ctrl-C ends it"},
    {.name = "from",
     .argument = "DIR",
     .kind = &option_list,
     FIELD(from),
     .is_path = true,
     .help = "takes over tiles that are up to date in another output folder, or in its shards; "
             "repeats"},
    {.name = "shard",
     .argument = "I/N",
     .kind = &option_string,
     FIELD(shard),
     .help =
         "draws the I-th of N parts of the tiles, for the run of the whole map; auto: the part of "
         "a Slurm array task or of a Kubernetes Indexed Job's pod"},
};

/* Why a shard cannot make what is asked for; NULL if it can. */
static const char *shard_problem(const struct product_options *products)
{
    if (products->job.changed) {
        return "--shard knows a part of what changes: --changed is for the run of the whole map";
    }
    if (products->job.outputs & JOB_OBJECTS || products->minimap.interiors) {
        return "--shard draws tiles only: --objects and --client-minimap-interiors read the data "
               "of the whole map, and are for its run";
    }
    return products->job.outputs || products->minimap.root || products->worldmap.root
               ? "--shard draws tiles only: what is put together from all tiles is for the "
                 "run of the whole map"
               : NULL;
}

/* A run of what the options ask for, and its shard. */
struct render_asked {
    const struct render_options *options;
    struct option_doodad_rules *rules; /* are read for each run; NULL: those of the options stay */
    struct render_run run;
};

static enum exit_status run_once(struct session *session, const void *given, bool is_repeat)
{
    const struct render_asked *asked = given;
    struct render_request request = asked->options->request;
    struct render_run run = asked->run;
    if (asked->rules) {
        if (!session_read_doodad_rules(session, asked->rules)) {
            return EXIT_NOT_RUN;
        }
        request.picture.doodad_rules = *asked->rules;
    }
    run.is_repeat = is_repeat;
    run.redraw = is_repeat ? REDRAW_CHANGED : run.redraw;
    return session_open_data(session, &asked->options->data)
               ? render_request_run(session, &request, &run)
               : EXIT_NOT_RUN;
}

static enum exit_status watch(struct session *session, struct render_asked *asked)
{
    const struct render_options *options = asked->options;
    struct option_doodad_rules rules = {.path = options->request.picture.doodad_rules.path};
    struct watch_loop loop = {.turn = run_once, .given = asked, .common = &options->common};
    watch_loop_add_all(&loop, &options->data.paths);
    watch_loop_add(&loop, options->data.listfile);
    watch_loop_add(&loop, options->request.products.job.markers);
    watch_loop_add(&loop, rules.path);
    asked->rules = &rules;
    enum exit_status left = watch_loop_run(session, &loop);
    asked->rules = NULL;
    option_doodad_rules_free(&rules);
    return left;
}

static enum exit_status render(struct session *session, const void *given)
{
    const struct render_options *options = given;
    struct render_asked asked = {.options = options,
                                 .run = {.map = options->map,
                                         .out = options->out,
                                         .data = &options->data.paths,
                                         .redraw = options->redraw,
                                         .is_check = options->is_check,
                                         .is_watched = options->is_watch,
                                         .from = &options->from,
                                         .common = &options->common}};
    struct render_run *run = &asked.run;
    char problem[OPTION_PROBLEM_BYTES];
    if (!render_request_check(&options->request, problem)) {
        return session_refuse(session, "%s", problem);
    }
    layer_options_notice(&options->request.layers, &session->diag);
    if (!render_shard_read(session, options->shard, &run->shard)) {
        return EXIT_NOT_RUN;
    }
    const char *lacking = options->shard ? shard_problem(&options->request.products) : NULL;
    if (lacking) {
        return session_refuse(session, "%s", lacking);
    }
    if (options->is_watch && (options->is_check || options->shard)) {
        return session_refuse(session, "--watch draws the whole map again and again: not with --%s",
                              options->shard ? "shard" : "check");
    }
    if (strpbrk(options->map, "*?")) {
        messages_error(session->messages,
                       "--map: '%.64s' is no name: 'adtmap render' draws one map; for several, "
                       "'adtmap init' writes a site file and 'adtmap publish' draws its maps",
                       options->map);
        return EXIT_NOT_RUN;
    }
    if (out_folder_check(options->out, &options->data.paths, &session->diag)) {
        return session_fail(session);
    }
    if (!run->is_check && !products_check_minimap(session, &options->request.products)) {
        return EXIT_NOT_RUN;
    }
    if (!run->is_check) {
        interrupt_say("adtmap: interrupted; the next run resumes from here\n");
        products_set_durability(&options->request.products);
    }
    if (options->is_watch) {
        return watch(session, &asked);
    }
    return run_once(session, &asked, false);
}

/* What -h shows. */
static const char *const basics[] = {"data", "map",     "tiles",   "out",   "force",
                                     "size", "light",   "doodads", "layer", "stitch",
                                     "web",  "markers", NULL};

static enum exit_status run(int argc, char **argv)
{
    struct render_options options = {0};
    struct option_table request[RENDER_REQUEST_TABLES];
    render_request_default(&options.request);
    render_request_tables(&options.request, request);
    const struct option_table tables[] = {
        session_data_table(&options.data),
        {"Input", input_rows, COUNT_OF(input_rows), &options},
        request[0],
        {"Output", output_rows, COUNT_OF(output_rows), &options},
        request[1],
        request[2],
        request[3],
        request[4],
        request[5],
        request[6],
        request[7],
        common_table_json(&options.common),
    };
    const struct command_line line = {
        .command = command_render.name,
        .examples = command_render.examples,
        .basics = basics,
        .synopsis = "-d DATA... -m MAP -o OUT [options]",
        .about = "Draws a map from above, one PNG a tile. A tile that cannot be drawn is named and "
                 "does not stop the others. The same input gives the same files, however many "
                 "threads are at work.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
    };
    enum exit_status status =
        session_run(&line, argc, argv, &options.common.verbosity, render, &options);
    render_request_free(&options.request);
    return status;
}

const struct command command_render = {
    "render",
    "draws a map, one PNG a tile",
    run,
    {{"adtmap render -d client -m Azeroth -o maps",
      "a picture of each tile, in maps/Azeroth/tiles/"},
     {"adtmap render -d client -m Azeroth -o poster --size 64 --stitch",
      "the whole map as one picture, poster/Azeroth/Azeroth.png"},
     {"adtmap render -d client -m Azeroth -o site --web --layer height,area",
      "a website with layers of heights and areas: open site/index.html"}}};

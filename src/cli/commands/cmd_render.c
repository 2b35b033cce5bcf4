/* adtmap render: a map, or some of its tiles, to PNG files. */
#include <stdlib.h>

#include "base/size.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/options/layer_options.h"
#include "cli/options/picture_options.h"
#include "cli/report/product_options.h"
#include "cli/report/progress.h"
#include "cli/report/render_report.h"
#include "cli/session.h"
#include "job/render_map.h"
#include "job/settings/shard.h"
#include "os/interrupt.h"

struct render_options {
    struct session_input data;
    const char *map;
    struct option_optional_tiles tiles;
    const char *out;
    enum png_effort effort;
    bool strict;
    enum redraw_policy redraw;
    bool is_check;
    const char *shard;
    struct layer_options layers;
    struct product_options products;
    struct picture_options picture;
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
     .help = "the map's folder below World/Maps, case ignored; or id:N, its number in Map.dbc or "
             "Map.db2"},
    {.name = "tiles",
     .letter = 't',
     .argument = "TILES",
     .kind = &option_tiles,
     FIELD(tiles),
     .help =
         "only these: X_Y or X1-X2_Y1-Y2, comma-separated, 0..63 (default all the map has); "
         "exit status 1 when a tile that is given as X_Y is not listed by the map, or has no file"},
    {.name = "no-wdl",
     .kind = &option_assign,
     FIELD(picture.settings.low_res),
     .value = ADTMAP_LOW_RES_NEVER,
     .help = "leaves out tiles that the map lists and the data hold no ADT of; else they are drawn "
             "from the map's far-away terrain, its WDL"},
    {.name = "wdl",
     .kind = &option_assign,
     FIELD(picture.settings.low_res),
     .value = ADTMAP_LOW_RES_ONLY,
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
     FIELD(redraw),
     .value = REDRAW_ALL,
     .help = "draws all tiles again; else those stay that an earlier run has drawn from the same "
             "files with the same settings"},
    {.name = "check",
     .kind = &option_flag,
     FIELD(is_check),
     .help = "draws and writes nothing: says what would be drawn and put together again and why, "
             "exit status 1 if anything would"},
    {.name = "shard",
     .argument = "I/N",
     .kind = &option_string,
     FIELD(shard),
     .help =
         "draws the I-th of N parts of the tiles, for 'adtmap merge' to join; auto: the part of "
         "a Slurm array task or of a Kubernetes Indexed Job's pod"},
    {.name = "objects",
     .kind = &option_set_bits,
     FIELD(products.outputs),
     .value = JOB_OBJECTS,
     .help = "also writes OUT/MAP/objects.geojson: all buildings and doodads that the map places, "
             "with name, unique id, position, rotation, scale and box"},
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

static enum exit_status render_named_map(struct session *session,
                                         const struct render_options *options,
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
        .redraw = options->redraw,
        .is_check = options->is_check,
        .shard = *shard,
        .progress = show_progress,
        .user = &progress,
    };
    products_apply(&options->products, &job);
    job.outputs |= options->layers.no_picture ? JOB_NO_PICTURE : 0;
    enum adtmap_status status = render_map(session->data, options->map, &job, &result, &failure);
    progress_end(&progress);
    enum exit_status left = EXIT_NOT_RUN;
    if (status == ADTMAP_OK) {
        left = render_report(session->messages, &options->common, &job, &result);
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
    if (options->products.changed) {
        command_line_wrong(session->line, "--shard knows a part of what changes: --changed is for "
                                          "'adtmap merge'");
        return false;
    }
    if (options->products.outputs || options->products.minimap.root) {
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
    if (options->products.minimap.root && options->layers.no_picture) {
        command_line_wrong(session->line,
                           "--client-minimap shows the picture: not with --no-picture");
        return EXIT_NOT_RUN;
    }
    if ((options->products.outputs & JOB_STITCH) && options->layers.layers.height.each_tile) {
        command_line_wrong(session->line, "--height-range tile cannot be used with --stitch: "
                                          "give MIN,MAX");
        return EXIT_NOT_RUN;
    }
    if (!layer_options_check(&options->layers, session->line)) {
        return EXIT_NOT_RUN;
    }
    struct adtmap_settings settings;
    struct adtmap_message failure;
    if (picture_options_settings(&options->picture, &settings, &failure) != ADTMAP_OK) {
        command_line_wrong(session->line, "%s", failure.what);
        return EXIT_NOT_RUN;
    }
    struct job_shard shard;
    if (!read_shard(session, options, &shard)) {
        return EXIT_NOT_RUN;
    }
    if (!options->is_check && !products_check_minimap(session, &options->products)) {
        return EXIT_NOT_RUN;
    }
    if (!options->is_check) {
        interrupt_say("adtmap: interrupted; the next run resumes from here\n");
    }
    return render_named_map(session, options, &settings, &shard);
}

static enum exit_status run(int argc, char **argv)
{
    struct render_options options = {.effort = PNG_BALANCED};
    picture_options_default(&options.picture);
    layer_options_default(&options.layers);
    products_default(&options.products);
    const struct option_table tables[] = {
        session_data_table(&options.data),
        {"Input", input_rows, COUNT_OF(input_rows), &options},
        {"Output", output_rows, COUNT_OF(output_rows), &options},
        products_table(&options.products),
        layer_options_table(&options.layers),
        products_web_table(&options.products),
        products_minimap_table(&options.products),
        picture_options_table(&options.picture),
        picture_options_objects_table(&options.picture),
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

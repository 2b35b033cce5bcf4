/*
 * The request is options as they were read; it becomes the settings of a job when the data are
 * open, since outputs of earlier runs and shards decide too. Messages and progress belong here, so
 * job/ prints nothing.
 */
#include "cli/render/render_request.h"

#include <stdlib.h>

#include "base/size.h"
#include "cli/options/option_text.h"
#include "cli/render/progress.h"
#include "cli/render/render_report.h"
#include "job/render_map.h"
#include "job/settings/shard.h"
#include "os/interrupt.h"

#define FIELD(member) .offset = offsetof(struct render_request, member)

static const char *const effort_names[] = {
    [PNG_FAST] = "fast", [PNG_BALANCED] = "balanced", [PNG_SMALL] = "small", NULL};

static const struct option_row input_rows[] = {
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
    {.name = "parent",
     .argument = "MAP",
     .kind = &option_string,
     FIELD(parent),
     .help =
         "draws the tiles of this map where MAP has none, as clients do round a phase; auto: of "
         "its parent and cosmetic parent in the client's Map.dbc or Map.db2"},
    {.name = "strict",
     .kind = &option_flag,
     FIELD(strict),
     .help = "takes missing textures and objects for failures"},
};

static const struct option_row output_rows[] = {
    {.name = "objects",
     .kind = &option_set_bits,
     FIELD(products.job.outputs),
     .value = JOB_OBJECTS,
     .help = "also writes OUT/MAP/objects.geojson: all buildings and doodads that the map places, "
             "with name, unique id, position, rotation, scale and box"},
    {.name = "floors",
     .argument = "FLOORS",
     .kind = &option_floors,
     FIELD(floors),
     .help = "also draws each floor of a dungeon: auto: of a map that is one building, those of "
             "the client's DungeonMap and DungeonMapChunk, else those in which its rooms lie above "
             "each other; LOW..HIGH, from the lowest floor up: what lies between these heights in "
             "yards; comma-separated; none"},
    {.name = "png",
     .kind = &option_choice,
     FIELD(effort),
     .choices = effort_names,
     .help = "how hard PNG files are compressed"},
};

void render_request_default(struct render_request *request)
{
    *request = (struct render_request){.effort = PNG_BALANCED};
    picture_options_default(&request->picture);
    layer_options_default(&request->layers);
    products_default(&request->products);
}

void render_request_free(struct render_request *request)
{
    picture_options_free(&request->picture);
}

void render_request_tables(struct render_request *request,
                           struct option_table tables[RENDER_REQUEST_TABLES])
{
    const struct option_table all[RENDER_REQUEST_TABLES] = {
        {"Input", input_rows, COUNT_OF(input_rows), request},
        {"Output", output_rows, COUNT_OF(output_rows), request},
        products_table(&request->products),
        layer_options_table(&request->layers),
        products_web_table(&request->products),
        products_minimap_table(&request->products),
        picture_options_table(&request->picture, SETTINGS_OF_DRAWING),
        picture_options_table(&request->picture, SETTINGS_OF_OBJECTS),
    };
    for (size_t i = 0; i < RENDER_REQUEST_TABLES; i++) {
        tables[i] = all[i];
    }
}

static const char *environment(const char *name)
{
    return getenv(name);
}

bool render_shard_read(const struct session *session, const char *text, struct job_shard *shard)
{
    char problem[SHARD_PROBLEM_BYTES];
    *shard = (struct job_shard){0};
    if (text && !shard_read(text, environment, shard, problem)) {
        command_line_wrong(session->line, "--shard: %s", problem);
        return false;
    }
    return true;
}

bool render_request_check(const struct render_request *request, char problem[OPTION_PROBLEM_BYTES])
{
    const struct product_options *products = &request->products;
    const uint32_t without_picture = JOB_AREAS | JOB_LANDMARKS | JOB_OBJECTS;
    bool has_floors = request->floors.is_auto || request->floors.count > 0;
    bool has_more = has_floors || (products->job.outputs & without_picture) != 0;
    if (!products_check(products, problem)) {
        return false;
    }
    const char *shows = products->job.outputs & JOB_WEB     ? "web"
                        : products->minimap.root            ? "client-minimap"
                        : products->worldmap.root           ? "client-worldmap"
                        : products->job.outputs & JOB_ZONES ? "zones"
                                                            : NULL;
    if (shows && request->layers.no_picture) {
        return option_wrong(problem, "--%s shows the picture: not with --no-picture", shows);
    }
    if (!layer_options_check(&request->layers, has_more, problem)) {
        return false;
    }
    const char *wants = products->job.outputs & JOB_STITCH ? "stitch has nothing to join"
                        : products->job.outputs & JOB_WORLD_FILES
                            ? "world-files has nothing to place"
                            : NULL;
    if (wants && request->layers.no_picture && !has_floors && request->layers.layers.count == 0) {
        return option_wrong(
            problem, "--%s: --no-picture leaves out the picture, and --layer adds layers", wants);
    }
    if ((products->job.outputs & JOB_STITCH) && request->layers.layers.height.each_tile) {
        return option_wrong(problem, "--height-range tile cannot be used with --stitch: give "
                                     "MIN,MAX");
    }
    struct adtmap_settings settings;
    struct adtmap_message failure;
    return picture_options_settings(&request->picture, &settings, &failure) == ADTMAP_OK ||
           option_wrong(problem, "%s", failure.what);
}

/* While tiles are drawn Ctrl-C cancels the run; the last one done, it ends the process at once. */
static int show_progress(void *user, const struct adtmap_progress *progress)
{
    progress_update(user, progress->done, progress->total, progress->failed, progress->seconds);
    interrupt_hold(progress->done < progress->total);
    return interrupt_came();
}

/* `failure` is for settings that are out of range. */
static enum adtmap_status make_job(const struct render_request *request,
                                   const struct render_run *run, struct adtmap_message *failure,
                                   struct job_settings *job)
{
    *job = products_job(&request->products);
    job->out = run->out;
    job->title = run->title;
    job->leaves_list = run->leaves_list;
    job->drops_others = run->drops_others;
    job->publisher = run->publisher;
    job->tiles = request->tiles.given ? &request->tiles.set : NULL;
    job->named = &request->tiles.named;
    job->effort = request->effort;
    job->strict = request->strict;
    job->parent = request->parent;
    job->layers = &request->layers.layers;
    job->floors = request->floors;
    job->picks_background = !request->picture.background.given;
    job->redraw = run->redraw;
    job->is_check = run->is_check;
    job->is_watched = run->is_watched;
    job->shard = run->shard;
    job->from = run->from ? run->from->items : NULL;
    job->from_count = run->from ? run->from->count : 0;
    job->from_may_lack = run->from_may_lack;
    job->outputs |= request->layers.no_picture ? JOB_NO_PICTURE : 0;
    return picture_options_settings(&request->picture, &job->tile, failure);
}

/* Reports what became of a run, and frees the result. */
static enum exit_status report_run(struct session *session, const struct render_run *run,
                                   const struct job_settings *job, enum adtmap_status status,
                                   const struct adtmap_message *failure, struct job_result *result)
{
    enum exit_status left = EXIT_NOT_RUN;
    if (status == ADTMAP_OK) {
        left = render_report(session->messages, run, job, result);
    } else {
        messages_write(session->messages, failure);
        messages_take_warnings(session->messages); /* or the next map would count them as its own */
    }
    if (run->is_changed) {
        *run->is_changed |= result->is_changed;
    }
    job_result_free(result);
    return left;
}

enum exit_status render_request_run(struct session *session, const struct render_request *request,
                                    const struct render_run *run)
{
    struct progress progress;
    struct job_settings job;
    struct job_result result = {0};
    struct adtmap_message failure = {0};
    if (request->strict && !session_data_are_whole(session)) {
        messages_error(session->messages,
                       "%s: nothing is drawn: with --strict all archives and folders of the data "
                       "must be readable",
                       run->map);
        return EXIT_NOT_RUN;
    }
    enum adtmap_status status = make_job(request, run, &failure, &job);
    progress_begin(&progress, session->messages, run->common->verbosity, run->whole);
    job.progress = show_progress;
    job.user = &progress;
    if (!status) {
        status = render_map(session->data, run->map, &job, &result, &failure);
    }
    progress_end(&progress);
    interrupt_hold(false); /* of a run that failed before its last tile */
    if (interrupt_came()) {
        job_result_free(&result);
        interrupt_end();
    }
    enum exit_status left = report_run(session, run, &job, status, &failure, &result);
    return left == EXIT_OK && !session_data_are_whole(session) ? EXIT_PARTIAL : left;
}

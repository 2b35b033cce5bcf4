/* adtmap merge: the shards of 'render --shard' to whole maps. */
#include <stdio.h>

#include "base/size.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/report/product_options.h"
#include "job/merge/merge.h"
#include "os/interrupt.h"

struct merge_options {
    const char *map;
    struct product_options products;
    struct common_options common;
};

#define FIELD(member) .offset = offsetof(struct merge_options, member)

static const struct option_row rows[] = {
    {.name = "map",
     .letter = 'm',
     .argument = "MAP",
     .kind = &option_string,
     FIELD(map),
     .need = OPTION_ONCE,
     .help = "only this map (default all that have shards)"},
};

/* Maps are joined one after the other; one that cannot be stops no other. */
struct merging {
    struct session *session;
    const struct merge_options *options;
    const struct merge_settings *settings;
    struct json json; /* of `text`: an array of maps */
    struct buffer text;
    uint32_t found;
    uint32_t not_joined;
    uint32_t failed_tiles;
};

static void print_result(struct merging *merging, const struct job_result *result)
{
    if (merging->options->common.json) {
        json_object(&merging->json, NULL);
        json_string(&merging->json, "map", result->map);
        json_string(&merging->json, "directory", result->directory);
        json_number(&merging->json, "tiles", result->drawn);
        json_number(&merging->json, "failed", result->failure_count);
        json_number(&merging->json, "absent", result->absent);
        json_number(&merging->json, "seconds", result->seconds);
        json_end(&merging->json);
    } else if (merging->options->common.verbosity != VERBOSITY_QUIET) {
        printf("%s: %u %s joined in %.2f s", result->directory, (unsigned)result->drawn,
               common_tile_word(result->drawn), result->seconds);
        if (result->failure_count > 0) {
            printf(", %u failed", (unsigned)result->failure_count);
        }
        putchar('\n');
    }
}

static void join(struct merging *merging, const char *map)
{
    struct adtmap_message failure = {0};
    struct job_result result;
    merging->found++;
    if (merge_map(merging->settings, map, &result, &failure) == ADTMAP_OK) {
        for (uint32_t i = 0; i < result.failure_count; i++) {
            messages_write(merging->session->messages, &result.failures[i].message);
        }
        for (uint32_t i = 0; i < result.stuck_count; i++) {
            messages_write(merging->session->messages, &result.stuck[i]);
        }
        merging->failed_tiles += result.failure_count + result.stuck_count;
        print_result(merging, &result);
    } else {
        messages_write(merging->session->messages, &failure);
        merging->not_joined++;
    }
    job_result_free(&result);
}

static enum exit_status join_all(struct merging *merging)
{
    const struct diag diag = diag_at(&merging->session->diag, merging->settings->out);
    const struct merge_options *options = merging->options;
    struct map_folders maps = {0};
    enum adtmap_status status = merge_check_from(merging->settings, &diag);
    if (!status && !options->map) {
        status = merge_list_maps(merging->settings, &diag, &maps);
    }
    if (!status && maps.count > 1 && options->products.job.changed) {
        status = diag_fail(&diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                           "--changed names the list of one map, and %zu have shards: say which "
                           "with -m",
                           maps.count);
    }
    if (!status && options->map) {
        join(merging, options->map);
    }
    for (size_t i = 0; i < maps.count && !status; i++) {
        join(merging, maps.names[i]);
    }
    map_folders_free(&maps);
    if (!status && merging->found == 0) {
        status = diag_fail(&diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                           "no shards: draw some with 'render --shard I/N', or name their folders");
    }
    if (status) {
        return session_fail(merging->session);
    }
    if (merging->not_joined > 0) {
        return merging->not_joined == merging->found ? EXIT_NOT_RUN : EXIT_PARTIAL;
    }
    return merging->failed_tiles > 0 ? EXIT_PARTIAL : EXIT_OK;
}

static enum exit_status merge(struct session *session, const void *given)
{
    const struct merge_options *options = given;
    if (options->products.minimap.interiors) {
        return session_refuse(session, "--client-minimap-interiors draws from the data: it is for "
                                       "'adtmap render'");
    }
    char problem[OPTION_PROBLEM_BYTES];
    if (!products_check(&options->products, problem)) {
        return session_refuse(session, "%s", problem);
    }
    if (!products_check_minimap(session, &options->products)) {
        return EXIT_NOT_RUN;
    }
    struct merge_settings settings = {
        .out = session->operands.items[0],
        .from = (const char *const *)(session->operands.items + 1),
        .from_count = (size_t)session->operands.count - 1,
        .log = messages_log(session->messages),
        .job = products_job(&options->products),
    };
    struct merging merging = {.session = session, .options = options, .settings = &settings};
    merging.json = json_to(&merging.text, JSON_INDENTED);
    json_array(&merging.json, NULL);
    interrupt_say("adtmap: interrupted; the next merge resumes from here\n");
    enum exit_status status = join_all(&merging);
    json_end(&merging.json);
    if (options->common.json && !common_print_json(session->messages, &merging.text)) {
        return EXIT_NOT_RUN;
    }
    buffer_free(&merging.text);
    return status;
}

static enum exit_status run(int argc, char **argv)
{
    struct merge_options options = {0};
    products_default(&options.products);
    const struct option_table tables[] = {
        {"Input", rows, COUNT_OF(rows), &options}, products_table(&options.products),
        products_web_table(&options.products),     products_minimap_table(&options.products),
        common_table_json(&options.common),
    };
    const struct command_line line = {
        .command = command_merge.name,
        .synopsis = "OUT [FROM...] [options]",
        .about = "Joins the shards that 'render --shard' has left in OUT, or in output folders of "
                 "their own, FROM, to what one run would have written into OUT. With --stitch or "
                 "--web, where no shards are left, puts the maps in OUT together from their "
                 "tiles.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
        .operands_min = 1,
        .operands_max = SHARDS_MAX + 1,
        .operand = "OUT",
    };
    return session_run(&line, argc, argv, &options.common.verbosity, merge, &options);
}

const struct command command_merge = {"merge", "joins the shards of a render", run};

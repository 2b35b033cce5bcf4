/* adtmap publish: a whole website from one file. */
#include "base/size.h"
#include "cli/site/site_check.h"
#include "cli/site/site_publish.h"
#include "os/interrupt.h"

struct publish_options {
    struct site_publish_options run;
    const char *shard;
    struct product_options products; /* threads and memory */
    struct common_options common;
};

#define FIELD(member) .offset = offsetof(struct publish_options, member)

static const struct option_row rows[] = {
    {.name = "map",
     .letter = 'm',
     .argument = "MAP",
     .kind = &option_string,
     FIELD(run.only),
     .need = OPTION_ONCE,
     .help = "renders only this map of the file, or those that a pattern with * and ? matches"},
    {.name = "check",
     .kind = &option_flag,
     FIELD(run.is_check),
     .help = "draws and writes nothing: says what is wrong with the file, and what would be drawn "
             "again; exit status 1 if anything would, 2 if the file or the data are wrong"},
    {.name = "force",
     .kind = &option_assign,
     FIELD(run.redraw),
     .value = REDRAW_ALL,
     .help = "draws all tiles again, as of 'adtmap render'"},
    {.name = "from",
     .argument = "DIR",
     .kind = &option_list,
     FIELD(run.from),
     .is_path = true,
     .help = "takes over tiles that are up to date in the folder of another site with the same "
             "renderings, or in its shards; repeats"},
    {.name = "shard",
     .argument = "I/N",
     .kind = &option_string,
     FIELD(shard),
     .help = "draws the I-th of N parts of the tiles of every map; auto: the part of a Slurm array "
             "task or of a Kubernetes Indexed Job's pod"},
    {.name = "leaflet",
     .argument = "DIR",
     .kind = &option_string,
     FIELD(run.leaflet),
     .is_path = true,
     .help = "where leaflet.js and leaflet.css are, as of 'adtmap render'"},
};

static enum exit_status publish(struct session *session, const void *given)
{
    const struct publish_options *options = given;
    struct site_publish_options run = options->run;
    run.path = session->operands.items[0];
    run.threads = options->products.job.threads;
    run.memory_bytes = options->products.memory_bytes;
    run.common = &options->common;
    if (!render_shard_read(session, options->shard, &run.shard)) {
        return EXIT_NOT_RUN;
    }
    if (!run.is_check) {
        interrupt_say("adtmap: interrupted; the next run resumes from here\n");
        products_set_durability(&options->products);
    }
    struct site_file file;
    bool fails = site_file_read(session->operands.items[0], &session->diag, &file) ||
                 site_check(&file, &session->diag);
    enum exit_status left = fails ? session_fail(session) : site_publish(session, &file, &run);
    site_file_free(&file);
    return left;
}

static enum exit_status run(int argc, char **argv)
{
    struct publish_options options = {0};
    const struct option_table tables[] = {
        {"Output", rows, COUNT_OF(rows), &options},
        products_run_table(&options.products),
        common_table(&options.common),
    };
    const struct command_line line = {
        .command = command_publish.name,
        .examples = command_publish.examples,
        .synopsis = "SITE.yaml [options]",
        .about = "Renders the maps that a site file lists, each in its renderings, and writes a "
                 "website of them: OUT/index.html and OUT/RENDERING/MAP/. What is up to date "
                 "stays. A map that fails is named and does not stop the others. Paths in the "
                 "file are relative to its folder. 'adtmap init' writes a first file.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
        .operands_min = 1,
        .operands_max = 1,
        .operand = "SITE.yaml",
    };
    return session_run(&line, argc, argv, &options.common.verbosity, publish, &options);
}

const struct command command_publish = {
    "publish",
    "makes a website from one file",
    run,
    {{"adtmap publish site.yaml", "draws what is out of date, and writes the site"},
     {"adtmap publish site.yaml --check", "says what would be drawn and written"},
     {"adtmap publish site.yaml --map Azeroth", "this map alone"}}};

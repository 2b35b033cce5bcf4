/* adtmap init: a first site file for 'adtmap publish', and its schema. */
#include <stdio.h>

#include "base/size.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/out_folder.h"
#include "cli/session.h"
#include "cli/site/site_init.h"
#include "cli/site/site_json.h"
#include "os/file.h"
#include "os/output_file.h"

struct init_options {
    struct session_input data;
    const char *out;
    bool is_forced;
    bool is_schema;
    struct common_options common;
};

#define FIELD(member) .offset = offsetof(struct init_options, member)

static const struct option_row rows[] = {
    {.name = "out",
     .letter = 'o',
     .argument = "FILE",
     .kind = &option_string,
     FIELD(out),
     .is_path = true,
     .help = "the file to write; - is standard output"},
    {.name = "force",
     .kind = &option_flag,
     FIELD(is_forced),
     .help = "replaces a file that is there"},
    {.name = "schema",
     .kind = &option_flag,
     FIELD(is_schema),
     .help = "prints the JSON schema of site files, which editors use to complete and check them; "
             "needs no DATA"},
};

static enum exit_status write_file(struct session *session, const struct init_options *options,
                                   const struct buffer *text)
{
    const struct diag diag = diag_at(&session->diag, options->out);
    bool is_stream = output_is_stream(options->out);
    if (!options->is_forced && !is_stream && file_exists(options->out)) {
        messages_error(session->messages, "%s: is there already: --force replaces it",
                       options->out);
        return EXIT_NOT_RUN;
    }
    if (output_write(options->out, text->data, text->size, &diag)) {
        return session_fail(session);
    }
    if (options->common.verbosity != VERBOSITY_QUIET && !is_stream) {
        printf("%s: written; 'adtmap publish %s' makes the site\n", options->out, options->out);
    }
    return EXIT_OK;
}

static enum exit_status write_site(struct session *session, const struct init_options *options)
{
    struct session_input input = options->data;
    struct buffer text = {0};
    for (int i = 0; i < session->operands.count && i < OPTION_STRINGS_MAX; i++) {
        input.paths.items[input.paths.count++] = session->operands.items[i];
    }
    if (!session_open_data(session, &input)) {
        return EXIT_NOT_RUN;
    }
    if (!output_is_stream(options->out)) {
        out_file_check(options->out, &input.paths, &session->diag);
    }
    enum exit_status left = site_init_write(session->data, &input, &session->diag, &text)
                                ? session_fail(session)
                                : write_file(session, options, &text);
    buffer_free(&text);
    return left;
}

static enum exit_status init(struct session *session, const void *given)
{
    const struct init_options *options = given;
    if (options->is_schema) {
        struct buffer text = {0};
        site_json_schema(&text);
        return common_print_json(session->messages, &text) ? EXIT_OK : EXIT_NOT_RUN;
    }
    if (session->operands.count == 0) {
        return session_refuse(session, "DATA is missing; 'adtmap help init' says more");
    }
    return write_site(session, options);
}

static enum exit_status run(int argc, char **argv)
{
    struct init_options options = {.out = "site.yaml"};
    const struct option_table tables[] = {
        {"Output", rows, COUNT_OF(rows), &options},
        session_listfile_table(&options.data),
        common_table(&options.common),
    };
    const struct command_line line = {
        .command = command_init.name,
        .examples = command_init.examples,
        .synopsis = "DATA... [options]",
        .about = "Writes a first site file for 'adtmap publish', with comments: the maps in DATA "
                 "that have tiles, with their titles, under headings by their kind.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
        .operands_min = 0,
        .operands_max = OPTION_STRINGS_MAX,
        .operand = "DATA",
    };
    return session_run(&line, argc, argv, &options.common.verbosity, init, &options);
}

const struct command command_init = {"init",
                                     "writes a first file for publish",
                                     run,
                                     {{"adtmap init client -o site.yaml",
                                       "a site file with the client's maps, to change as you like"},
                                      {"adtmap init client patches -o site.yaml --force",
                                       "the same of two folders, the later over the earlier"}}};

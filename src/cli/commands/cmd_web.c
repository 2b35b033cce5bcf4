/* adtmap web: the pages of a website again, without rendering. */
#include <stdio.h>

#include "base/size.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/options/option_kinds.h"
#include "cli/session.h"
#include "job/run/site.h"

struct web_options {
    enum site_archives archives;
    const char *address;
    const char *leaflet;
    struct common_options common;
};

#define FIELD(member) .offset = offsetof(struct web_options, member)

static const struct option_row rows[] = {
    {.name = "pmtiles",
     .kind = &option_assign,
     FIELD(archives),
     .value = SITE_ARCHIVES_ALL,
     .help = "also packs the zoom levels of every map into one file, OUT/MAP/MAP.pmtiles"},
    {.name = "site-url",
     .argument = "URL",
     .kind = &option_address,
     FIELD(address),
     .help = "where OUT is published, as of 'adtmap render'"},
    {.name = "leaflet",
     .argument = "DIR",
     .kind = &option_string,
     FIELD(leaflet),
     .is_path = true,
     .help = "where leaflet.js and leaflet.css are, as of 'adtmap render'"},
};

static bool print_result(struct messages *messages, const char *out,
                         const struct site_result *result, const struct common_options *common)
{
    if (common->json) {
        struct buffer text = {0};
        struct json json = json_to(&text, JSON_INDENTED);
        json_object(&json, NULL);
        json_number(&json, "maps", (double)result->maps);
        json_number(&json, "failed", (double)result->failed);
        json_end(&json);
        return common_print_json(messages, &text);
    }
    if (common->verbosity != VERBOSITY_QUIET) {
        printf("%s: pages of %zu %s\n", out, result->maps, result->maps == 1 ? "map" : "maps");
    }
    return true;
}

static enum exit_status write_site(struct session *session, const void *given)
{
    const struct web_options *options = given;
    const char *out = session->operands.items[0];
    const struct web_site site = {
        .out = out, .leaflet = options->leaflet, .address = options->address};
    struct site_result result;
    if (site_rewrite(&site, options->archives, &session->diag, &result)) {
        return session_fail(session);
    }
    if (!print_result(session->messages, out, &result, &options->common)) {
        return EXIT_NOT_RUN;
    }
    if (result.failed > 0) {
        return result.maps > 0 ? EXIT_PARTIAL : EXIT_NOT_RUN;
    }
    return EXIT_OK;
}

static enum exit_status run(int argc, char **argv)
{
    struct web_options options = {0};
    const struct option_table tables[] = {
        {"Output", rows, COUNT_OF(rows), &options},
        common_table_json(&options.common),
    };
    const struct command_line line = {
        .command = command_web.name,
        .synopsis = "OUT [options]",
        .about = "Writes the web pages below OUT again, from what 'render --web' has left there: "
                 "after maps were moved or removed, markers.geojson was changed, or adtmap was "
                 "brought up to date. Nothing is rendered.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
        .operands_min = 1,
        .operands_max = 1,
        .operand = "OUT",
    };
    return session_run(&line, argc, argv, &options.common.verbosity, write_site, &options);
}

const struct command command_web = {"web", "writes the pages of a website again", run};

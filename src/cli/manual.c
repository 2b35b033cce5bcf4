/*
 * Man page and markdown are the help of all commands one after the other, each printed by the
 * command itself from its tables.
 */
#include "cli/manual.h"

#include <stdio.h>

#include "adtmap/adtmap.h"
#include "base/size.h"
#include "cli/options/help_writer.h"

static const char summary[] = "draws World of Warcraft maps from above";

static const char about[] =
    "adtmap reads the client files of World of Warcraft and writes minimap tiles, stitched maps, "
    "data layers and websites. The same input gives the same pixels on every machine.";

static const char streams[] =
    "Messages go to stderr, one line each: file, chunk, offset, what is wrong, what was done. "
    "--json of most commands prints results for programs on stdout; of names, bytes that are no "
    "UTF-8 are '?' there. Of an option that is given twice, and of two such as --wdl and --no-wdl, "
    "the last one counts, unless it says that it repeats; a second map, or folder to write to, is "
    "refused. tile and info read standard "
    "input if the file is -, locate without a FILE. tile -o, cat -o, init -o, compare --diff, and "
    "--changed of render write to - (standard output), devices and pipes. "
    "adtmap --version prints the version and the libraries.";

struct status_row {
    int status;
    const char *meaning;
};

static const struct status_row statuses[] = {
    {EXIT_OK, "everything that was asked for is there"},
    {EXIT_PARTIAL, "the run finished, but something failed, differs or is missing; each is named"},
    {EXIT_NOT_RUN, "the command could not run"},
};

static void begin_man(const struct command *const *commands, size_t count)
{
    printf(".TH ADTMAP 1 \"\" \"adtmap %s\" \"User Commands\"\n", adtmap_version());
    printf(".SH NAME\nadtmap \\- %s\n", summary);
    puts(".SH SYNOPSIS\n.B adtmap\n.I COMMAND\n[arguments]\n.SH DESCRIPTION");
    help_man_print(about);
    puts("");
    for (size_t i = 0; i < count; i++) {
        printf(".TP\n.B %s\n", commands[i]->name);
        help_man_print(commands[i]->summary);
        puts("");
    }
    puts(".SH COMMANDS");
}

static void end_man(const struct command *const *commands, size_t count)
{
    puts(".SH EXAMPLES");
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < HELP_EXAMPLES && commands[i]->examples[k].line; k++) {
            puts(".TP\n.B");
            help_man_print(commands[i]->examples[k].line);
            puts("");
            help_man_print(commands[i]->examples[k].result);
            puts("");
        }
    }
    puts(".SH EXIT STATUS");
    for (size_t i = 0; i < COUNT_OF(statuses); i++) {
        printf(".TP\n.B %d\n%s\n", statuses[i].status, statuses[i].meaning);
    }
    puts(".SH DIAGNOSTICS");
    help_man_print(streams);
    puts("");
}

static void begin_markdown(const struct command *const *commands, size_t count)
{
    printf("# Options\n\n%s\n\nThis page is the output of `adtmap help --markdown`.\n\n", about);
    puts("| command | |\n|---|---|");
    for (size_t i = 0; i < count; i++) {
        printf("| [%s](#%s) | %s |\n", commands[i]->name, commands[i]->name, commands[i]->summary);
    }
    puts("\n| exit status | |\n|---|---|");
    for (size_t i = 0; i < COUNT_OF(statuses); i++) {
        printf("| %d | %s |\n", statuses[i].status, statuses[i].meaning);
    }
    printf("\n%s\n", streams);
}

enum exit_status manual_print(enum help_format format, const struct command *const *commands,
                              size_t count)
{
    enum exit_status status = EXIT_OK;
    char man_option[] = "--help=man";
    char markdown_option[] = "--help=markdown";
    format == HELP_MAN ? begin_man(commands, count) : begin_markdown(commands, count);
    for (size_t i = 0; i < count && status == EXIT_OK; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s", commands[i]->name);
        char *arguments[] = {name, format == HELP_MAN ? man_option : markdown_option, NULL};
        status = commands[i]->run(2, arguments);
    }
    if (format == HELP_MAN) {
        end_man(commands, count);
    }
    return status;
}

/* adtmap: finds the command and runs it. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/edit_distance.h"
#include "base/size.h"
#include "cli/command.h"
#include "cli/formats.h"
#include "cli/limits.h"
#include "cli/manual.h"
#include "cli/options/layer_options.h"
#include "cli/options/options.h"
#include "cli/version.h"
#include "os/large_alloc.h"
#include "os/process.h"

static const struct command *const commands[] = {
    &command_render,  &command_publish, &command_init, &command_tile,   &command_maps,
    &command_ls,      &command_cat,     &command_info, &command_locate, &command_heightmap,
    &command_compare, &command_diff,    &command_demo,
};

/* Commands of versions before, and what does their work. */
static const struct {
    const char *name;
    const char *instead;
} gone[] = {
    {"merge", "'adtmap render' of the whole map takes over what shards have drawn"},
    {"web", "'adtmap render --web' writes the pages again, and draws nothing that is up to date"},
};

static enum exit_status print_help(void)
{
    puts("Usage: adtmap COMMAND [arguments]\n\n"
         "Draws World of Warcraft maps from above: client files in, PNG tiles out.\n\n"
         "Commands:");
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        printf("  %-9s %s\n", commands[i]->name, commands[i]->summary);
    }
    puts("\n'adtmap help COMMAND' lists the options of a command, 'adtmap COMMAND -h' those that "
         "most\nruns need.\n"
         "'adtmap help --man' prints the manual page, 'adtmap help --markdown' the same text.\n"
         "'adtmap help --limits' prints what files may ask for at most.\n"
         "'adtmap help --formats' prints what is read of each chunk of a file.\n"
         "'adtmap help --layers' prints the names of data layers.\n"
         "'adtmap --version' names this version and the libraries in use.\n\n"
         "Exit status: 0 all well; 1 finished, but something failed or differs; 2 could not run.");
    return EXIT_OK;
}

static const struct command *find_command(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        if (strcmp(name, commands[i]->name) == 0) {
            return commands[i];
        }
    }
    for (size_t i = 0; i < COUNT_OF(gone); i++) {
        if (strcmp(name, gone[i].name) == 0) {
            fprintf(stderr, "adtmap: '%s' is no command any more: %s\n", name, gone[i].instead);
            return NULL;
        }
    }
    const char *near = NULL;
    for (size_t i = 0; i < COUNT_OF(commands) && !near; i++) {
        near = edit_distance_is_near(name, commands[i]->name) ? commands[i]->name : NULL;
    }
    fprintf(stderr, "adtmap: '%.64s' is not a command; %s%s\n", name,
            near ? "did you mean " : "'adtmap help' lists them", near ? near : "");
    return NULL;
}

static enum exit_status run_help(int argc, char **argv)
{
    enum help_format format;
    if (argc < 2) {
        return print_help();
    }
    static const struct {
        const char *name;
        void (*print)(void);
    } lists[] = {
        {"--limits", limits_print}, {"--formats", formats_print}, {"--layers", layer_names_print}};
    for (size_t i = 0; i < COUNT_OF(lists); i++) {
        if (strcmp(argv[1], lists[i].name) == 0) {
            lists[i].print();
            return EXIT_OK;
        }
    }
    if (strncmp(argv[1], "--", 2) == 0 && help_format_parse(argv[1] + 2, &format)) {
        return format == HELP_TEXT ? print_help()
                                   : manual_print(format, commands, COUNT_OF(commands));
    }
    const struct command *command = find_command(argv[1]);
    if (!command) {
        return EXIT_NOT_RUN;
    }
    char help_option[] = "--help";
    char *arguments[] = {argv[1], help_option, NULL};
    return command->run(2, arguments);
}

static enum exit_status run(int argc, char **argv)
{
    const char *first = argc > 1 ? argv[1] : "";
    if (argc < 2) {
        fputs("adtmap: no command given; 'adtmap help' lists them\n", stderr);
        return EXIT_NOT_RUN;
    }
    if (strcmp(first, "--version") == 0) {
        version_print();
        return EXIT_OK;
    }
    if (strcmp(first, "help") == 0 || strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0) {
        return run_help(argc - 1, argv + 1);
    }
    const struct command *command = find_command(first);
    return command ? command->run(argc - 1, argv + 1) : EXIT_NOT_RUN;
}

int main(int argc, char **argv)
{
    argv = process_begin(&argc, argv);
    if (!argv) {
        fputs("adtmap: out of memory\n", stderr);
        return EXIT_NOT_RUN;
    }
    large_heap_begin();
    enum exit_status status = run(argc, argv);
    if (!process_finish_stdout()) {
        if (errno != EPIPE) { /* else as silent as where a signal ends programs that write on */
            perror("adtmap: standard output");
        }
        status = EXIT_NOT_RUN;
    }
    return (int)status;
}

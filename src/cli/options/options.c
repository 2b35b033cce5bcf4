/*
 * All tables of a command become one list for getopt_long. Its own messages are off: they differ
 * between systems and name no near option. Each row remembers that it was given, for options that
 * are required or taken once.
 */
#include "cli/options/options.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/edit_distance.h"
#include "base/path.h"
#include "base/size.h"
#include "base/text.h"
#include "cli/options/option_text.h"
#include "os/file.h"

enum {
    MISSING_BYTES = 256, /* the names of options that are missing */
    OPTIONS_MAX = 96,    /* of one command */
    LONG_CODE = 256,     /* what getopt returns for row 0; above every letter */
};

/* The rows of all tables of a command in one list, as getopt wants them. */
struct row_list {
    const struct option_row *rows[OPTIONS_MAX];
    void *into[OPTIONS_MAX];
    bool given[OPTIONS_MAX];
    size_t count;
    struct option longs[OPTIONS_MAX + 2];
    char letters[2 * OPTIONS_MAX + 4];
};

static const char help_name[] = "help";

void command_line_wrong(const struct command_line *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "adtmap %s: ", line->command);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

bool option_apply(const struct option_row *row, void *into, const char *text,
                  char problem[OPTION_PROBLEM_BYTES])
{
    return row->kind->read(row, text, (char *)into + row->offset, problem);
}

static void add_row(struct row_list *list, const struct option_row *row, void *into)
{
    if (list->count == OPTIONS_MAX) {
        abort();
    }
    size_t index = list->count++;
    int takes = row->is_value_optional   ? optional_argument
                : row->kind->takes_value ? required_argument
                                         : no_argument;
    list->rows[index] = row;
    list->into[index] = into;
    list->longs[index] = (struct option){row->name, takes, NULL, LONG_CODE + (int)index};
    if (row->letter) {
        char *end = list->letters + strlen(list->letters);
        *end++ = row->letter;
        if (takes == required_argument) {
            *end++ = ':';
        }
        *end = '\0';
    }
}

static void list_rows(const struct command_line *line, struct row_list *list)
{
    memset(list, 0, sizeof *list);
    strcpy(list->letters, ":h");
    for (size_t t = 0; t < line->table_count; t++) {
        const struct option_table *table = &line->tables[t];
        for (size_t r = 0; r < table->count; r++) {
            add_row(list, &table->rows[r], table->into);
        }
    }
    list->longs[list->count] = (struct option){help_name, optional_argument, NULL, 'h'};
}

/* The row behind what getopt_long returned or left in optopt; list->count for none. */
static size_t row_of_code(const struct row_list *list, int code)
{
    if (code >= LONG_CODE) {
        return (size_t)(code - LONG_CODE);
    }
    size_t index = 0;
    while (index < list->count && (!code || list->rows[index]->letter != code)) {
        index++;
    }
    return index;
}

/* What people who come from other programs or commands mean. */
static const struct meant_option {
    const char *name;
    int letter;          /* 0: none */
    const char *command; /* NULL: any */
    const char *what;
} meant_options[] = {
    {"data", 'd', "init", "data stand alone: 'adtmap init DATA'"},
    {"data", 'd', "publish", "the site file names the data: 'data: [DATA]'"},
    {"map", 'm', "tile",
     "'adtmap tile' finds the map by the file's name; 'adtmap render -m' draws maps"},
    {"threads", 0, "tile",
     "a large tile takes the threads that there are; OMP_NUM_THREADS limits them"},
    {"floors", 0, "locate", "--surfaces looks at what can be stood on in buildings, too"},
    {"threads", 0, NULL, "--jobs is the number of threads"},
    {"colour", 0, NULL, "--background, --water, --ambient and others set colours"},
    {"color", 0, NULL, "--background, --water, --ambient and others set colours"},
    {"format", 0, "locate", "--output is the kind of the output, --input that of the input"},
    {"format", 0, "maps", "--json prints the maps for programs"},
    {"format", 0, "ls", "--json prints the files for programs"},
    {"format", 0, "info", "--json prints it for programs"},
    {"format", 0, "publish", "'web-format: webp' in the site file is that of its pictures"},
    {"format", 0, NULL,
     "pictures are PNG files; --web-format of 'adtmap render' is that of a website"},
};

/* By the name or, where that is NULL, by the letter. */
static const char *find_meant(const struct command_line *line, const char *name, int letter)
{
    for (size_t i = 0; i < COUNT_OF(meant_options); i++) {
        const struct meant_option *meant = &meant_options[i];
        bool is_meant =
            name ? text_compare_nocase(meant->name, name) == 0 : letter == meant->letter;
        if (is_meant && (!meant->command || strcmp(meant->command, line->command) == 0)) {
            return meant->what;
        }
    }
    return NULL;
}

static void say_unknown(const struct command_line *line, const struct row_list *list,
                        const char *argument)
{
    char name[EDIT_DISTANCE_NAME_MAX + 1];
    const char *word = argument + strspn(argument, "-");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    const char *near = NULL;
    const char *meant = find_meant(line, name, 0);
    if (meant) {
        command_line_wrong(line, "--%s: no such option: %s", name, meant);
        return;
    }
    for (size_t i = 0; i < list->count; i++) {
        edit_distance_take_nearer(name, list->rows[i]->name, &near);
    }
    if (near) {
        command_line_wrong(line, "--%s: no such option; did you mean --%s?", name, near);
    } else {
        command_line_wrong(line, "--%s: no such option; 'adtmap help %s' lists them", name,
                           line->command);
    }
}

/* Explains what getopt_long refused, of which `argument` is the word. To a value for an option that
 * takes no value GNU answers '?', others ':'. */
static void say_refused(const struct command_line *line, const struct row_list *list,
                        const char *argument)
{
    size_t index = optopt ? row_of_code(list, optopt) : list->count;
    if (index < list->count) {
        command_line_wrong(line, "--%s: %s", list->rows[index]->name,
                           list->longs[index].has_arg == no_argument ? "takes no value"
                                                                     : "needs a value");
    } else if (optopt >= '0' && optopt <= '9') {
        command_line_wrong(line, "-%c: no such option; numbers below 0 go behind '--'", optopt);
    } else if (optopt) {
        const char *meant = find_meant(line, NULL, optopt);
        if (meant) {
            command_line_wrong(line, "-%c: no such option: %s", optopt, meant);
            return;
        }
        command_line_wrong(line, "-%c: no such option; 'adtmap help %s' lists them", optopt,
                           line->command);
    } else {
        say_unknown(line, list, argument);
    }
}

static bool apply_row(const struct command_line *line, struct row_list *list, size_t index)
{
    const struct option_row *row = list->rows[index];
    char problem[OPTION_PROBLEM_BYTES];
    if (row->is_path && optarg) {
        path_spell(optarg, file_path_style);
        if (path_is_of_drive(optarg, file_path_style)) {
            command_line_wrong(line, "--%s: " OPTION_OF_DRIVE, row->name, optarg, optarg[0]);
            return false;
        }
    }
    if (list->given[index] && row->need != OPTION_OPTIONAL && !row->kind->repeats) {
        command_line_wrong(line, "--%s: is given twice, '%.64s' the second time; it takes one %s",
                           row->name, optarg, row->argument);
        return false;
    }
    if (!option_apply(row, list->into[index], optarg, problem)) {
        command_line_wrong(line, "--%s: %s", row->name, problem);
        return false;
    }
    list->given[index] = true;
    return true;
}

static bool check_complete(const struct command_line *line, const struct row_list *list,
                           const struct operands *operands)
{
    char missing[MISSING_BYTES] = "";
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct option_row *row = list->rows[i];
        if (row->need == OPTION_REQUIRED && !list->given[i]) {
            size_t used = strlen(missing);
            snprintf(missing + used, sizeof missing - used, "%s--%s %s", count ? ", " : "",
                     row->name, row->argument);
            count++;
        }
    }
    if (count) {
        bool is_path = operands->count > 0 && line->operands_max == 0;
        command_line_wrong(line, "%s %s missing%s%s; 'adtmap help %s' says more", missing,
                           count == 1 ? "is" : "are", is_path ? ": data are given as -d " : "",
                           is_path ? operands->items[0] : "", line->command);
        return false;
    }
    if (operands->count < line->operands_min) {
        command_line_wrong(line, "%s is missing; 'adtmap help %s' says more", line->operand,
                           line->command);
        return false;
    }
    if (operands->count > line->operands_max) {
        command_line_wrong(line, "'%s' is one argument too many; 'adtmap help %s' says more",
                           operands->items[line->operands_max], line->command);
        return false;
    }
    return true;
}

/* `word` is the argument that asks for it, -h or --help; `format` the value of --help, NULL without
 * one. */
static enum parse_outcome show_help(const struct command_line *line, const char *word,
                                    const char *format)
{
    enum help_format chosen = HELP_TEXT;
    if (format && !help_format_parse(format, &chosen)) {
        command_line_wrong(line, "--help: '%.64s' is not one of text, man, markdown", format);
        return PARSE_WRONG;
    }
    command_line_help(line, chosen, strncmp(word, "--", 2) == 0 ? HELP_LONG : HELP_SHORT);
    return PARSE_SHOWN;
}

enum parse_outcome command_line_parse(const struct command_line *line, int argc, char **argv,
                                      struct operands *operands)
{
    struct row_list list;
    list_rows(line, &list);
    opterr = 0;
    optind = 0; /* GNU, musl, BSD, macOS and MinGW: start from the first argument */
    for (;;) {
        int word = optind ? optind : 1;
        int code = getopt_long(argc, argv, list.letters, list.longs, NULL);
        if (code == -1) {
            break;
        }
        if (code == 'h') {
            return show_help(line, argv[word], optarg);
        }
        if (code == '?' || code == ':') {
            say_refused(line, &list, argv[optind > word ? optind - 1 : word]);
            return PARSE_WRONG;
        }
        size_t index = row_of_code(&list, code);
        double number;
        if (list.rows[index]->is_value_optional && !optarg && optind < argc &&
            option_parse_reals(argv[optind], 1, &number) == 1) {
            optarg = argv[optind++];
        }
        if (!apply_row(line, &list, index)) {
            return PARSE_WRONG;
        }
    }
    for (int i = optind; i < argc; i++) { /* of files, or of client files that take either slash */
        if (!*argv[i]) {
            command_line_wrong(line, "%s: argument %d is empty",
                               line->operand ? line->operand : "''", i - optind + 1);
            return PARSE_WRONG;
        }
        path_spell(argv[i], file_path_style);
        if (path_is_of_drive(argv[i], file_path_style)) {
            command_line_wrong(line, OPTION_OF_DRIVE, argv[i], argv[i][0]);
            return PARSE_WRONG;
        }
    }
    *operands = (struct operands){argv + optind, argc - optind};
    return check_complete(line, &list, operands) ? PARSE_RUN : PARSE_WRONG;
}

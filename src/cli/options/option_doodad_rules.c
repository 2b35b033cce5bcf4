/* The kind of option that names a file of rules for doodads. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "cli/options/option_kinds.h"
#include "cli/options/option_text.h"
#include "os/file.h"

static const char spaces[] = " \t\r";

/* Reads the file into rules->text, which is NULL before. */
static bool read_text(struct option_doodad_rules *rules, char problem[OPTION_PROBLEM_BYTES])
{
    const char *path = rules->path;
    struct adtmap_message why = {0};
    const struct diag diag = {path, NULL, &why};
    struct blob blob = {0};
    if (file_map(path, &diag, &blob)) {
        return option_wrong(problem, "'%s': %s", path, why.what);
    }
    bool fits = blob.size < OPTION_DOODAD_TEXT_BYTES;
    rules->text = fits ? calloc(blob.size + 1, 1) : NULL;
    if (rules->text && blob.size > 0) {
        memcpy(rules->text, blob.data, blob.size);
    }
    blob_release(&blob);
    return rules->text || (fits ? option_wrong(problem, "'%s': out of memory", path)
                                : option_wrong(problem, "'%s' has more than %d bytes", path,
                                               OPTION_DOODAD_TEXT_BYTES - 1));
}

/* One line without its end: `include PATTERN` or `exclude PATTERN`, a comment, or nothing.
 * `rules` has room for one more. */
static bool read_line(char *line, struct option_doodad_rules *rules)
{
    char *word = line + strspn(line, spaces);
    if (*word == '\0' || *word == '#') {
        return true;
    }
    size_t length = strcspn(word, spaces);
    bool include = length == 7 && strncmp(word, "include", length) == 0;
    bool exclude = length == 7 && strncmp(word, "exclude", length) == 0;
    char *pattern = word + length + strspn(word + length, spaces);
    size_t end = strlen(pattern);
    while (end > 0 && strchr(spaces, pattern[end - 1])) {
        pattern[--end] = '\0';
    }
    if (!(include || exclude) || end == 0 || rules->count == OPTION_DOODAD_RULES_MAX) {
        return false;
    }
    rules->items[rules->count++] = (struct adtmap_doodad_rule){pattern, include};
    return true;
}

/* Reads the file into rules that are empty but for the path. */
static bool read_lines(struct option_doodad_rules *rules, char problem[OPTION_PROBLEM_BYTES])
{
    const char *path = rules->path;
    if (!read_text(rules, problem)) {
        return false;
    }
    unsigned number = 1;
    for (char *line = rules->text; line; number++) {
        char *end = strchr(line, '\n');
        if (end) {
            *end = '\0';
        }
        if (!ARRAY_ROOM(rules->items, rules->count)) {
            return option_wrong(problem, "'%s': out of memory", path);
        }
        if (!read_line(line, rules)) {
            return option_wrong(problem,
                                "'%s', line %u: must be 'include PATTERN' or 'exclude PATTERN', "
                                "at most %d of them",
                                path, number, OPTION_DOODAD_RULES_MAX);
        }
        line = end ? end + 1 : NULL;
    }
    return true;
}

bool option_doodad_rules_read(struct option_doodad_rules *rules, char problem[OPTION_PROBLEM_BYTES])
{
    struct option_doodad_rules found = {.path = rules->path};
    bool fine = !found.path || read_lines(&found, problem);
    if (fine) {
        const struct option_doodad_rules before = *rules;
        *rules = found;
        found = before;
    }
    option_doodad_rules_free(&found);
    return fine;
}

static bool read_rules(const struct option_row *row, const char *text, void *destination,
                       char problem[OPTION_PROBLEM_BYTES])
{
    (void)row;
    struct option_doodad_rules *rules = destination;
    option_doodad_rules_free(rules);
    rules->path = text;
    return option_doodad_rules_read(rules, problem);
}

void option_doodad_rules_free(struct option_doodad_rules *rules)
{
    free(rules->items);
    free(rules->text);
    *rules = (struct option_doodad_rules){0};
}

const struct option_kind option_doodad_rules = {true, false, read_rules, NULL};

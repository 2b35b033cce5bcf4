#include "output/client_minimap/md5translate.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LINE_BYTES = 1024, HEX_DIGITS = 32, HEX_NAME_BYTES = HEX_DIGITS + sizeof ".blp" - 1 };

/* The table while it is read. */
struct merge {
    const struct md5translate_line *lines; /* sorted by folder and name */
    size_t count;
    bool *is_printed; /* a line: its section is in the text */
    struct md5translate_result *result;
    struct buffer dropped; /* files of replaced lines, NUL-terminated */
    const char *line_end;
    bool file_first; /* lines have the file before the name */
};

/* A line, split at its tab. */
struct line {
    char text[LINE_BYTES];
    const char *name;
    const char *file;
};

static bool is_hex_name(const char *file)
{
    return strspn(file, "0123456789abcdefABCDEF") == HEX_DIGITS &&
           strcasecmp(file + HEX_DIGITS, ".blp") == 0;
}

/* Which side names the file; a file is not always 32 digits. */
static bool has_file_first(const char *left, const char *right)
{
    return (is_hex_name(left) && !is_hex_name(right)) ||
           (!strchr(left, '\\') && strchr(right, '\\') && !is_hex_name(right));
}

/* Splits a line; false if it has not two names. */
static bool split_line(struct line *line, bool *file_first)
{
    char *tab = strchr(line->text, '\t');
    if (!tab || tab == line->text || tab[1] == '\0') {
        return false;
    }
    *tab = '\0';
    *file_first = has_file_first(line->text, tab + 1);
    line->name = *file_first ? tab + 1 : line->text;
    line->file = *file_first ? line->text : tab + 1;
    return true;
}

/* Reads one or two digits at *text, which moves behind them. */
static bool read_place(const char **text, uint32_t *place)
{
    const char *begin = *text;
    *place = 0;
    while (*text < begin + 2 && isdigit((unsigned char)**text)) {
        *place = 10 * *place + (uint32_t)(*(*text)++ - '0');
    }
    return *text > begin;
}

/* The length of the folder that a name begins with. */
static size_t folder_length(const char *name)
{
    const char *end = strrchr(name, '\\');
    return end ? (size_t)(end - name) : 0;
}

static int compare_folders(const char *a, size_t a_length, const char *b, size_t b_length)
{
    int order = strncasecmp(a, b, a_length < b_length ? a_length : b_length);
    return order ? order : (a_length > b_length) - (a_length < b_length);
}

static int compare_names(const char *a, const char *b)
{
    int order = compare_folders(a, folder_length(a), b, folder_length(b));
    return order ? order : strcasecmp(a, b);
}

static int compare_lines(const void *a, const void *b)
{
    return compare_names(((const struct md5translate_line *)a)->name,
                         ((const struct md5translate_line *)b)->name);
}

static int compare_with_name(const void *name, const void *line)
{
    return compare_names(name, ((const struct md5translate_line *)line)->name);
}

/* Spells a name as lines of ours do: tools leave zeroes out, and have '/' between folders. */
static void spell_name(const char *name, char spelled[LINE_BYTES + 8])
{
    uint32_t x;
    uint32_t y;
    snprintf(spelled, LINE_BYTES + 8, "%s", name);
    for (char *at = spelled; *at; at++) {
        *at = *at == '/' ? '\\' : *at;
    }
    size_t folder = folder_length(spelled);
    const char *place = spelled + folder + (folder > 0) + strlen("map");
    if (strncasecmp(place - strlen("map"), "map", strlen("map")) == 0 && read_place(&place, &x) &&
        *place++ == '_' && read_place(&place, &y) && strcasecmp(place, ".blp") == 0) {
        snprintf(spelled + folder + (folder > 0), 16, "map%02" PRIu32 "_%02" PRIu32 ".blp", x, y);
    }
}

/* The line of ours that has the name; NULL: none. */
static const struct md5translate_line *find_line(const struct merge *merge, const char *name)
{
    char spelled[LINE_BYTES + 8];
    spell_name(name, spelled);
    return merge->count ? bsearch(spelled, merge->lines, merge->count, sizeof *merge->lines,
                                  compare_with_name)
                        : NULL;
}

static void print_line(const struct merge *merge, const struct md5translate_line *line)
{
    buffer_printf(&merge->result->text, "%s\t%s%s", merge->file_first ? line->file : line->name,
                  merge->file_first ? line->name : line->file, merge->line_end);
}

/* Prints the section whose folder is that of line `first`, the first one of it. */
static void print_section(struct merge *merge, size_t first)
{
    const char *folder = merge->lines[first].name;
    size_t length = folder_length(folder);
    buffer_printf(&merge->result->text, "dir: %.*s%s", (int)length, folder, merge->line_end);
    for (size_t i = first; i < merge->count; i++) {
        const char *name = merge->lines[i].name;
        if (compare_folders(name, folder_length(name), folder, length) != 0) {
            break;
        }
        merge->is_printed[i] = true;
        if (merge->lines[i].file) {
            print_line(merge, &merge->lines[i]);
        }
    }
}

/* Keeps a line as it is, `used` bytes with its ending. */
static void keep_line(struct merge *merge, const char *text, size_t used)
{
    buffer_append(&merge->result->text, text, used);
    if (text[used - 1] != '\n') {
        buffer_printf(&merge->result->text, "%s", merge->line_end);
    }
}

static bool is_dir(const char *text)
{
    return strncasecmp(text, "dir:", 4) == 0;
}

/* The first line of ours of the section that the line `dir: ...` begins; the count of lines if it
 * has none. */
static size_t find_section(const struct merge *merge, const char *text)
{
    char spelled[LINE_BYTES + 8];
    const char *name = text + strlen("dir:");
    size_t i = 0;
    spell_name(name + strspn(name, " \t"), spelled);
    while (i < merge->count &&
           compare_folders(merge->lines[i].name, folder_length(merge->lines[i].name), spelled,
                           strlen(spelled)) != 0) {
        i++;
    }
    return i;
}

/* Notes the file of a replaced line, unless it stays. */
static void drop_file(struct merge *merge, const char *file, const struct md5translate_line *line)
{
    if (!line->file || strcasecmp(file, line->file) != 0) {
        buffer_append(&merge->dropped, file, strlen(file) + 1);
    }
}

/* `length` without its ending, `used` with it. */
static void merge_line(struct merge *merge, const char *text, size_t length, size_t used)
{
    struct line line = {0};
    bool file_first;
    snprintf(line.text, sizeof line.text, "%.*s", (int)length, text);
    bool is_short = length < sizeof line.text;
    if (is_short && is_dir(line.text)) {
        size_t section = find_section(merge, line.text);
        if (section == merge->count) {
            keep_line(merge, text, used);
        } else if (!merge->is_printed[section]) {
            print_section(merge, section);
        }
        return;
    }
    bool is_entry = is_short && split_line(&line, &file_first);
    const struct md5translate_line *ours = is_entry ? find_line(merge, line.name) : NULL;
    if (ours) {
        drop_file(merge, line.file, ours);
        return;
    }
    merge->result->broken += !is_entry && length > 0;
    keep_line(merge, text, used);
}

/* Calls merge_line for each line, or finds the order and the ending of lines if `is_look`. */
static void visit_lines(struct merge *merge, const char *old, size_t size, bool is_look)
{
    while (size > 0) {
        const char *end = memchr(old, '\n', size);
        size_t length = end ? (size_t)(end - old) : size;
        size_t used = length + (end != NULL);
        bool has_return = length > 0 && old[length - 1] == '\r';
        struct line line = {0};
        snprintf(line.text, sizeof line.text, "%.*s", (int)(length - has_return), old);
        if (!is_look) {
            merge_line(merge, old, length - has_return, used);
        } else {
            bool file_first = false;
            merge->line_end = has_return ? "\r\n" : merge->line_end;
            merge->file_first = merge->file_first || (!is_dir(line.text) &&
                                                      split_line(&line, &file_first) && file_first);
        }
        old += used;
        size -= used;
    }
}

static int compare_files(const void *a, const void *b)
{
    return strncasecmp(*(const char *const *)a, *(const char *const *)b, HEX_NAME_BYTES);
}

/* Lists the files that the text names: an entry has one at its beginning, or behind its tab. */
static void list_named(const struct buffer *text, struct buffer *named)
{
    const char *begin = (const char *)text->data;
    for (size_t i = 0; i + HEX_NAME_BYTES <= text->size; i++) {
        const char *file = begin + i;
        if ((i == 0 || file[-1] == '\n' || file[-1] == '\t') &&
            strncasecmp(file + HEX_DIGITS, ".blp", HEX_NAME_BYTES - HEX_DIGITS) == 0) {
            buffer_append(named, &file, sizeof file);
        }
    }
    if (named->size > 0) {
        qsort(named->data, named->size / sizeof begin, sizeof begin, compare_files);
    }
}

/* Of the dropped files, those that no line names any more. */
static bool find_replaced(const struct merge *merge)
{
    struct buffer named = {0};
    const char *file = (const char *)merge->dropped.data;
    const char *end = file + merge->dropped.size;
    list_named(&merge->result->text, &named);
    for (; file < end; file += strlen(file) + 1) {
        if (is_hex_name(file) &&
            (named.size == 0 ||
             !bsearch(&file, named.data, named.size / sizeof file, sizeof file, compare_files))) {
            buffer_append(&merge->result->replaced, file, strlen(file) + 1);
        }
    }
    bool fine = !named.failed;
    buffer_free(&named);
    return fine;
}

/* Sections that the old table has not. */
static void print_rest(struct merge *merge)
{
    for (size_t i = 0; i < merge->count; i++) {
        if (merge->lines[i].file && !merge->is_printed[i]) {
            print_section(merge, i);
        }
    }
}

bool md5translate_merge(const char *old, size_t size, struct md5translate_line *lines, size_t count,
                        struct md5translate_result *result)
{
    struct merge merge = {.lines = lines, .count = count, .result = result, .line_end = "\n"};
    *result = (struct md5translate_result){0};
    merge.is_printed = calloc(count + 1, sizeof *merge.is_printed);
    if (!merge.is_printed) {
        return false;
    }
    if (count > 0) {
        qsort(lines, count, sizeof *lines, compare_lines);
    }
    visit_lines(&merge, old, size, true);
    visit_lines(&merge, old, size, false);
    print_rest(&merge);
    bool fine = !result->text.failed && !merge.dropped.failed;
    if (fine && merge.dropped.size > 0) {
        fine = find_replaced(&merge);
    }
    free(merge.is_printed);
    buffer_free(&merge.dropped);
    return fine && !result->replaced.failed;
}

void md5translate_free(struct md5translate_result *result)
{
    buffer_free(&result->text);
    buffer_free(&result->replaced);
    *result = (struct md5translate_result){0};
}

/*
 * Merging goes through the old table once: a section of ours is printed in place of its `dir:`
 * line, lines that it replaces are dropped wherever they stand, all others are kept to the byte. A
 * section whose last line goes loses its `dir:` too. Sections that the old table does not have
 * follow at its end.
 */
#include "output/client_minimap/md5translate.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"

enum { LINE_BYTES = 1024, HEX_DIGITS = 32, HEX_NAME_BYTES = HEX_DIGITS + sizeof ".blp" - 1 };

/* The table while it is read. */
struct table_merge {
    const struct md5translate_line *lines; /* sorted by folder and name */
    size_t count;
    bool *is_printed; /* a line: its section is in the text */
    struct md5translate_result *result;
    struct buffer dropped; /* files of replaced lines, NUL-terminated */
    const char *line_end;
    bool file_first; /* lines have the file before the name */
};

/* A line of the old table. */
struct table_line {
    const char *whole;
    size_t length; /* without its ending */
    size_t used;   /* with it */
    bool has_return;
    char text[LINE_BYTES]; /* a copy without its ending; "" of one that is longer */
    const char *name;      /* in the copy; NULL: the line has not two names */
    const char *file;
    bool file_first;
};

static bool is_hex_name(const char *file)
{
    return strspn(file, "0123456789abcdefABCDEF") == HEX_DIGITS &&
           text_compare_nocase(file + HEX_DIGITS, ".blp") == 0;
}

static bool is_dir(const struct table_line *line)
{
    return text_compare_nocase_n(line->text, "dir:", 4) == 0;
}

/* Takes the first line off the text; false if there is none. */
static bool next_line(const char **text, size_t *size, struct table_line *line)
{
    if (*size == 0) {
        return false;
    }
    const char *end = memchr(*text, '\n', *size);
    size_t length = end ? (size_t)(end - *text) : *size;
    *line = (struct table_line){.whole = *text, .used = length + (end != NULL)};
    line->has_return = length > 0 && (*text)[length - 1] == '\r';
    line->length = length - line->has_return;
    if (line->length < sizeof line->text) {
        memcpy(line->text, *text, line->length);
    }
    *text += line->used;
    *size -= line->used;
    char *tab = strchr(line->text, '\t');
    if (!tab || tab == line->text || tab[1] == '\0' || is_dir(line)) {
        return true;
    }
    *tab = '\0';
    /* Which side names the file; a file is not always 32 digits. */
    line->file_first =
        (is_hex_name(line->text) && !is_hex_name(tab + 1)) ||
        (!strchr(line->text, '\\') && strchr(tab + 1, '\\') && !is_hex_name(tab + 1));
    line->name = line->file_first ? tab + 1 : line->text;
    line->file = line->file_first ? line->text : tab + 1;
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
    int order = text_compare_nocase_n(a, b, a_length < b_length ? a_length : b_length);
    return order ? order : (a_length > b_length) - (a_length < b_length);
}

static int compare_names(const char *a, const char *b)
{
    int order = compare_folders(a, folder_length(a), b, folder_length(b));
    return order ? order : text_compare_nocase(a, b);
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
    if (text_compare_nocase_n(place - strlen("map"), "map", strlen("map")) == 0 &&
        read_place(&place, &x) && *place++ == '_' && read_place(&place, &y) &&
        text_compare_nocase(place, ".blp") == 0) {
        snprintf(spelled + folder + (folder > 0), 16, "map%02" PRIu32 "_%02" PRIu32 ".blp", x, y);
    }
}

/* Prints the section whose folder is that of line `first`, the first one of it. */
static void print_section(struct table_merge *merge, size_t first)
{
    const char *folder = merge->lines[first].name;
    size_t length = folder_length(folder);
    buffer_printf(&merge->result->text, "dir: %.*s%s", (int)length, folder, merge->line_end);
    for (size_t i = first; i < merge->count; i++) {
        const struct md5translate_line *line = &merge->lines[i];
        if (compare_folders(line->name, folder_length(line->name), folder, length) != 0) {
            break;
        }
        merge->is_printed[i] = true;
        if (line->file) {
            buffer_printf(&merge->result->text, "%s\t%s%s",
                          merge->file_first ? line->file : line->name,
                          merge->file_first ? line->name : line->file, merge->line_end);
        }
    }
}

/* The first line of ours of the section that the line `dir: ...` begins; the count of lines if it
 * has none. */
static size_t find_section(const struct table_merge *merge, const char *text)
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

/* The line of ours that replaces one of the old table; NULL: it is kept. */
static const struct md5translate_line *find_ours(const struct table_merge *merge,
                                                 const struct table_line *line)
{
    char spelled[LINE_BYTES + 8];
    if (!line->name) {
        return NULL;
    }
    spell_name(line->name, spelled);
    return array_find(spelled, merge->lines, merge->count, sizeof *merge->lines, compare_with_name);
}

/* Whether a section has lines: of ours, from `first` on, or others behind its `dir:` in the old
 * table, which `rest` begins with. */
static bool has_lines(const struct table_merge *merge, size_t first, const char *rest, size_t size)
{
    const char *folder = merge->lines[first].name;
    size_t length = folder_length(folder);
    bool has = false;
    for (size_t i = first; i < merge->count && !has; i++) {
        const struct md5translate_line *line = &merge->lines[i];
        has = line->file &&
              compare_folders(line->name, folder_length(line->name), folder, length) == 0;
    }
    for (struct table_line line; !has && next_line(&rest, &size, &line) && !is_dir(&line);) {
        has = line.length > 0 && !find_ours(merge, &line);
    }
    return has;
}

/* Prints a section of ours in place of its `dir:`, unless its last line goes; drops lines that ours
 * replace, and keeps all others to the byte. `rest` is what follows in the old table. */
static void merge_line(struct table_merge *merge, const struct table_line *line, const char *rest,
                       size_t size)
{
    struct buffer *text = &merge->result->text;
    if (is_dir(line)) {
        size_t section = find_section(merge, line->text);
        if (section < merge->count) {
            if (!merge->is_printed[section] && has_lines(merge, section, rest, size)) {
                print_section(merge, section);
            }
            return;
        }
    } else if (line->name) {
        const struct md5translate_line *ours = find_ours(merge, line);
        if (ours) {
            if (!ours->file || text_compare_nocase(line->file, ours->file) != 0) {
                buffer_append(&merge->dropped, line->file, strlen(line->file) + 1);
            }
            return;
        }
    } else {
        merge->result->broken += line->length > 0;
    }
    buffer_append(text, line->whole, line->used);
    if (line->whole[line->used - 1] != '\n') {
        buffer_printf(text, "%s", merge->line_end);
    }
}

static int compare_files(const void *a, const void *b)
{
    return text_compare_nocase_n(*(const char *const *)a, *(const char *const *)b, HEX_NAME_BYTES);
}

/* Lists the files that the text names: an entry has one at its beginning, or behind its tab. */
static void list_named(const struct buffer *text, struct buffer *named)
{
    const char *begin = (const char *)text->data;
    for (size_t i = 0; i + HEX_NAME_BYTES <= text->size; i++) {
        const char *file = begin + i;
        if ((i == 0 || file[-1] == '\n' || file[-1] == '\t') &&
            text_compare_nocase_n(file + HEX_DIGITS, ".blp", HEX_NAME_BYTES - HEX_DIGITS) == 0) {
            buffer_append(named, &file, sizeof file);
        }
    }
    if (named->size > 0) {
        array_sort(named->data, named->size / sizeof begin, sizeof begin, compare_files);
    }
}

/* Of the dropped files, those that no line names now, each once: several lines may have named one.
 */
static bool find_replaced(const struct table_merge *merge)
{
    struct buffer named = {0};
    struct buffer dropped = {0};
    const char *file = NULL;
    list_named(&merge->result->text, &named);
    while ((file = buffer_next_text(&merge->dropped, file))) {
        if (is_hex_name(file)) {
            buffer_append(&dropped, &file, sizeof file);
        }
    }
    const char *const *files = (const void *)dropped.data;
    const size_t count = dropped.size / sizeof *files;
    if (count > 1) {
        array_sort(dropped.data, count, sizeof *files, array_compare_texts);
    }
    for (size_t i = 0; i < count; i++) {
        bool is_repeated = i > 0 && strcmp(files[i - 1], files[i]) == 0;
        if (!is_repeated && !array_find(&files[i], named.data, named.size / sizeof *files,
                                        sizeof *files, compare_files)) {
            buffer_append(&merge->result->replaced, files[i], strlen(files[i]) + 1);
        }
    }
    bool fine = !named.failed && !dropped.failed;
    buffer_free(&named);
    buffer_free(&dropped);
    return fine;
}

bool md5translate_merge(const char *old, size_t size, struct md5translate_line *lines, size_t count,
                        struct md5translate_result *result)
{
    struct table_merge merge = {.lines = lines, .count = count, .result = result, .line_end = "\n"};
    struct table_line line;
    *result = (struct md5translate_result){0};
    merge.is_printed = calloc(count + 1, sizeof *merge.is_printed);
    if (!merge.is_printed) {
        return false;
    }
    if (count > 0) {
        array_sort(lines, count, sizeof *lines, compare_lines);
    }
    const char *at = old;
    for (size_t rest = size; next_line(&at, &rest, &line);) {
        merge.line_end = line.has_return ? "\r\n" : merge.line_end;
        merge.file_first |= line.file_first;
    }
    at = old;
    for (size_t rest = size; next_line(&at, &rest, &line);) {
        merge_line(&merge, &line, at, rest);
    }
    for (size_t i = 0; i < count; i++) { /* sections that the old table lacks */
        if (lines[i].file && !merge.is_printed[i]) {
            print_section(&merge, i);
        }
    }
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

#include "output/client_minimap/md5translate.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/path.h"

enum { LINE_BYTES = 1024 };

/* The table while it is read. */
struct merge {
    const char *map;
    const struct minimap_tiles *tiles;
    struct md5translate_result *result;
    struct buffer dropped; /* files of replaced lines, NUL-terminated */
    const char *line_end;
    bool file_first; /* lines have the file before the name */
    bool has_map;    /* the line `dir: MAP` has been seen */
};

/* A line, split at its tab. */
struct line {
    char text[LINE_BYTES];
    const char *name;
    const char *file;
};

static bool is_hex_name(const char *file)
{
    return strspn(file, "0123456789abcdefABCDEF") == 32 && strcasecmp(file + 32, ".blp") == 0;
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

/* The tile that a name stands for: "Azeroth\map32_48.blp", numbers padded or not. */
static bool tile_of_name(const char *name, const char *map, uint32_t *x, uint32_t *y)
{
    size_t length = strlen(map);
    if (strncasecmp(name, map, length) != 0 || (name[length] != '\\' && name[length] != '/')) {
        return false;
    }
    name += length + 1;
    if (strncasecmp(name, "map", 3) != 0) {
        return false;
    }
    name += 3;
    return read_place(&name, x) && *name++ == '_' && read_place(&name, y) &&
           strcasecmp(name, ".blp") == 0;
}

static void print_tiles(struct merge *merge)
{
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (!tile_set_has(&merge->tiles->tiles, x, y)) {
            continue;
        }
        char name[2 * NAME_BYTES];
        char file[MINIMAP_HEX_BYTES + 8];
        snprintf(name, sizeof name, "%s\\map%02" PRIu32 "_%02" PRIu32 ".blp", merge->map, x, y);
        snprintf(file, sizeof file, "%s.blp", merge->tiles->hex[i]);
        buffer_printf(&merge->result->text, "%s\t%s%s", merge->file_first ? file : name,
                      merge->file_first ? name : file, merge->line_end);
    }
}

static void print_section(struct merge *merge)
{
    buffer_printf(&merge->result->text, "dir: %s%s", merge->map, merge->line_end);
    print_tiles(merge);
    merge->has_map = true;
}

static void keep_line(struct merge *merge, const char *text, size_t length)
{
    buffer_append(&merge->result->text, text, length);
    buffer_printf(&merge->result->text, "%s", merge->line_end);
}

static bool is_dir(const char *text)
{
    return strncasecmp(text, "dir:", 4) == 0;
}

/* Whether the line begins the section of the map. */
static bool is_dir_of(const char *text, const char *map)
{
    const char *name = text + strlen("dir:");
    return is_dir(text) && strcasecmp(name + strspn(name, " \t"), map) == 0;
}

/* Notes the file of a replaced line, unless it stays. */
static void drop_file(struct merge *merge, const char *file, const char *hex)
{
    if (strncasecmp(file, hex, strlen(hex)) != 0) {
        buffer_append(&merge->dropped, file, strlen(file) + 1);
    }
}

static void merge_line(struct merge *merge, const char *text, size_t length)
{
    struct line line = {0};
    uint32_t x;
    uint32_t y;
    bool file_first;
    snprintf(line.text, sizeof line.text, "%.*s", (int)length, text);
    if (length < sizeof line.text && is_dir_of(line.text, merge->map)) {
        if (!merge->has_map) {
            print_section(merge);
        }
        return;
    }
    bool is_entry =
        length < sizeof line.text && !is_dir(line.text) && split_line(&line, &file_first);
    if (is_entry && tile_of_name(line.name, merge->map, &x, &y) &&
        tile_set_has(&merge->tiles->tiles, x, y)) {
        drop_file(merge, line.file, merge->tiles->hex[y * TILE_SET_GRID + x]);
        return;
    }
    merge->result->broken += !is_entry && !is_dir(line.text) && length > 0;
    keep_line(merge, text, length);
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
            merge_line(merge, old, length - has_return);
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

static bool is_referred_to(const struct buffer *text, const char *file)
{
    size_t length = strlen(file);
    for (size_t i = 0; i + length <= text->size; i++) {
        if (strncasecmp((const char *)text->data + i, file, length) == 0) {
            return true;
        }
    }
    return false;
}

/* Of the dropped files, those that no line names any more. */
static void find_replaced(const struct merge *merge)
{
    const char *file = (const char *)merge->dropped.data;
    const char *end = file + merge->dropped.size;
    for (; file < end; file += strlen(file) + 1) {
        if (is_hex_name(file) && !is_referred_to(&merge->result->text, file)) {
            buffer_append(&merge->result->replaced, file, strlen(file) + 1);
        }
    }
}

bool md5translate_merge(const char *old, size_t size, const char *map,
                        const struct minimap_tiles *tiles, struct md5translate_result *result)
{
    struct merge merge = {.map = map, .tiles = tiles, .result = result, .line_end = "\n"};
    *result = (struct md5translate_result){0};
    visit_lines(&merge, old, size, true);
    visit_lines(&merge, old, size, false);
    if (!merge.has_map) {
        print_section(&merge);
    }
    bool fine = !result->text.failed && !merge.dropped.failed;
    if (fine && merge.dropped.size > 0) {
        find_replaced(&merge);
    }
    buffer_free(&merge.dropped);
    return fine && !result->replaced.failed;
}

void md5translate_free(struct md5translate_result *result)
{
    buffer_free(&result->text);
    buffer_free(&result->replaced);
    *result = (struct md5translate_result){0};
}

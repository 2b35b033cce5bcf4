/*
 * Names of maps come from client files and become names of files, so what may stand in them is
 * listed, character by character, for all systems: an OUT that was drawn on Linux is unpacked on
 * Windows.
 */
#include "output/paths.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "base/text.h"
#include "base/utf8.h"

/* Bytes of the character at `at` when it may stand in a file name, else 0. */
static size_t allowed_length(const char *at)
{
    char c = *at;
    bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (is_plain || (c && strchr(" _-.'()&", c))) {
        return 1;
    }
    size_t length = utf8_length(at);
    return length > 1 && utf8_is_shown(utf8_value(at, length)) ? length : 0;
}

bool path_is_device_name(const char *name)
{
    static const char *const names[] = {"con", "prn", "aux", "nul"};
    size_t length = strcspn(name, ".");
    while (length > 0 && name[length - 1] == ' ') {
        length--;
    }
    for (size_t i = 0; length == 3 && i < COUNT_OF(names); i++) {
        if (text_compare_nocase_n(name, names[i], length) == 0) {
            return true;
        }
    }
    /* Windows takes superscripts (U+00B9, U+00B2, U+00B3) for the digits. */
    bool is_digit = length == 4 && name[3] >= '1' && name[3] <= '9';
    bool is_superscript = length == 5 && name[3] == '\xc2' && strchr("\xb9\xb2\xb3", name[4]);
    return (is_digit || is_superscript) && (text_compare_nocase_n(name, "com", 3) == 0 ||
                                            text_compare_nocase_n(name, "lpt", 3) == 0);
}

/* Windows and many archivers drop blanks and dots at an end, so that another name is left. */
static bool is_allowed(const char *map)
{
    size_t size = strlen(map);
    if (size == 0 || strchr(" .", map[0]) || strchr(" .", map[size - 1])) {
        return false;
    }
    for (size_t length = 0; *map; map += length) {
        length = allowed_length(map);
        if (!length) {
            return false;
        }
    }
    return true;
}

enum adtmap_status path_check_map_name(const char *map, const struct diag *diag)
{
    if (strlen(map) > MAP_FILE_NAME_MAX) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "a map's name over %d bytes cannot become a file name", MAP_FILE_NAME_MAX);
    }
    if (!is_allowed(map)) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "the map's name '%s' cannot become a file name", map);
    }
    if (path_is_device_name(map)) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "the map's name '%s' cannot become a file name: it is a device of Windows",
                         map);
    }
    return ADTMAP_OK;
}

enum { LAYER_NAME_MAX = 16 };

/* Appends at most `most` bytes of a text. Returns where the next one goes. */
static char *append(char *end, const char *text, size_t most)
{
    size_t length = strnlen(text, most);
    memcpy(end, text, length);
    return end + length;
}

/*
 * Appends "Azeroth_32_48.png". A run asks for the names of all places of the grid some ten times.
 * With snprintf that took a fifth of the instructions of a map with one tile.
 */
static void append_tile(char *end, const char *map, uint32_t x, uint32_t y)
{
    assert(x < 100 && y < 100);
    const char digits[4] = {(char)('0' + x / 10), (char)('0' + x % 10), (char)('0' + y / 10),
                            (char)('0' + y % 10)};
    const char place[] = {'_', digits[0], digits[1], '_', digits[2], digits[3],
                          '.', 'p',       'n',       'g', '\0'};
    memcpy(append(end, map, MAP_FILE_NAME_MAX), place, sizeof place);
}

void path_tile_name(const char *map, uint32_t x, uint32_t y, char name[PATH_NAME_BYTES])
{
    static const char folder[] = PATH_TILES;
    append_tile(append(name, folder, sizeof folder), map, x, y);
}

void path_values_folder(const char *layer, char name[PATH_NAME_BYTES])
{
    path_zoom_folder(layer, name);
    size_t length = strlen(name);
    snprintf(name + length, PATH_NAME_BYTES - length, "/values");
}

void path_values_name(const char *layer, uint32_t x, uint32_t y, char name[PATH_NAME_BYTES])
{
    path_values_folder(layer, name);
    size_t length = strlen(name);
    snprintf(name + length, PATH_NAME_BYTES - length, "/%u_%u.js", (unsigned)x, (unsigned)y);
}

void path_stitched_name(const char *map, char name[PATH_NAME_BYTES])
{
    snprintf(name, PATH_NAME_BYTES, "%s.png", map);
}

void path_layer_name(const char *layer, const char *map, uint32_t x, uint32_t y,
                     char name[PATH_NAME_BYTES])
{
    static const char folder[] = PATH_LAYERS;
    char *end = append(append(name, folder, sizeof folder), layer, LAYER_NAME_MAX);
    append_tile(append(end, "/", 1), map, x, y);
}

void path_layer_stitched_name(const char *layer, const char *map, char name[PATH_NAME_BYTES])
{
    snprintf(name, PATH_NAME_BYTES, "%s.%s.png", map, layer);
}

void path_zoom_folder(const char *layer, char name[PATH_NAME_BYTES])
{
    snprintf(name, PATH_NAME_BYTES, PATH_ZOOM_FOLDER "/%s", layer[0] ? layer : PATH_ZOOM_COLOR);
}

char *path_map_directory(const char *out, const char *map)
{
    return path_join(out, map);
}

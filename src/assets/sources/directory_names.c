#include "assets/sources/directory_names.h"

#include <stdio.h>
#include <string.h>

#include "base/size.h"
#include "formats/file_kinds.h"

static bool has_prefix(const char *name, const char *prefix)
{
    char start[16];
    size_t length = strlen(prefix);
    if (strnlen(name, length) < length) {
        return false;
    }
    snprintf(start, sizeof start, "%.*s", (int)length, name);
    return name_compare(start, prefix) == 0;
}

void name_signs_note(struct name_signs *signs, const char *path)
{
    signs->world = signs->world || has_prefix(path, "world/");
    signs->data_world = signs->data_world || has_prefix(path, "data/world/");
}

/* Derives the prefix from the last one to three components of the directory's path. */
static bool prefix_of_path(const char *path, char prefix[NAME_BYTES])
{
    static const char *const tops[] = {"world", "world/maps", "tileset", "dungeons", "textures"};
    char rooted[NAME_BYTES];
    int length = snprintf(rooted, sizeof rooted, "/%s", path);
    if (length < 0 || (size_t)length >= sizeof rooted) {
        return false;
    }
    while (length > 0 && rooted[length - 1] == '/') {
        rooted[--length] = '\0';
    }
    for (size_t i = 0; i < COUNT_OF(tops); i++) {
        char ending[16];
        snprintf(ending, sizeof ending, "/%s", tops[i]);
        if (name_has_suffix(rooted, ending)) {
            snprintf(prefix, NAME_BYTES, "%s/", tops[i]);
            return true;
        }
    }
    char *map = strrchr(rooted, '/');
    if (!map) {
        return false;
    }
    *map++ = '\0';
    char canonical[NAME_BYTES];
    if (!name_has_suffix(rooted, "/world/maps") || !name_canonical(map, canonical)) {
        return false;
    }
    length = snprintf(prefix, NAME_BYTES, "world/maps/%s/", canonical);
    return length > 0 && length < NAME_BYTES;
}

void name_rule_choose(struct name_rule *rule, const struct name_signs *signs, const char *path,
                      const char *real_path)
{
    *rule = (struct name_rule){.kind = NAME_AS_IS};
    if (signs->world) {
        return;
    }
    if (prefix_of_path(path, rule->prefix) || prefix_of_path(real_path, rule->prefix)) {
        rule->kind = NAME_WITH_PREFIX;
    } else if (signs->data_world) {
        rule->kind = NAME_WITHOUT_DATA;
    } else {
        rule->kind = NAME_LOOSE_MAP;
    }
}

/* The length without a trailing "_" and digits. */
static size_t without_number(const char *stem, size_t length)
{
    size_t at = length;
    while (at > 0 && stem[at - 1] >= '0' && stem[at - 1] <= '9') {
        at--;
    }
    return at < length && at > 1 && stem[at - 1] == '_' ? at - 1 : length;
}

/* Prepends "world/maps/<map>/" to the name of a map file without a folder. */
static bool place_loose_map(char name[NAME_BYTES])
{
    if (file_kind_of(name) != FILE_OF_MAP || strchr(name, '/')) {
        return true;
    }
    char file[NAME_BYTES];
    memcpy(file, name, NAME_BYTES);
    size_t stem = file_stem_length(file, strlen(file) - strlen(".adt"));
    size_t column = without_number(file, stem);
    size_t map = column < stem ? without_number(file, column) : stem;
    map = map < column ? map : stem;
    int length = snprintf(name, NAME_BYTES, "world/maps/%.*s/%s", (int)map, file, file);
    return length > 0 && length < NAME_BYTES;
}

bool name_rule_apply(const struct name_rule *rule, const char *path, char name[NAME_BYTES])
{
    char whole[NAME_BYTES];
    bool without_data = rule->kind == NAME_WITHOUT_DATA && has_prefix(path, "data/");
    int length = snprintf(whole, sizeof whole, "%s%s", rule->prefix,
                          without_data ? path + strlen("data/") : path);
    if (length < 0 || length >= NAME_BYTES || !name_canonical(whole, name)) {
        return false;
    }
    return rule->kind != NAME_LOOSE_MAP || place_loose_map(name);
}

bool name_strip_archive(const char *path, char stripped[PATH_BYTES_MAX], bool *packed)
{
    size_t length = strlen(path);
    *packed = name_has_suffix(path, ".mpq");
    if (length >= PATH_BYTES_MAX) {
        return false;
    }
    length -= *packed ? strlen(".mpq") : 0;
    memcpy(stripped, path, length);
    stripped[length] = '\0';
    return !*packed || strchr(path_base(stripped), '.') != NULL;
}

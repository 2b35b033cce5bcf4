/*
 * Each value is read by the option of its key, so that a site file allows what the command line
 * allows. Maps are read last, since they refer to builds and renderings.
 */
#include "cli/site/site_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "base/text.h"
#include "output/paths.h"
#include "output/web/own_picture.h"
#include "output/web/web_site.h"

static const double COORDINATE_MAX = 1e6; /* yards */

static bool is_one_of(const char *text, const char *a, const char *b, const char *c)
{
    return text_compare_nocase(text, a) == 0 || text_compare_nocase(text, b) == 0 ||
           text_compare_nocase(text, c) == 0;
}

/* Reads one text as the option would; `true` and `false` are those of YAML. */
static bool apply_text(const struct site_key *key, const char *text,
                       char problem[OPTION_PROBLEM_BYTES])
{
    bool is_true = is_one_of(text, "true", "yes", "on");
    bool is_false = is_one_of(text, "false", "no", "off");
    const struct option_kind *kind = key->row->kind;
    if (!kind->takes_value) {
        if (!is_true && !is_false) {
            snprintf(problem, OPTION_PROBLEM_BYTES, "'%.64s' is neither true nor false", text);
            return false;
        }
        return is_false || option_apply(key->row, key->into, NULL, problem);
    }
    if (kind == &option_on_off && (is_true || is_false)) {
        text = is_true ? "on" : "off";
    }
    return option_apply(key->row, key->into, text, problem);
}

/* Reads one value, at its place. */
static enum adtmap_status apply_value(const struct site_document *document,
                                      const struct site_key *key, const struct site_node *value,
                                      const struct site_place *place, const struct diag *diag)
{
    char problem[OPTION_PROBLEM_BYTES];
    if (key->row->is_path && value->text[0] == '~') {
        return site_document_fail(document, diag, place,
                                  "%s: %.64s: '~' is not expanded here: write the whole path, or "
                                  "one from the folder of this file",
                                  place->key, value->text);
    }
    return apply_text(key, key->row->is_path ? value->path : value->text, problem)
               ? ADTMAP_OK
               : site_document_fail(document, diag, place, "%s: %s", place->key, problem);
}

/* Reads the keys that are given; of the places that may have one, the first that does counts. */
static enum adtmap_status apply_keys(const struct site_document *document,
                                     const struct site_keys *keys, const struct site_place *places,
                                     size_t place_count, const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < keys->count && !status; i++) {
        const struct site_key *key = &keys->items[i];
        const struct site_node *value = NULL;
        struct site_place place;
        for (size_t p = 0; p < place_count && !value; p++) {
            place = places[p];
            place.key = key->row->name;
            value = site_document_value(document, &place);
        }
        if (value && value->kind != SITE_LIST) {
            status = apply_value(document, key, value, &place, diag);
            continue;
        }
        const struct site_child *item = value ? value->first : NULL;
        for (; item && !status; item = item->next) {
            status = apply_value(document, key, item->value, &place, diag);
            place.item++;
        }
    }
    return status;
}

/* Reads the keys that a section has of its own. */
static enum adtmap_status read_own(const struct site_document *document, enum site_section section,
                                   size_t index, struct site_entry *entry, const struct diag *diag)
{
    const char *required = site_sections[section].required;
    struct site_place place = {.section = section, .entry = index};
    struct site_keys keys = {0};
    entry->order = SITE_ORDER_DEFAULT;
    site_keys_own(section, entry, &keys);
    enum adtmap_status status = apply_keys(document, &keys, &place, 1, diag);
    if (status) {
        return status;
    }
    place.key = required;
    return !required || site_document_value(document, &place)
               ? ADTMAP_OK
               : site_document_fail(document, diag, &place, "the entry needs a '%s'", required);
}

/* Reads the keys that say what is drawn, over the defaults. render_request_free, whatever the
 * status. */
static enum adtmap_status read_drawing(const struct site_document *document,
                                       const struct site_place *places, size_t place_count,
                                       const struct diag *diag, struct render_request *request)
{
    struct site_keys keys = {0};
    render_request_default(request);
    site_keys_drawing(request, &keys);
    return apply_keys(document, &keys, places, place_count, diag);
}

/* Finds values that are wrong by themselves. */
static enum adtmap_status check_drawing(const struct site_file *file, enum site_section section,
                                        size_t entry, const struct diag *diag)
{
    const struct site_place place = {.section = section, .entry = entry};
    struct render_request *request = malloc(sizeof *request); /* large for a stack */
    if (!request) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status = read_drawing(file->document, &place, 1, diag, request);
    render_request_free(request);
    free(request);
    return status;
}

/* The index of the entry of this name; entries->count: none. */
static size_t find_name(const struct site_entries *entries, const char *name)
{
    size_t i = 0;
    while (i < entries->count && strcmp(entries->items[i].name, name) != 0) {
        i++;
    }
    return i;
}

/* No two entries of a section have one name; those of maps do not depend on case. */
static enum adtmap_status check_unique(const struct site_file *file, enum site_section section,
                                       const struct site_entry *entries, size_t index,
                                       const struct diag *diag)
{
    const struct site_place place = {section, index, "name", 0, false};
    const char *name = entries[index].name;
    for (size_t i = 0; i < index && name; i++) {
        const char *other = entries[i].name;
        if (other && (section == SITE_MAP ? name_compare(other, name) : strcmp(other, name)) == 0) {
            return site_document_fail(file->document, diag, &place, "'%.64s' is in %s twice", name,
                                      site_sections[section].name);
        }
    }
    return ADTMAP_OK;
}

/* Checks an entry whose own keys are read. */
typedef enum adtmap_status entry_check(struct site_file *file, size_t index,
                                       const struct diag *diag);

/* Reads the own keys of all entries of a section. One that is wrong is reported if it concerns
 * itself alone, and else a failure. */
static enum adtmap_status read_entries(struct site_file *file, enum site_section section,
                                       struct site_entries *entries, entry_check *check,
                                       const struct diag *diag)
{
    const bool is_alone = site_sections[section].is_alone;
    struct adtmap_message failure = {0};
    const struct diag own = {diag->file, diag->log, is_alone ? &failure : diag->failure};
    entries->count = site_document_count(file->document, section);
    entries->items = calloc(entries->count + 1, sizeof *entries->items);
    if (!entries->items) {
        entries->count = 0;
        return diag_fail_memory(diag);
    }
    for (size_t i = 0; i < entries->count; i++) {
        enum adtmap_status status = read_own(file->document, section, i, &entries->items[i], &own);
        if (!status) {
            status = check_unique(file, section, entries->items, i, &own);
        }
        if (!status && check) {
            status = check(file, i, &own);
        }
        if (status == ADTMAP_NO_MEMORY) {
            return diag_fail_memory(diag);
        }
        if (status && !is_alone) {
            return status;
        }
        if (status) {
            entries->items[i].is_wrong = true;
            file->wrong_entries++;
            diag->log->write(diag->log->user, &failure);
        }
    }
    return ADTMAP_OK;
}

/* Data at the top are a build without a name. */
static enum adtmap_status read_builds(struct site_file *file, const struct diag *diag)
{
    struct site_place place = {.section = SITE_TOP, .key = "data"};
    struct site_entries *builds = &file->builds;
    enum adtmap_status status = read_entries(file, SITE_BUILD, builds, NULL, diag);
    if (status) {
        return status;
    }
    if ((file->top.data.paths.count > 0) == (builds->count > 0)) {
        return site_document_fail(file->document, diag, &place,
                                  "needs either 'data' or 'builds' with 'data' each");
    }
    if (builds->count == 0) {
        builds->items[builds->count++] = (struct site_entry){.name = "", .data = file->top.data};
        return ADTMAP_OK;
    }
    for (place = (struct site_place){.section = SITE_BUILD}; place.entry < builds->count;
         place.entry++) {
        if (builds->items[place.entry].data.paths.count == 0) {
            return site_document_fail(file->document, diag, &place, "the build needs 'data'");
        }
    }
    return ADTMAP_OK;
}

/* The name becomes a folder, which must not lead out of the site, be an option to programs that
 * copy the site, or a device of Windows. */
static enum adtmap_status check_folder_name(const struct site_file *file, enum site_section section,
                                            size_t entry, const char *name, const struct diag *diag)
{
    const struct site_place place = {section, entry, "name", 0, false};
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_");
    bool fine = length > 0 && length <= SITE_FOLDER_NAME_MAX && name[length] == '\0' &&
                name[0] != '-' && !path_is_device_name(name);
    return fine ? ADTMAP_OK
                : site_document_fail(file->document, diag, &place,
                                     "'%.64s' cannot be a folder of the site: use at most %d small "
                                     "letters, digits, - and _, no - first, and no device of "
                                     "Windows",
                                     name, SITE_FOLDER_NAME_MAX);
}

/* Adds a name to those of a message, between commas. */
static void add_name(char names[OPTION_PROBLEM_BYTES], const char *name)
{
    size_t used = strlen(names);
    snprintf(names + used, OPTION_PROBLEM_BYTES - used, "%s%.64s", used ? ", " : "", name);
}

/* The name that is given at a place must be that of an entry. */
static enum adtmap_status check_choice(const struct site_file *file, const struct site_place *place,
                                       const char *name, const struct site_entries *entries,
                                       const struct diag *diag)
{
    char names[OPTION_PROBLEM_BYTES] = "";
    if (find_name(entries, name) < entries->count) {
        return ADTMAP_OK;
    }
    for (size_t i = 0; i < entries->count; i++) {
        add_name(names, entries->items[i].name);
    }
    return names[0] ? site_document_fail(file->document, diag, place,
                                         "%s: '%.64s' is not one of %s", place->key, name, names)
                    : site_document_fail(file->document, diag, place,
                                         "%s: '%.64s': the file names none", place->key, name);
}

static enum adtmap_status read_renderings(struct site_file *file, const struct diag *diag)
{
    struct site_entries *renderings = &file->renderings;
    enum adtmap_status status = read_entries(file, SITE_RENDERING, renderings, NULL, diag);
    if (!status && renderings->count == 0) {
        renderings->items[renderings->count++] =
            (struct site_entry){.name = "minimap", .title = "Minimap"};
        return ADTMAP_OK;
    }
    for (size_t i = 0; i < renderings->count && !status; i++) {
        const struct site_entry *rendering = &renderings->items[i];
        const struct site_place place = {SITE_RENDERING, i, "build", 0, false};
        status = check_folder_name(file, SITE_RENDERING, i, rendering->name, diag);
        if (!status && rendering->build) {
            status = check_choice(file, &place, rendering->build, &file->builds, diag);
        }
        status = status ? status : check_drawing(file, SITE_RENDERING, i, diag);
    }
    return status;
}

static bool has_string(const struct option_strings *strings, const char *text)
{
    for (size_t i = 0; i < strings->count; i++) {
        if (strcmp(strings->items[i], text) == 0) {
            return true;
        }
    }
    return false;
}

/* Two numbers that end a list of `count` values. */
static enum adtmap_status read_pair(const struct site_file *file, struct site_place place,
                                    const struct option_strings *list, size_t count,
                                    const struct diag *diag, double pair[2])
{
    if (list->count != count) {
        return site_document_fail(file->document, diag, &place, "%s: needs %s", place.key,
                                  count == 2 ? "two numbers of yards: [X, Y]"
                                             : "a map and two numbers of yards: [MAP, X, Y]");
    }
    for (size_t i = 0; i < 2; i++) {
        place.item = count - 2 + i;
        const char *text = list->items[place.item];
        char *end;
        pair[i] = strtod(text, &end);
        if (end == text || *end || !(fabs(pair[i]) <= COORDINATE_MAX)) {
            return site_document_fail(file->document, diag, &place,
                                      "%s: '%.64s' is not a number of yards within %.0f", place.key,
                                      text, COORDINATE_MAX);
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status check_map(struct site_file *file, size_t index, const struct diag *diag)
{
    struct site_entry *map = &file->maps.items[index];
    struct site_place place = {SITE_MAP, index, "name", 0, false};
    enum adtmap_status status;
    if (strpbrk(map->name, "/\\") || map->name[0] == '.') {
        return site_document_fail(file->document, diag, &place,
                                  "'%.64s' is not the name of a folder below World/Maps",
                                  map->name);
    }
    if (site_file_is_pattern(file, index) && map->title) {
        place = (struct site_place){SITE_MAP, index, "title", 0, true};
        return site_document_fail(file->document, diag, &place,
                                  "'title' is that of one map, and '%.64s' is a pattern",
                                  map->name);
    }
    const struct option_strings *groups = &file->top.groups;
    if (map->group && groups->count > 0 && !has_string(groups, map->group)) {
        char names[OPTION_PROBLEM_BYTES] = "";
        for (size_t i = 0; i < groups->count; i++) {
            add_name(names, groups->items[i]);
        }
        place.key = "group";
        return site_document_fail(file->document, diag, &place, "group: '%.64s' is not one of %s",
                                  map->group, names);
    }
    place.key = "renderings";
    for (; place.item < map->renderings.count; place.item++) {
        status =
            check_choice(file, &place, map->renderings.items[place.item], &file->renderings, diag);
        if (status) {
            return status;
        }
    }
    if (map->entrance.count > 0) {
        place = (struct site_place){SITE_MAP, index, "entrance", 0, false};
        status = site_file_is_pattern(file, index)
                     ? site_document_fail(file->document, diag, &place,
                                          "'entrance' is that of one map, and '%.64s' is a pattern",
                                          map->name)
                     : read_pair(file, place, &map->entrance, 3, diag, map->spot);
        if (status) {
            return status;
        }
    }
    return check_drawing(file, SITE_MAP, index, diag);
}

/* Bounds the patterns, and the pairs of a map that is looked at and a place where its files may
 * stand. */
static enum adtmap_status check_counts(const struct site_file *file, const struct diag *diag)
{
    const struct site_place renderings = {.section = SITE_TOP, .key = "renderings", .is_key = true};
    struct site_place map = {.section = SITE_MAP, .key = "name"};
    size_t patterns = 0;
    size_t pairs = 0;
    for (; map.entry < file->maps.count; map.entry++) {
        const size_t wanted = file->maps.items[map.entry].renderings.count;
        pairs += wanted > 0 ? wanted : file->renderings.count;
        patterns += site_file_is_pattern(file, map.entry);
        if (patterns > SITE_PATTERNS_MAX) {
            return site_document_fail(file->document, diag, &map,
                                      "more than %d entries of 'maps' are patterns: name the maps",
                                      SITE_PATTERNS_MAX);
        }
    }
    return pairs <= SITE_PAIRS_MAX
               ? ADTMAP_OK
               : site_document_fail(file->document, diag, &renderings,
                                    "%zu entries of 'maps' and %zu renderings are %zu pairs, more "
                                    "than %d: cut the site in several",
                                    file->maps.count, file->renderings.count, pairs,
                                    SITE_PAIRS_MAX);
}

static enum adtmap_status check_world(struct site_file *file, size_t index, const struct diag *diag)
{
    return check_folder_name(file, SITE_WORLD, index, file->worlds.items[index].name, diag);
}

static enum adtmap_status check_frame(struct site_file *file, size_t index, const struct diag *diag)
{
    struct site_entry *frame = &file->frames.items[index];
    const struct site_place place = {SITE_FRAME, index, "offset", 0, false};
    frame->world = site_document_owner(file->document, SITE_FRAME, index);
    return frame->offset.count > 0 ? read_pair(file, place, &frame->offset, 2, diag, frame->spot)
                                   : ADTMAP_OK;
}

static enum adtmap_status read_top(struct site_file *file, const struct diag *diag)
{
    const struct site_place place = {.section = SITE_TOP, .key = "logo"};
    const char *problem = NULL;
    const char *extension;
    enum adtmap_status status = read_own(file->document, SITE_TOP, 0, &file->top, diag);
    if (status) {
        return status;
    }
    if (file->top.logo) {
        if (own_picture_read(file->top.logo, &file->logo, &extension, &problem)) {
            return diag_fail_memory(diag);
        }
        if (problem) {
            return site_document_fail(file->document, diag, &place, "logo: %.200s %s",
                                      file->top.logo, problem);
        }
        snprintf(file->logo_name, sizeof file->logo_name, WEB_SITE_LOGO ".%s", extension);
    }
    file->out = file->top.out ? strdup(file->top.out) : site_document_path(file->document, "site");
    return file->out ? ADTMAP_OK : diag_fail_memory(diag);
}

enum adtmap_status site_file_read(const char *path, const struct diag *diag, struct site_file *file)
{
    const struct site_place maps = {.section = SITE_TOP, .key = "maps"};
    *file = (struct site_file){0};
    enum adtmap_status status = site_document_read(path, diag, &file->document);
    if (status) {
        return status;
    }
    status = read_top(file, diag);
    if (status) {
        return status;
    }
    status = read_builds(file, diag);
    if (status) {
        return status;
    }
    status = check_drawing(file, SITE_ALL, 0, diag);
    if (status) {
        return status;
    }
    status = read_renderings(file, diag);
    if (status) {
        return status;
    }
    if (site_document_count(file->document, SITE_MAP) == 0) {
        return site_document_fail(file->document, diag, &maps,
                                  "'maps' is %s: '- name: \"*\"' is every map",
                                  site_document_value(file->document, &maps) ? "empty" : "missing");
    }
    status = read_entries(file, SITE_MAP, &file->maps, check_map, diag);
    status = status ? status : check_counts(file, diag);
    if (status) {
        return status;
    }
    status = read_entries(file, SITE_WORLD, &file->worlds, check_world, diag);
    return status ? status : read_entries(file, SITE_FRAME, &file->frames, check_frame, diag);
}

void site_file_free(struct site_file *file)
{
    site_document_free(file->document);
    blob_release(&file->logo);
    free(file->out);
    free(file->builds.items);
    free(file->renderings.items);
    free(file->maps.items);
    free(file->worlds.items);
    free(file->frames.items);
    *file = (struct site_file){0};
}

const char *site_file_title(const struct site_file *file)
{
    return file->top.title ? file->top.title : "Maps";
}

size_t site_file_build(const struct site_file *file, size_t rendering)
{
    const char *name = file->renderings.items[rendering].build;
    return name ? find_name(&file->builds, name) : 0;
}

bool site_file_has(const struct site_file *file, size_t map, size_t rendering)
{
    const struct option_strings *wanted = &file->maps.items[map].renderings;
    return wanted->count == 0 || has_string(wanted, file->renderings.items[rendering].name);
}

bool site_file_is_pattern(const struct site_file *file, size_t map)
{
    return text_is_pattern(file->maps.items[map].name);
}

enum adtmap_status site_file_request(const struct site_file *file, size_t map, size_t rendering,
                                     const struct diag *diag, struct render_request *request)
{
    const struct site_place places[] = {
        {.section = SITE_MAP, .entry = map},
        {.section = SITE_RENDERING, .entry = rendering},
        {.section = SITE_ALL},
    };
    enum adtmap_status status =
        read_drawing(file->document, places, COUNT_OF(places), diag, request);
    request->products.job.outputs |= status ? 0 : JOB_WEB;
    return status;
}

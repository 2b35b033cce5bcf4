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

enum { FOLDER_NAME_MAX = 64, SITE_WORLDS_MAX = 64 };

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

/* Reads the value of a key, single or a list, if it is given; *is_given may be NULL. */
static enum adtmap_status apply_key(const struct site_document *document,
                                    const struct site_key *key, struct site_place place,
                                    const struct diag *diag, bool *is_given)
{
    place.key = key->row->name;
    const struct site_node *value = site_document_value(document, &place);
    if (is_given) {
        *is_given = value != NULL;
    }
    if (!value || value->kind != SITE_LIST) {
        return value ? apply_value(document, key, value, &place, diag) : ADTMAP_OK;
    }
    enum adtmap_status status = ADTMAP_OK;
    for (const struct site_child *item = value->first; item && !status; item = item->next) {
        status = apply_value(document, key, item->value, &place, diag);
        place.item++;
    }
    return status;
}

/* Which keys of a section are read: those it has of its own, or those that say what is drawn. */
enum key_group { OWN_KEYS, DRAWING_KEYS };

/* Reads the keys of an entry into `values`; those that say what is drawn only to find wrong ones,
 * and no value changes. */
static enum adtmap_status apply_keys(const struct site_document *document,
                                     enum site_section section, size_t entry, enum key_group group,
                                     struct site_values *values, const struct diag *diag)
{
    struct site_keys keys;
    struct render_request *request = malloc(sizeof *request); /* large for a stack */
    const struct site_place place = {.section = section, .entry = entry};
    enum adtmap_status status = ADTMAP_OK;
    if (!request) {
        return diag_fail_memory(diag);
    }
    render_request_default(request);
    site_keys_list(section, values, request, &keys);
    size_t begin = group == OWN_KEYS ? 0 : keys.own;
    size_t end = group == OWN_KEYS ? keys.own : keys.count;
    for (size_t i = begin; i < end && !status; i++) {
        status = apply_key(document, &keys.items[i], place, diag, NULL);
    }
    render_request_free(request);
    free(request);
    return status;
}

static enum adtmap_status apply_own(const struct site_document *document, enum site_section section,
                                    size_t entry, struct site_values *values,
                                    const struct diag *diag)
{
    values->order = SITE_ORDER_DEFAULT;
    return apply_keys(document, section, entry, OWN_KEYS, values, diag);
}

static enum adtmap_status check_drawing(const struct site_document *document,
                                        enum site_section section, size_t entry,
                                        struct site_values *values, const struct diag *diag)
{
    return apply_keys(document, section, entry, DRAWING_KEYS, values, diag);
}

/* The index of the values with this name; `count`: none. */
static size_t find_name(const struct site_values *values, size_t count, const char *name)
{
    size_t i = 0;
    while (i < count && strcmp(values[i].name, name) != 0) {
        i++;
    }
    return i;
}

static enum adtmap_status check_name(const struct site_file *file, enum site_section section,
                                     const struct site_values *values, size_t entry,
                                     const struct diag *diag)
{
    struct site_place place = {section, entry, "name", 0, false};
    if (!values[entry].name) {
        return site_document_fail(file->document, diag, &place, "the entry needs a 'name'");
    }
    return find_name(values, entry, values[entry].name) < entry
               ? site_document_fail(file->document, diag, &place, "'%.64s' is in %s twice",
                                    values[entry].name, site_section_names[section])
               : ADTMAP_OK;
}

/* Reads the entries of a section that have names. */
static enum adtmap_status read_named(struct site_file *file, enum site_section section,
                                     const struct diag *diag, struct site_values **values,
                                     size_t *count)
{
    const struct site_place place = {.section = section};
    size_t given = site_document_count(file->document, section);
    enum adtmap_status status = ADTMAP_OK;
    *values = calloc(given + 1, sizeof **values);
    if (!*values) {
        return diag_fail_memory(diag);
    }
    if (given > SITE_ENTRIES_MAX) {
        return site_document_fail(file->document, diag, &place, "%zu %s are more than %d", given,
                                  site_section_names[section], SITE_ENTRIES_MAX);
    }
    for (*count = 0; *count < given && !status; ++*count) {
        status = apply_own(file->document, section, *count, &(*values)[*count], diag);
        status = status ? status : check_name(file, section, *values, *count, diag);
    }
    return status;
}

/* Data at the top are a build without a name. */
static enum adtmap_status read_builds(struct site_file *file, const struct diag *diag)
{
    struct site_place place = {.section = SITE_TOP, .key = "data"};
    enum adtmap_status status =
        read_named(file, SITE_BUILD, diag, &file->builds, &file->build_count);
    if (status) {
        return status;
    }
    if ((file->top.data.paths.count > 0) == (file->build_count > 0)) {
        return site_document_fail(file->document, diag, &place,
                                  "needs either 'data' or 'builds' with 'data' each");
    }
    if (file->build_count == 0) {
        file->builds[0] = (struct site_values){.name = "", .data = file->top.data};
        file->build_count = 1;
        return ADTMAP_OK;
    }
    for (place = (struct site_place){.section = SITE_BUILD}; place.entry < file->build_count;
         place.entry++) {
        if (file->builds[place.entry].data.paths.count == 0) {
            return site_document_fail(file->document, diag, &place, "the build needs 'data'");
        }
    }
    return ADTMAP_OK;
}

/* The name becomes a folder, which must not lead out of the site, be an option to programs that
 * copy the site, or a device of Windows. */
static bool is_folder_name(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_");
    return length > 0 && length <= FOLDER_NAME_MAX && name[length] == '\0' && name[0] != '-' &&
           !path_is_device_name(name);
}

static enum adtmap_status fail_folder_name(const struct site_file *file,
                                           const struct site_place *place, const char *name,
                                           const struct diag *diag)
{
    return site_document_fail(file->document, diag, place,
                              "'%.64s' cannot be a folder of the site: use at most %d small "
                              "letters, digits, - and _, no - first, and no device of Windows",
                              name, FOLDER_NAME_MAX);
}

/* Names for a message, between commas. */
struct name_list {
    char text[OPTION_PROBLEM_BYTES];
};

static void add_name(struct name_list *list, const char *name)
{
    size_t used = strlen(list->text);
    snprintf(list->text + used, sizeof list->text - used, "%s%.64s", used ? ", " : "", name);
}

static enum adtmap_status fail_choice(const struct site_file *file, const struct site_place *place,
                                      const char *name, const struct site_values *values,
                                      size_t count, const struct diag *diag)
{
    struct name_list list = {""};
    if (count == 0 || !values[0].name || !values[0].name[0]) {
        return site_document_fail(file->document, diag, place, "%s: '%.64s': the file names none",
                                  place->key, name);
    }
    for (size_t i = 0; i < count; i++) {
        add_name(&list, values[i].name);
    }
    return site_document_fail(file->document, diag, place, "%s: '%.64s' is not one of %s",
                              place->key, name, list.text);
}

static enum adtmap_status check_rendering(const struct site_file *file, size_t rendering,
                                          const struct diag *diag)
{
    const struct site_values *values = &file->renderings[rendering];
    struct site_place place = {SITE_RENDERING, rendering, "name", 0, false};
    if (!is_folder_name(values->name)) {
        return fail_folder_name(file, &place, values->name, diag);
    }
    place.key = "build";
    return values->build &&
                   find_name(file->builds, file->build_count, values->build) == file->build_count
               ? fail_choice(file, &place, values->build, file->builds, file->build_count, diag)
               : ADTMAP_OK;
}

static enum adtmap_status read_renderings(struct site_file *file, const struct diag *diag)
{
    enum adtmap_status status =
        read_named(file, SITE_RENDERING, diag, &file->renderings, &file->rendering_count);
    if (!status && file->rendering_count == 0) {
        file->renderings[0] = (struct site_values){.name = "minimap", .title = "Minimap"};
        file->rendering_count = 1;
        return ADTMAP_OK;
    }
    for (size_t i = 0; i < file->rendering_count && !status; i++) {
        status = check_rendering(file, i, diag);
        status = status
                     ? status
                     : check_drawing(file->document, SITE_RENDERING, i, &file->renderings[i], diag);
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

static enum adtmap_status check_references(const struct site_file *file, size_t map,
                                           const struct diag *diag)
{
    const struct site_values *values = &file->maps[map].values;
    struct site_place place = {SITE_MAP, map, "group", 0, false};
    if (values->group && file->top.groups.count > 0 &&
        !has_string(&file->top.groups, values->group)) {
        struct name_list list = {""};
        for (size_t i = 0; i < file->top.groups.count; i++) {
            add_name(&list, file->top.groups.items[i]);
        }
        return site_document_fail(file->document, diag, &place, "group: '%.64s' is not one of %s",
                                  values->group, list.text);
    }
    place.key = "renderings";
    for (; place.item < values->renderings.count; place.item++) {
        const char *name = values->renderings.items[place.item];
        if (find_name(file->renderings, file->rendering_count, name) == file->rendering_count) {
            return fail_choice(file, &place, name, file->renderings, file->rendering_count, diag);
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status check_map_name(const struct site_file *file, size_t map,
                                         const struct diag *diag)
{
    const char *name = file->maps[map].values.name;
    const struct site_place place = {SITE_MAP, map, "name", 0, false};
    if (!name) {
        return site_document_fail(file->document, diag, &place, "the entry needs a 'name'");
    }
    if (strpbrk(name, "/\\") || name[0] == '.') {
        return site_document_fail(file->document, diag, &place,
                                  "'%.64s' is not the name of a folder below World/Maps", name);
    }
    const struct site_place title = {SITE_MAP, map, "title", 0, true};
    if (site_file_is_pattern(file, map) && file->maps[map].values.title) {
        return site_document_fail(file->document, diag, &title,
                                  "'title' is that of one map, and '%.64s' is a pattern", name);
    }
    for (size_t i = 0; i < map; i++) {
        const char *earlier = file->maps[i].values.name;
        if (earlier && name_compare(earlier, name) == 0) {
            return site_document_fail(file->document, diag, &place, "'%.64s' is in maps twice",
                                      name);
        }
    }
    return ADTMAP_OK;
}

/* A number at its place in a list. */
static enum adtmap_status read_number(const struct site_file *file, const struct site_place *place,
                                      const char *text, const struct diag *diag, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && fabs(*value) <= COORDINATE_MAX
               ? ADTMAP_OK
               : site_document_fail(file->document, diag, place,
                                    "%s: '%.64s' is not a number of yards within %.0f", place->key,
                                    text, COORDINATE_MAX);
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
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < 2 && !status; i++) {
        place.item = count - 2 + i;
        status = read_number(file, &place, list->items[place.item], diag, &pair[i]);
    }
    return status;
}

static enum adtmap_status read_entrance(struct site_file *file, size_t map, const struct diag *diag)
{
    struct site_map *entry = &file->maps[map];
    const struct option_strings *list = &entry->values.entrance;
    const struct site_place place = {SITE_MAP, map, "entrance", 0, false};
    double pair[2];
    if (list->count == 0) {
        return ADTMAP_OK;
    }
    if (site_file_is_pattern(file, map)) {
        return site_document_fail(file->document, diag, &place,
                                  "'entrance' is that of one map, and '%.64s' is a pattern",
                                  entry->values.name);
    }
    enum adtmap_status status = read_pair(file, place, list, 3, diag, pair);
    if (!status) {
        entry->entrance = (struct site_spot){list->items[0], pair[0], pair[1]};
    }
    return status;
}

static enum adtmap_status read_map(struct site_file *file, size_t map, const struct diag *diag)
{
    enum adtmap_status status =
        apply_own(file->document, SITE_MAP, map, &file->maps[map].values, diag);
    if (status) {
        return status;
    }
    status = check_map_name(file, map, diag);
    if (status) {
        return status;
    }
    status = check_references(file, map, diag);
    status = status ? status : read_entrance(file, map, diag);
    if (status) {
        return status;
    }
    return check_drawing(file->document, SITE_MAP, map, &file->maps[map].values, diag);
}

/* Reads an entry of a kind that may be wrong by itself. */
typedef enum adtmap_status entry_reader(struct site_file *file, size_t entry,
                                        const struct diag *diag);

/* Reports what is wrong with an entry, and counts it; fails when out of memory only. */
static enum adtmap_status read_entry(struct site_file *file, entry_reader *read, size_t entry,
                                     const struct diag *diag, bool *is_wrong)
{
    struct adtmap_message failure = {0};
    const struct diag own = {diag->file, diag->log, &failure};
    enum adtmap_status status = read(file, entry, &own);
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(diag);
    }
    *is_wrong = status != ADTMAP_OK;
    if (status) {
        file->wrong_entries++;
        diag->log->write(diag->log->user, &failure);
    }
    return ADTMAP_OK;
}

static enum adtmap_status read_maps(struct site_file *file, const struct diag *diag)
{
    const struct site_place place = {.section = SITE_TOP, .key = "maps"};
    file->map_count = site_document_count(file->document, SITE_MAP);
    file->maps = calloc(file->map_count + 1, sizeof *file->maps);
    if (!file->maps) {
        return diag_fail_memory(diag);
    }
    if (file->map_count == 0) {
        return site_document_fail(
            file->document, diag, &place, "'maps' is %s: '- name: \"*\"' is every map",
            site_document_value(file->document, &place) ? "empty" : "missing");
    }
    if (file->map_count > SITE_ENTRIES_MAX) {
        return site_document_fail(file->document, diag, &place, "%zu maps are more than %d",
                                  file->map_count, SITE_ENTRIES_MAX);
    }
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < file->map_count && !status; i++) {
        status = read_entry(file, read_map, i, diag, &file->maps[i].is_wrong);
    }
    return status;
}

static enum adtmap_status read_world(struct site_file *file, size_t world, const struct diag *diag)
{
    struct site_values values = {0};
    const struct site_place place = {SITE_WORLD, world, "name", 0, false};
    enum adtmap_status status = apply_own(file->document, SITE_WORLD, world, &values, diag);
    if (status) {
        return status;
    }
    if (!values.name || !is_folder_name(values.name)) {
        return values.name
                   ? fail_folder_name(file, &place, values.name, diag)
                   : site_document_fail(file->document, diag, &place, "the entry needs a 'name'");
    }
    for (size_t i = 0; i < world; i++) {
        if (file->worlds[i].name && strcmp(file->worlds[i].name, values.name) == 0) {
            return site_document_fail(file->document, diag, &place, "'%.64s' is in worlds twice",
                                      values.name);
        }
    }
    file->worlds[world].name = values.name;
    file->worlds[world].title = values.title ? values.title : values.name;
    file->worlds[world].has_transforms = values.transforms;
    return ADTMAP_OK;
}

static enum adtmap_status read_frame(struct site_file *file, size_t entry, const struct diag *diag)
{
    struct site_values values = {0};
    struct site_frame *frame = &file->frames[entry];
    struct site_place place = {SITE_FRAME, entry, "map", 0, false};
    *frame = (struct site_frame){.world = site_document_owner(file->document, SITE_FRAME, entry),
                                 .scale = 1};
    enum adtmap_status status = apply_own(file->document, SITE_FRAME, entry, &values, diag);
    if (status) {
        return status;
    }
    if (!values.map) {
        return site_document_fail(file->document, diag, &place, "the entry needs a 'map'");
    }
    frame->map = values.map;
    frame->has_part = values.part.given;
    frame->part = values.part.set;
    frame->scale = values.scale.given ? (double)values.scale.value : 1.0;
    frame->has_offset = values.offset.count > 0;
    place.key = "offset";
    return frame->has_offset ? read_pair(file, place, &values.offset, 2, diag, frame->offset)
                             : ADTMAP_OK;
}

static enum adtmap_status read_worlds(struct site_file *file, const struct diag *diag)
{
    file->world_count = site_document_count(file->document, SITE_WORLD);
    file->frame_count = site_document_count(file->document, SITE_FRAME);
    file->worlds = calloc(file->world_count + 1, sizeof *file->worlds);
    file->frames = calloc(file->frame_count + 1, sizeof *file->frames);
    if (!file->worlds || !file->frames) {
        return diag_fail_memory(diag);
    }
    const struct site_place place = {.section = SITE_WORLD};
    if (file->world_count > SITE_WORLDS_MAX) {
        return site_document_fail(file->document, diag, &place, "%zu worlds are more than %d",
                                  file->world_count, SITE_WORLDS_MAX);
    }
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < file->world_count && !status; i++) {
        status = read_entry(file, read_world, i, diag, &file->worlds[i].is_wrong);
    }
    for (size_t i = 0; i < file->frame_count && !status; i++) {
        status = read_entry(file, read_frame, i, diag, &file->frames[i].is_wrong);
    }
    return status;
}

static enum adtmap_status read_logo(struct site_file *file, const struct diag *diag)
{
    const struct site_place place = {.section = SITE_TOP, .key = "logo"};
    const char *path = file->top.logo;
    const char *problem = NULL;
    const char *extension;
    if (!path) {
        return ADTMAP_OK;
    }
    if (own_picture_read(path, &file->logo, &extension, &problem)) {
        return diag_fail_memory(diag);
    }
    if (problem) {
        return site_document_fail(file->document, diag, &place, "logo: %.200s %s", path, problem);
    }
    snprintf(file->logo_name, sizeof file->logo_name, WEB_SITE_LOGO ".%s", extension);
    return ADTMAP_OK;
}

enum adtmap_status site_file_read(const char *path, const struct diag *diag, struct site_file *file)
{
    *file = (struct site_file){0};
    enum adtmap_status status = site_document_read(path, diag, &file->document);
    if (status) {
        return status;
    }
    status = apply_own(file->document, SITE_TOP, 0, &file->top, diag);
    status = status ? status : read_logo(file, diag);
    if (status) {
        return status;
    }
    file->out = file->top.out ? strdup(file->top.out) : site_document_path(file->document, "site");
    if (!file->out) {
        return diag_fail_memory(diag);
    }
    status = read_builds(file, diag);
    if (status) {
        return status;
    }
    if (site_document_count(file->document, SITE_ALL) > 0) {
        status = check_drawing(file->document, SITE_ALL, 0, &file->top, diag);
    }
    if (status) {
        return status;
    }
    status = read_renderings(file, diag);
    if (status) {
        return status;
    }
    status = read_maps(file, diag);
    return status ? status : read_worlds(file, diag);
}

void site_file_free(struct site_file *file)
{
    site_document_free(file->document);
    blob_release(&file->logo);
    free(file->out);
    free(file->builds);
    free(file->renderings);
    free(file->maps);
    free(file->worlds);
    free(file->frames);
    *file = (struct site_file){0};
}

const char *site_file_title(const struct site_file *file)
{
    return file->top.title ? file->top.title : "Maps";
}

size_t site_file_build(const struct site_file *file, size_t rendering)
{
    const char *name = file->renderings[rendering].build;
    return name ? find_name(file->builds, file->build_count, name) : 0;
}

bool site_file_has(const struct site_file *file, size_t map, size_t rendering)
{
    const struct option_strings *wanted = &file->maps[map].values.renderings;
    return wanted->count == 0 || has_string(wanted, file->renderings[rendering].name);
}

bool site_file_is_pattern(const struct site_file *file, size_t map)
{
    return text_is_pattern(file->maps[map].values.name);
}

enum adtmap_status site_file_request(const struct site_file *file, size_t map, size_t rendering,
                                     const struct diag *diag, struct render_request *request)
{
    const struct site_place places[] = {
        {.section = SITE_MAP, .entry = map},
        {.section = SITE_RENDERING, .entry = rendering},
        {.section = SITE_ALL},
    };
    struct site_values unused;
    struct site_keys drawing;
    render_request_default(request);
    site_keys_list(SITE_ALL, &unused, request, &drawing);
    for (size_t i = 0; i < drawing.count; i++) {
        bool is_given = false;
        for (size_t p = 0; p < COUNT_OF(places) && !is_given; p++) {
            enum adtmap_status status =
                apply_key(file->document, &drawing.items[i], places[p], diag, &is_given);
            if (status) {
                return status;
            }
        }
    }
    request->products.job.outputs |= JOB_WEB;
    return ADTMAP_OK;
}

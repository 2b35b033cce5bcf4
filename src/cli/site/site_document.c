/*
 * Reading is done twice. libyaml first gives the tree with the place of each node (site_marks.h),
 * and refuses what is no YAML. libcyaml then fills in the values by the schema.
 *
 * libcyaml reports an error as lines of text: what is wrong, then the places it stands in, from
 * the innermost. The place of a key that does not exist is that of the value before it, so places
 * come from the tree:
 *
 *     Load: Unexpected key: sice
 *     Load: Backtrace:
 *       in mapping (line: 3, column: 11)
 *       in sequence entry '1' (line: 3, column: 5)       entries count from 1
 *       in mapping field 'maps' (line: 3, column: 3)
 */
#include "cli/site/site_document.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/edit_distance.h"
#include "base/path.h"
#include "cli/site/site_schema.h"
#include "os/file.h"

enum {
    PLACE_BYTES = 320,
    REASON_BYTES = 512,
    NAME_MAX_BYTES = 64,
    FILE_BYTES_MAX = 1 << 20,
    VALUES_BYTES_MAX = 64 << 20, /* libcyaml copies what an alias stands for */
};

struct site_document {
    char *path;
    char *folder;
    struct site_marks *marks;
    struct site_raw *raw;
    struct site_keys keys[SITE_SECTIONS];
    struct site_schema schema;
    size_t values_bytes;
    bool is_too_large; /* an allocation was refused because of VALUES_BYTES_MAX */
    /* The rows of the keys that are made at run time. */
    struct render_request request;
    struct site_values values;
};

/* The first error that libcyaml logs. */
struct reader_log {
    char what[REASON_BYTES];
    char key[NAME_MAX_BYTES];     /* the innermost key */
    char section[NAME_MAX_BYTES]; /* the outermost key */
    size_t entry;                 /* the outermost entry, from 1 */
};

bool site_cell_is_given(const struct site_cell *cell)
{
    return cell->text || cell->items;
}

enum adtmap_status site_document_fail(const struct site_document *document, const struct diag *diag,
                                      const struct site_place *place, const char *format, ...)
{
    char what[REASON_BYTES];
    char name[PLACE_BYTES];
    struct site_mark mark = site_marks_find(document->marks, place);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(name, sizeof name, "%s:%zu:%zu", document->path, mark.line, mark.column);
    const struct diag at_place = diag_at(diag, name);
    return diag_fail(&at_place, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "%s", what);
}

enum adtmap_status site_document_fail_because(const struct site_document *document,
                                              const struct diag *diag,
                                              const struct site_place *place,
                                              const struct adtmap_message *cause)
{
    char text[REASON_BYTES];
    adtmap_message_format(cause, text, sizeof text);
    return site_document_fail(document, diag, place, "%s: %s", place->key, text);
}

static void take_log(cyaml_log_t level, void *user, const char *format, va_list arguments)
{
    struct reader_log *log = user;
    char line[REASON_BYTES];
    char name[NAME_MAX_BYTES];
    static const char sequence[] = "  in sequence entry '";
    (void)level;
    vsnprintf(line, sizeof line, format, arguments);
    line[strcspn(line, "\n")] = '\0';
    if (sscanf(line, "  in mapping field '%63[^']'", name) == 1) {
        memcpy(log->section, name, sizeof name);
        if (!log->key[0]) {
            memcpy(log->key, name, sizeof name);
        }
    } else if (strncmp(line, sequence, strlen(sequence)) == 0) {
        log->entry = strtoul(line + strlen(sequence), NULL, 10);
    } else if (!log->what[0]) {
        snprintf(log->what, sizeof log->what, "%s", line);
    }
}

static enum site_section section_of(const struct reader_log *log)
{
    int section = SITE_SECTIONS - 1;
    while (section > SITE_TOP && strcmp(site_section_names[section], log->section) != 0) {
        section--;
    }
    return (enum site_section)section;
}

/* Replaces `near` by a name that is more like the word. */
static void take_nearer(const char *word, const char *name, const char **near)
{
    if (edit_distance_is_near(word, name) &&
        (!*near || edit_distance(word, name) < edit_distance(word, *near))) {
        *near = name;
    }
}

/* The key that is most like `word`; NULL: none is near. */
static const char *near_key(const struct site_document *document, enum site_section section,
                            const char *word)
{
    const struct site_keys *keys = &document->keys[section];
    const char *near = NULL;
    for (size_t i = 0; i < keys->count; i++) {
        take_nearer(word, keys->items[i].row->name, &near);
    }
    for (int i = SITE_TOP + 1; section == SITE_TOP && i < SITE_SECTIONS; i++) {
        take_nearer(word, site_section_names[i], &near);
    }
    return near;
}

/* The keys a section has of its own; the others are one phrase. */
static void list_keys(const struct site_document *document, enum site_section section,
                      char text[REASON_BYTES])
{
    const struct site_keys *keys = &document->keys[section];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < keys->own && used < REASON_BYTES; i++) {
        used += (size_t)snprintf(text + used, REASON_BYTES - used, "%s%s", used ? ", " : "",
                                 keys->items[i].row->name);
    }
    for (int i = SITE_TOP + 1; section == SITE_TOP && i < SITE_SECTIONS && used < REASON_BYTES;
         i++) {
        used += (size_t)snprintf(text + used, REASON_BYTES - used, ", %s", site_section_names[i]);
    }
    if (section != SITE_TOP && section != SITE_BUILD && used < REASON_BYTES) {
        snprintf(text + used, REASON_BYTES - used, "%soptions of 'adtmap render' for pictures",
                 used ? ", and " : "");
    }
}

static enum adtmap_status fail_key(const struct site_document *document, const struct diag *diag,
                                   struct site_place place)
{
    char allowed[REASON_BYTES];
    const char *why = site_keys_why_not(place.key);
    const char *near = why ? NULL : near_key(document, place.section, place.key);
    if (near) {
        return site_document_fail(document, diag, &place,
                                  "'%.64s' is not a key here; did you mean '%s'?", place.key, near);
    }
    list_keys(document, place.section, allowed);
    return site_document_fail(document, diag, &place, "'%.64s' is not a key here%s%s; keys are %s",
                              place.key, why ? ": " : "", why ? why : "", allowed);
}

/* Says in words of the file what libcyaml did not expect. */
static enum adtmap_status fail_reading(const struct site_document *document,
                                       const struct diag *diag, const struct reader_log *log)
{
    char key[NAME_MAX_BYTES];
    struct site_place place = {section_of(log), log->entry ? log->entry - 1 : 0, NULL, 0, true};
    if (place.section == SITE_TOP) {
        place.entry = 0;
    }
    place.key = key;
    if (sscanf(log->what, "Load: Unexpected key: %63[^\n]", key) == 1) {
        return fail_key(document, diag, place);
    }
    if (sscanf(log->what, "Load: Mapping field already seen: %63[^\n]", key) == 1) {
        return site_document_fail(document, diag, &place, "'%s' is given twice", key);
    }
    if (sscanf(log->what, "Load: No anchor found for alias: '%63[^']'", key) == 1) {
        return site_document_fail(document, diag, &place,
                                  "the alias '*%s' stands within its anchor", key);
    }
    bool is_section = place.section != SITE_TOP && strcmp(log->key, log->section) == 0;
    place.key = is_section ? NULL : log->key;
    place.is_key = false;
    const char *wanted = strstr(log->what, "Expecting STRING")     ? "needs a single value"
                         : strstr(log->what, "Expecting SEQUENCE") ? "needs a list: [A, B]"
                         : strstr(log->what, "Expecting MAPPING")  ? "needs keys with values"
                                                                   : log->what;
    return site_document_fail(document, diag, &place, "%s: %s", log->key, wanted);
}

/* A later version may have keys that this program does not know: it is looked at first. */
static enum adtmap_status check_version(const struct site_document *document,
                                        const struct diag *diag)
{
    const struct site_place place = {.section = SITE_TOP, .key = "version"};
    const char *text = site_marks_text(document->marks, &place);
    if (!site_marks_has_keys(document->marks)) {
        return site_document_fail(document, diag, &place,
                                  "holds no keys: a site file begins with 'version: %d'",
                                  SITE_VERSION);
    }
    if (!text) {
        return site_document_fail(document, diag, &place, "'version: %d' is missing", SITE_VERSION);
    }
    char *end;
    long version = strtol(text, &end, 10);
    if (*end || end == text || version < 1) {
        return site_document_fail(document, diag, &place, "version: '%.64s' is not %d", text,
                                  SITE_VERSION);
    }
    return version <= SITE_VERSION
               ? ADTMAP_OK
               : site_document_fail(document, diag, &place,
                                    "version: %ld is later than this adtmap reads: %d", version,
                                    SITE_VERSION);
}

/* realloc and free for libcyaml, with a bound. */
static void *allocate(void *user, void *memory, size_t bytes)
{
    struct site_document *document = user;
    size_t others = document->values_bytes - malloc_usable_size(memory);
    if (bytes == 0) {
        free(memory);
        document->values_bytes = others;
        return NULL;
    }
    document->is_too_large |= bytes > VALUES_BYTES_MAX || others > VALUES_BYTES_MAX - bytes;
    void *grown = document->is_too_large ? NULL : realloc(memory, bytes);
    if (grown) {
        document->values_bytes = others + malloc_usable_size(grown);
    }
    return grown;
}

static enum adtmap_status load(struct site_document *document, const struct blob *blob,
                               const struct diag *diag)
{
    struct reader_log log = {0};
    const cyaml_config_t config = {.log_fn = take_log,
                                   .log_ctx = &log,
                                   .mem_fn = allocate,
                                   .mem_ctx = document,
                                   .log_level = CYAML_LOG_ERROR};
    cyaml_err_t error = cyaml_load_data(blob->data, blob->size, &config, &document->schema.root,
                                        (cyaml_data_t **)&document->raw, NULL);
    if (document->is_too_large) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET, "its values have more than %d MiB",
                         VALUES_BYTES_MAX >> 20);
    }
    if (error == CYAML_ERR_OOM) {
        return diag_fail_memory(diag);
    }
    return error == CYAML_OK ? ADTMAP_OK : fail_reading(document, diag, &log);
}

/* Replaces a relative path, which libcyaml has allocated with malloc. */
static bool resolve_path(struct site_document *document, char **path)
{
    char *full = site_document_path(document, *path);
    if (full) {
        document->values_bytes += malloc_usable_size(full) - malloc_usable_size(*path);
        free(*path);
        *path = full;
    }
    return full != NULL;
}

static bool resolve_cell(struct site_document *document, struct site_cell *cell)
{
    bool fine = !cell->text || resolve_path(document, &cell->text);
    for (uint32_t i = 0; cell->items && i < cell->count && fine; i++) {
        fine = !cell->items[i] || resolve_path(document, &cell->items[i]);
    }
    return fine;
}

static bool resolve_entry(struct site_document *document, enum site_section section,
                          struct site_cell *cells)
{
    const struct site_keys *keys = &document->keys[section];
    bool fine = true;
    for (size_t i = 0; i < keys->count && fine; i++) {
        fine = !keys->items[i].row->is_path || resolve_cell(document, &cells[i]);
    }
    return fine;
}

/* Makes the values that are paths relative to the working folder. */
static enum adtmap_status resolve_paths(struct site_document *document, const struct diag *diag)
{
    bool fine = true;
    for (int i = 0; i < SITE_SECTIONS; i++) {
        enum site_section section = (enum site_section)i;
        size_t count = site_document_count(document, section);
        struct site_cell *cells =
            section == SITE_TOP ? document->raw->top : document->raw->entries[section];
        for (size_t entry = 0; entry < count && fine; entry++) {
            fine = resolve_entry(document, section, cells + entry * document->keys[section].count);
        }
    }
    return fine ? ADTMAP_OK : diag_fail_memory(diag);
}

char *site_document_path(const struct site_document *document, const char *path)
{
    bool is_here = strcmp(document->folder, ".") == 0;
    bool stays = is_here || path[0] == '/' || path[0] == '~' || path[0] == '\0';
    return stays ? strdup(path) : path_join(document->folder, path);
}

static struct site_document *create(const char *path)
{
    struct site_document *document = calloc(1, sizeof *document);
    if (!document) {
        return NULL;
    }
    render_request_default(&document->request);
    for (int i = 0; i < SITE_SECTIONS; i++) {
        site_keys_list((enum site_section)i, &document->values, &document->request,
                       &document->keys[i]);
    }
    site_schema_make(document->keys, &document->schema);
    document->path = strdup(path);
    document->folder = path_directory(path);
    if (!document->path || !document->folder) {
        site_document_free(document);
        return NULL;
    }
    return document;
}

enum adtmap_status site_document_read(const char *path, const struct diag *diag,
                                      struct site_document **document)
{
    struct diag at_path = diag_at(diag, path);
    struct blob blob = {0};
    *document = NULL;
    enum adtmap_status status = file_map(path, &at_path, &blob);
    if (status) {
        return status;
    }
    if (blob.size > FILE_BYTES_MAX) {
        blob_release(&blob);
        return diag_fail(&at_path, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "has more than %d KiB, which no site file needs", FILE_BYTES_MAX >> 10);
    }
    *document = create(path);
    status = *document ? site_marks_read(blob.data, blob.size, &at_path, &(*document)->marks)
                       : diag_fail_memory(&at_path);
    status = status ? status : check_version(*document, &at_path);
    status = status ? status : load(*document, &blob, &at_path);
    status = status ? status : resolve_paths(*document, &at_path);
    blob_release(&blob);
    if (status) {
        site_document_free(*document);
        *document = NULL;
    }
    return status;
}

void site_document_free(struct site_document *document)
{
    if (!document) {
        return;
    }
    const cyaml_config_t config = {.mem_fn = allocate, .mem_ctx = document};
    if (document->raw) {
        cyaml_free(&config, &document->schema.root, document->raw, 0);
    }
    site_marks_free(document->marks);
    free(document->path);
    free(document->folder);
    free(document);
}

size_t site_document_count(const struct site_document *document, enum site_section section)
{
    if (section == SITE_TOP) {
        return 1;
    }
    return site_section_repeats(section) ? document->raw->counts[section]
                                         : document->raw->entries[section] != NULL;
}

const struct site_cell *site_document_cells(const struct site_document *document,
                                            enum site_section section, size_t entry)
{
    return section == SITE_TOP
               ? document->raw->top
               : document->raw->entries[section] + entry * document->keys[section].count;
}

bool site_document_has(const struct site_document *document, const struct site_place *place)
{
    return site_marks_has(document->marks, place);
}

const char *site_document_text(const struct site_document *document, const struct site_place *place)
{
    const struct site_keys *keys = &document->keys[place->section];
    size_t key = site_keys_find(keys, place->key);
    return key < keys->count ? site_document_cells(document, place->section, place->entry)[key].text
                             : NULL;
}

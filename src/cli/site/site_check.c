/*
 * Options are contradictory or not as a whole, after `all`, rendering and map have been laid over
 * each other. To blame the right place, the widest section is found that is wrong by itself: what
 * is wrong there is not said of each map.
 */
#include "cli/site/site_check.h"

#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "cli/site/site_data.h"
#include "output/web/markers.h"

/* Reports options that contradict each other at the key that the problem names first; the names of
 * keys are those of options without dashes. */
static enum adtmap_status fail_conflict(const struct site_file *file, struct site_place place,
                                        const char *problem, const struct diag *diag)
{
    char text[OPTION_PROBLEM_BYTES];
    char key[OPTION_PROBLEM_BYTES];
    size_t used = 0;
    for (const char *at = problem; *at && used + 1 < OPTION_PROBLEM_BYTES; at++) {
        at += strncmp(at, "--", 2) == 0 ? 2 : 0;
        text[used++] = *at;
    }
    text[used] = '\0';
    size_t length = strcspn(text, " :");
    memcpy(key, text, length);
    key[length] = '\0';
    place.key = key;
    place.is_key = true;
    return site_document_fail(file->document, diag, &place, "%s", text);
}

/* Whether the options of a map in a rendering go together; an index past the end leaves its values
 * out. */
static enum adtmap_status goes_together(const struct site_file *file, size_t map, size_t rendering,
                                        const struct diag *diag, char problem[OPTION_PROBLEM_BYTES],
                                        bool *fine)
{
    struct render_request request;
    enum adtmap_status status = site_file_request(file, map, rendering, diag, &request);
    *fine = !status && render_request_check(&request, problem);
    layer_options_notice(&request.layers, diag);
    render_request_free(&request);
    return status;
}

/* Blames the widest section whose options contradict each other without the narrower ones. */
static enum adtmap_status check_conflicts(const struct site_file *file, size_t map,
                                          size_t rendering, const struct diag *diag,
                                          enum site_section *blamed)
{
    const struct {
        size_t map;
        size_t rendering;
        struct site_place place;
    } widths[] = {
        {file->maps.count, file->renderings.count, {.section = SITE_ALL}},
        {file->maps.count, rendering, {.section = SITE_RENDERING, .entry = rendering}},
        {map, rendering, {.section = SITE_MAP, .entry = map}},
    };
    char problem[OPTION_PROBLEM_BYTES];
    bool fine;
    enum adtmap_status status = goes_together(file, map, rendering, diag, problem, &fine);
    if (status || fine) {
        return status;
    }
    for (size_t i = 0; i < COUNT_OF(widths) && !status; i++) {
        status = goes_together(file, widths[i].map, widths[i].rendering, diag, problem, &fine);
        if (!status && !fine) {
            *blamed = widths[i].place.section;
            status = fail_conflict(file, widths[i].place, problem, diag);
        }
    }
    return status;
}

/* The file of markers that an entry names must be one. */
static enum adtmap_status check_markers(const struct site_file *file, enum site_section section,
                                        size_t entry, const struct diag *diag)
{
    const struct site_place place = {section, entry, "markers", 0, false};
    const struct site_node *value = site_document_value(file->document, &place);
    const char *path = value ? value->path : NULL;
    struct adtmap_message failure = {0};
    const struct diag quiet = {path, NULL, &failure};
    struct markers markers = {0};
    enum adtmap_status status = path ? markers_load(path, NULL, &quiet, &markers) : ADTMAP_OK;
    markers_free(&markers);
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(diag);
    }
    return status ? site_document_fail_because(file->document, diag, &place, &failure) : ADTMAP_OK;
}

static enum adtmap_status check_map(const struct site_file *file, size_t map,
                                    const struct diag *diag, enum site_section *blamed)
{
    *blamed = SITE_MAP;
    enum adtmap_status status = check_markers(file, SITE_MAP, map, diag);
    for (size_t i = 0; i < file->renderings.count && !status; i++) {
        if (site_file_has(file, map, i)) {
            status = check_conflicts(file, map, i, diag, blamed);
        }
    }
    return status;
}

enum adtmap_status site_check(struct site_file *file, const struct diag *diag)
{
    enum adtmap_status status = site_data_check(file, diag);
    status = status ? status : check_markers(file, SITE_ALL, 0, diag);
    for (size_t i = 0; i < file->renderings.count && !status; i++) {
        status = check_markers(file, SITE_RENDERING, i, diag);
    }
    for (size_t i = 0; i < file->maps.count && !status; i++) {
        struct site_entry *map = &file->maps.items[i];
        enum site_section blamed;
        if (map->is_wrong) {
            continue;
        }
        status = check_map(file, i, diag, &blamed);
        if (status && status != ADTMAP_NO_MEMORY && blamed == SITE_MAP) {
            map->is_wrong = true;
            file->wrong_entries++;
            diag->log->write(diag->log->user, diag->failure);
            status = ADTMAP_OK;
        }
    }
    return status;
}

#include "assets/assets.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/source.h"
#include "assets/source_directory.h"
#include "base/path.h"

struct assets {
    size_t count;
    struct source *sources[];
};

static enum adtmap_status open_source(const char *path, const struct diag *diag,
                                      struct source **source)
{
    if (file_exists(path) && !file_is_directory(path)) {
        struct diag at_path = *diag;
        at_path.file = path;
        return diag_fail(&at_path, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET, "not a directory");
    }
    return source_directory_open(path, diag, source);
}

enum adtmap_status assets_open(const char *const *paths, size_t count, const struct diag *diag,
                               struct assets **assets)
{
    *assets = NULL;
    struct assets *opened = calloc(1, sizeof *opened + count * sizeof *opened->sources);
    if (!opened) {
        return diag_fail_memory(diag);
    }
    for (size_t i = 0; i < count; i++) {
        enum adtmap_status status = open_source(paths[i], diag, &opened->sources[i]);
        if (status) {
            assets_close(opened);
            return status;
        }
        opened->count++;
    }
    *assets = opened;
    return ADTMAP_OK;
}

void assets_close(struct assets *assets)
{
    if (!assets) {
        return;
    }
    for (size_t i = 0; i < assets->count; i++) {
        assets->sources[i]->v->destroy(assets->sources[i]);
    }
    free(assets);
}

/* The last source that has the file; NULL when none has. */
static const struct source *find(const struct assets *assets, const char *canonical, size_t *id)
{
    for (size_t i = assets->count; i > 0; i--) {
        const struct source *source = assets->sources[i - 1];
        if (source->v->find(source, canonical, id)) {
            return source;
        }
    }
    return NULL;
}

bool assets_has(const struct assets *assets, const char *name)
{
    char canonical[NAME_BYTES];
    size_t id;
    return name_canonical(name, canonical) && find(assets, canonical, &id);
}

enum adtmap_status assets_read(const struct assets *assets, const char *name,
                               const struct diag *diag, struct blob *blob)
{
    char canonical[NAME_BYTES];
    struct diag at_name = *diag;
    at_name.file = name;
    *blob = (struct blob){0};
    if (!name_canonical(name, canonical)) {
        return diag_fail(&at_name, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "name leads outside the data");
    }
    size_t id;
    const struct source *source = find(assets, canonical, &id);
    if (!source) {
        return diag_fail(&at_name, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "not in the data");
    }
    return source->v->read(source, id, &at_name, blob);
}

bool assets_origin(const struct assets *assets, const char *name, char *text, size_t size)
{
    char canonical[NAME_BYTES];
    size_t id = 0;
    const struct source *source =
        name_canonical(name, canonical) ? find(assets, canonical, &id) : NULL;
    if (!source) {
        snprintf(text, size, "%s", name);
        return false;
    }
    source->v->origin(source, id, text, size);
    return true;
}

/* Canonical form of a prefix, which may end in a slash; false when no name begins so. */
static bool canonical_prefix(const char *prefix, char canonical[NAME_BYTES])
{
    size_t length = strlen(prefix);
    bool slash = length > 0 && (prefix[length - 1] == '/' || prefix[length - 1] == '\\');
    char name[NAME_BYTES];
    canonical[0] = '\0';
    if (length == 0) {
        return true;
    }
    if (length >= sizeof name) {
        return false;
    }
    snprintf(name, sizeof name, "%.*s", (int)(length - slash), prefix);
    if (!name_canonical(name, canonical)) {
        return false;
    }
    size_t end = strlen(canonical);
    if (slash && end + 1 < NAME_BYTES) {
        memcpy(canonical + end, "/", 2);
    }
    return true;
}

/* The first name of a source that is not less than `prefix`. */
static size_t first_name(const struct source *source, const char *prefix)
{
    size_t low = 0;
    size_t high = source->v->name_count(source);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(source->v->name(source, middle), prefix) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The name a source is at in a merge; NULL when it has no more of the prefix. */
static const char *current_name(const struct source *source, size_t cursor, const char *prefix)
{
    if (cursor >= source->v->name_count(source)) {
        return NULL;
    }
    const char *name = source->v->name(source, cursor);
    return strncmp(name, prefix, strlen(prefix)) == 0 ? name : NULL;
}

/* The least of the names that the sources are at; each source that is at it moves on. */
static const char *next_name(const struct assets *assets, const char *prefix, size_t *cursors)
{
    const char *least = NULL;
    for (size_t i = 0; i < assets->count; i++) {
        const char *name = current_name(assets->sources[i], cursors[i], prefix);
        if (name && (!least || strcmp(name, least) < 0)) {
            least = name;
        }
    }
    for (size_t i = 0; least && i < assets->count; i++) {
        const char *name = current_name(assets->sources[i], cursors[i], prefix);
        cursors[i] += name && strcmp(name, least) == 0;
    }
    return least;
}

enum adtmap_status assets_list(const struct assets *assets, const char *prefix,
                               const struct diag *diag, assets_visit *visit, void *user)
{
    char canonical[NAME_BYTES];
    if (!canonical_prefix(prefix, canonical)) {
        return ADTMAP_OK;
    }
    size_t *cursors = calloc(assets->count + 1, sizeof *cursors);
    if (!cursors) {
        return diag_fail_memory(diag);
    }
    for (size_t i = 0; i < assets->count; i++) {
        cursors[i] = first_name(assets->sources[i], canonical);
    }
    const char *name;
    while ((name = next_name(assets, canonical, cursors))) {
        char origin[PATH_MAX];
        assets_origin(assets, name, origin, sizeof origin);
        visit(user, name, origin);
    }
    free(cursors);
    return ADTMAP_OK;
}

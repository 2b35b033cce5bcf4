/*
 * Paths are checked before a build is opened, since a message at the key is worth more than one of
 * the reader; whatever opening itself says is said at the key, too.
 */
#include "cli/site/site_data.h"

#include <string.h>

#include "os/file.h"

/* A file or folder that a build names. */
struct named_path {
    const char *key;
    const char *path;
    size_t item; /* of a key with a list */
};

enum { PATHS_MAX = OPTION_STRINGS_MAX + 2 };

/* Lists the paths of a build; the first is one of its data. */
static size_t list_paths(const struct session_input *data, struct named_path paths[PATHS_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < data->paths.count; i++) {
        paths[count++] = (struct named_path){"data", data->paths.items[i], i};
    }
    if (data->listfile) {
        paths[count++] = (struct named_path){"listfile", data->listfile, 0};
    }
    if (data->client.key_file) {
        paths[count++] = (struct named_path){"casc-keys", data->client.key_file, 0};
    }
    return count;
}

/* Data at the top are those of the only build. */
static struct site_place place_of(const struct site_file *file, size_t build,
                                  const struct named_path *path)
{
    bool is_top = site_document_count(file->document, SITE_BUILD) == 0;
    return (struct site_place){
        is_top ? SITE_TOP : SITE_BUILD, is_top ? 0 : build, path->key, path->item, false,
    };
}

enum adtmap_status site_data_check(const struct site_file *file, const struct diag *diag)
{
    for (size_t i = 0; i < file->builds.count; i++) {
        struct named_path paths[PATHS_MAX];
        size_t count = list_paths(&file->builds.items[i].data, paths);
        for (size_t k = 0; k < count; k++) {
            const struct site_place place = place_of(file, i, &paths[k]);
            if (!file_exists(paths[k].path)) {
                return site_document_fail(file->document, diag, &place,
                                          "%s: %s: no such file or folder", place.key,
                                          paths[k].path);
            }
        }
    }
    return ADTMAP_OK;
}

enum adtmap_status site_data_open(struct session *session, const struct site_file *file,
                                  size_t build, const struct diag *diag)
{
    struct named_path paths[PATHS_MAX];
    struct adtmap_message failure = {0};
    const struct session_input *data = &file->builds.items[build].data;
    enum adtmap_status status = session_try_data(session, data, &failure);
    if (!status) {
        return ADTMAP_OK;
    }
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(diag);
    }
    const struct named_path *path = &paths[list_paths(data, paths) - 1];
    while (path > paths && strncmp(failure.file, path->path, strlen(path->path)) != 0) {
        path--; /* files come behind folders, in which they may be; the first is named if none is */
    }
    const struct site_place place = place_of(file, build, path);
    return site_document_fail_because(file->document, diag, &place, &failure);
}

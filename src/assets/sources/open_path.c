#include "assets/sources/open_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/sources/client_archives.h"
#include "assets/sources/nested_data.h"
#include "assets/sources/source_casc.h"
#include "assets/sources/source_directory.h"
#include "assets/sources/source_mpq.h"
#include "base/path.h"
#include "os/part_read.h"

/* Opens an archive, known by its name or its first bytes. A pipe, which nobody may ever write to,
 * or a device is refused before it is read. */
static enum adtmap_status open_file(const char *path, const struct diag *diag,
                                    struct source_list *list)
{
    const struct diag at_path = diag_at(diag, path);
    char head[4] = "";
    struct open_file file;
    uint64_t bytes;
    enum adtmap_status status = part_read_open(path, &at_path, &file, &bytes);
    if (status) {
        return status;
    }
    status = part_read(file, 0, head, sizeof head, &at_path);
    open_file_close(&file);
    if (diag_is_transient(status)) {
        return status;
    }
    bool is_archive = name_has_suffix(path, ".mpq") ||
                      (!status && memcmp(head, "MPQ", 3) == 0 && (head[3] == 26 || head[3] == 27));
    if (!is_archive) {
        return diag_fail(&at_path, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "neither a directory nor an MPQ archive");
    }
    struct source *source = NULL;
    struct mpq_part part = {path, ""};
    status = source_mpq_open(&part, 1, diag, &source);
    return status ? status : source_list_add(list, source, diag);
}

/* Turns the failure of an archive of a client into a warning, except out of memory. */
static enum adtmap_status archive_leave_out(enum adtmap_status status,
                                            const struct adtmap_message *why,
                                            const struct diag *diag, struct source_list *list)
{
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(diag);
    }
    if (status) {
        struct diag at_archive = diag_at(diag, why->file);
        diag_warn(&at_archive, NULL, NO_OFFSET, "left out: %s", why->what);
        list->unread++;
    }
    return ADTMAP_OK;
}

static enum adtmap_status open_alone(const struct client_archive *archive, const struct diag *diag,
                                     struct source_list *list)
{
    struct adtmap_message why = {0};
    struct diag quiet = {archive->path, diag->log, &why};
    struct source *source = NULL;
    enum adtmap_status status;
    if (file_is_directory(archive->path)) {
        status = source_directory_open(archive->path, &quiet, &source);
    } else {
        struct mpq_part part = {archive->path, ""};
        status = source_mpq_open(&part, 1, &quiet, &source);
    }
    return source ? source_list_add(list, source, diag)
                  : archive_leave_out(status, &why, diag, list);
}

/* Opens the archives of a chain as one source. */
static enum adtmap_status open_chain(const struct client_archives *archives,
                                     enum client_chain chain, const struct diag *diag,
                                     struct source_list *list)
{
    size_t count = 0;
    struct mpq_part *parts = calloc(archives->count, sizeof *parts);
    if (!parts) {
        return diag_fail_memory(diag);
    }
    for (size_t i = 0; i < archives->count; i++) {
        const struct client_archive *archive = &archives->items[i];
        if (archive->chain == chain) {
            parts[count++] = (struct mpq_part){archive->path, archive->prefix};
        }
    }
    struct adtmap_message why = {0};
    struct diag quiet = {diag->file, diag->log, &why};
    struct source *source = NULL;
    enum adtmap_status status =
        count > 0 ? source_mpq_open(parts, count, &quiet, &source) : ADTMAP_OK;
    free(parts);
    return source ? source_list_add(list, source, diag)
                  : archive_leave_out(status, &why, diag, list);
}

static enum adtmap_status open_client(const struct client_archives *archives,
                                      const struct diag *diag, struct source_list *list)
{
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; status == ADTMAP_OK && i < archives->count; i++) {
        if (archives->items[i].chain == CLIENT_ALONE) {
            status = open_alone(&archives->items[i], diag, list);
        }
    }
    static const enum client_chain chains[] = {CLIENT_ROOT, CLIENT_LOCALE};
    for (size_t i = 0; status == ADTMAP_OK && i < sizeof chains / sizeof *chains; i++) {
        status = archives->count > 0 ? open_chain(archives, chains[i], diag, list) : ADTMAP_OK;
    }
    return status;
}

static enum adtmap_status open_storage(struct storage_place *place,
                                       const struct adtmap_client *client, const struct diag *diag,
                                       struct source_list *list)
{
    struct source *source = NULL;
    enum adtmap_status status = source_casc_open(place, client, diag, &source);
    storage_place_free(place);
    return status ? status : source_list_add(list, source, diag);
}

/* Opens the archives of the client in the directory, if it is one. */
static enum adtmap_status open_archives(const char *path, const struct diag *diag,
                                        struct source_list *list, struct path_contents *contents)
{
    struct client_archives archives;
    enum adtmap_status status = client_archives_find(path, diag, &archives);
    if (status == ADTMAP_OK) {
        status = open_client(&archives, diag, list);
    }
    contents->archives = archives.count;
    contents->unused_archives = archives.unused;
    client_archives_free(&archives);
    if (contents->unused_archives > 0) {
        struct diag at_path = diag_at(diag, path);
        diag_info(&at_path, NULL, NO_OFFSET,
                  "%zu MPQs without a base archive of a client are not opened",
                  contents->unused_archives);
    }
    return status;
}

/* Opens the only folder with data below `path`. *opened is false if there is none, or several. */
static enum adtmap_status open_nested(const char *path, const struct adtmap_client *client,
                                      const struct diag *diag, struct source_list *list,
                                      struct path_contents *contents, bool *opened)
{
    struct nested_data found;
    enum adtmap_status status = nested_data_find(path, diag, &found);
    *opened = !status && found.count == 1;
    if (*opened) {
        struct diag at_path = diag_at(diag, path);
        diag_info(&at_path, NULL, NO_OFFSET, "the data are in %s", found.path);
        status = open_path(found.path, client, diag, list, contents);
    }
    contents->nested = found.count;
    if (found.count > 0) {
        const char *below = found.path + strlen(path);
        snprintf(contents->first_nested, sizeof contents->first_nested, "%s",
                 below + strspn(below, "/"));
    }
    nested_data_free(&found);
    return status;
}

static enum adtmap_status open_directory(const char *path, const struct adtmap_client *client,
                                         const struct diag *diag, struct source_list *list,
                                         struct path_contents *contents)
{
    struct source *source = NULL;
    bool nested = false;
    enum adtmap_status status = open_archives(path, diag, list, contents);
    if (!status) {
        status = source_directory_open(path, diag, &source);
    }
    if (status) {
        return status;
    }
    if (contents->archives == 0 && !source_directory_has_world(source)) {
        status = open_nested(path, client, diag, list, contents, &nested);
    }
    if (status || nested) {
        source->v->destroy(source);
        return status;
    }
    return source_list_add(list, source, diag);
}

enum adtmap_status open_path(const char *path, const struct adtmap_client *client,
                             const struct diag *diag, struct source_list *list,
                             struct path_contents *contents)
{
    struct storage_place place;
    *contents = (struct path_contents){0};
    bool is_file = file_exists(path) && !file_is_directory(path);
    bool is_storage = !is_file && storage_locate(path, &place);
    if (!is_file && !is_storage) {
        return open_directory(path, client, diag, list, contents);
    }
    enum adtmap_status status =
        is_file ? open_file(path, diag, list) : open_storage(&place, client, diag, list);
    contents->kind = is_file ? CONTENTS_ARCHIVE : CONTENTS_STORAGE;
    return status;
}

/* What a directory holds that gave no archives and no maps. */
static void folder_text(const struct path_contents *contents, size_t files,
                        char text[ASSETS_CONTENTS_BYTES])
{
    if (contents->nested > 1) {
        snprintf(text, ASSETS_CONTENTS_BYTES,
                 "%zu folders below hold data, the first is %s: give those to read with -d",
                 contents->nested, contents->first_nested);
    } else if (contents->unused_archives > 0) {
        snprintf(text, ASSETS_CONTENTS_BYTES,
                 "%zu MPQ%s, none with a client's base name: give them one by one with -d",
                 contents->unused_archives, contents->unused_archives == 1 ? "" : "s");
    } else if (files == 0) {
        snprintf(text, ASSETS_CONTENTS_BYTES, "a folder without files");
    } else {
        snprintf(text, ASSETS_CONTENTS_BYTES,
                 "%zu files, none of a map: give the folder that contains World", files);
    }
}

void path_contents_text(const struct path_contents *contents, size_t files,
                        char text[ASSETS_CONTENTS_BYTES])
{
    if (contents->kind == CONTENTS_STORAGE) {
        snprintf(text, ASSETS_CONTENTS_BYTES,
                 "a client's storage (CASC) that lists %zu names: adtmap info shows what is "
                 "installed, --listfile names files",
                 files);
    } else if (contents->kind == CONTENTS_ARCHIVE && files == 0) {
        snprintf(text, ASSETS_CONTENTS_BYTES,
                 "an MPQ archive without a list of its files: give their names with --listfile; a "
                 "map is drawn by its name (-m) without one");
    } else if (contents->kind == CONTENTS_ARCHIVE) {
        snprintf(text, ASSETS_CONTENTS_BYTES, "an MPQ archive that lists %zu files, none of a map",
                 files);
    } else if (contents->archives > 0) {
        snprintf(text, ASSETS_CONTENTS_BYTES,
                 "a client with %zu archives, whose lists name no map: --listfile gives names",
                 contents->archives);
    } else {
        folder_text(contents, files, text);
    }
}

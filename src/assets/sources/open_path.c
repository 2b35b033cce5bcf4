#include "assets/sources/open_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/sources/client_archives.h"
#include "assets/sources/source_casc.h"
#include "assets/sources/source_directory.h"
#include "assets/sources/source_mpq.h"
#include "base/path.h"

/* Whether a file is an archive, by its name or its first bytes. */
static bool is_archive(const char *path)
{
    char head[4] = "";
    FILE *file = name_has_suffix(path, ".mpq") ? NULL : fopen(path, "rb");
    size_t got = file ? fread(head, 1, sizeof head, file) : 0;
    if (file) {
        fclose(file);
    }
    return name_has_suffix(path, ".mpq") ||
           (got == sizeof head && memcmp(head, "MPQ", 3) == 0 && (head[3] == 26 || head[3] == 27));
}

static enum adtmap_status open_file(const char *path, const struct diag *diag,
                                    struct source_list *list)
{
    if (!is_archive(path)) {
        struct diag at_path = diag_at(diag, path);
        return diag_fail(&at_path, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "neither a directory nor an MPQ archive");
    }
    struct source *source = NULL;
    struct mpq_part part = {path, ""};
    enum adtmap_status status = source_mpq_open(&part, 1, diag, &source);
    return status ? status : source_list_add(list, source, diag);
}

/* Turns the failure of an archive of a client into a warning, except out of memory. */
static enum adtmap_status leave_out(enum adtmap_status status, const struct adtmap_message *why,
                                    const struct diag *diag)
{
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(diag);
    }
    if (status) {
        struct diag at_archive = diag_at(diag, why->file);
        diag_warn(&at_archive, NULL, NO_OFFSET, "left out: %s", why->what);
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
    return source ? source_list_add(list, source, diag) : leave_out(status, &why, diag);
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
    return source ? source_list_add(list, source, diag) : leave_out(status, &why, diag);
}

static enum adtmap_status open_client(const struct client_archives *archives,
                                      const struct diag *diag, struct source_list *list)
{
    enum adtmap_status status = ADTMAP_OK;
    if (archives->count > 0 && !mpq_is_supported()) {
        struct diag at_first = diag_at(diag, archives->items[0].path);
        diag_warn(&at_first, NULL, NO_OFFSET,
                  "left out, as are the %zu other archives: built without StormLib",
                  archives->count - 1);
        return ADTMAP_OK;
    }
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

enum adtmap_status open_path(const char *path, const struct adtmap_client *client,
                             const struct diag *diag, struct source_list *list)
{
    struct storage_place place;
    if (file_exists(path) && !file_is_directory(path)) {
        return open_file(path, diag, list);
    }
    if (storage_locate(path, &place)) {
        return open_storage(&place, client, diag, list);
    }
    struct client_archives archives;
    enum adtmap_status status = client_archives_find(path, diag, &archives);
    if (status == ADTMAP_OK) {
        status = open_client(&archives, diag, list);
    }
    client_archives_free(&archives);
    if (status) {
        return status;
    }
    struct source *source = NULL;
    status = source_directory_open(path, diag, &source);
    return status ? status : source_list_add(list, source, diag);
}

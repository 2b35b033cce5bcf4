/*
 * Files go to the archive of their kind, as the era's clients have them; alpha clients have one for
 * each map and building. An archive has another name until it is complete.
 */
#include "demo/pack/stormlib_calls.h"

#include "demo/pack/pack_archives.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "demo/pack/file_walk.h"
#include "os/file.h"

enum { SECTOR_BYTES = 4096, RAW_CHUNK_BYTES = 0x4000, FILES_MAX = 1024 };

/* Until it is complete, an archive has this after its name. */
static const char unfinished[] = ".new";

/* An archive under way. */
struct open_archive {
    HANDLE handle;
    char *path; /* its final name, or NULL */
};

struct archives_packing {
    char *data; /* the folder Data */
    const struct archive_client *client;
    struct stormlib_calls storm;
    struct open_archive archives[ARCHIVE_PARTS]; /* those that hold many files */
    struct map_table maps;
    bool has_map_table; /* among the files */
};

static enum adtmap_status fail_archive(const struct diag *diag, const char *path)
{
    struct diag at_path = diag_at(diag, path);
    return diag_fail(&at_path, ADTMAP_IO, NULL, NO_OFFSET, "cannot write the archive");
}

/* The name of an archive until it is complete; from malloc. */
static char *unfinished_path(const char *path)
{
    return text_printf("%s%s", path, unfinished);
}

/* Creates an archive whose `path` is set. The file is made first: StormLib 9.22 closes the
 * process's descriptor 0 if it is missing. */
static enum adtmap_status archive_create(const struct archives_packing *packing,
                                         struct open_archive *archive, const struct diag *diag)
{
    const uint32_t version = packing->client->version;
    SFILE_CREATE_MPQ settings = {
        .cbSize = sizeof settings,
        .dwMpqVersion = version - 1,
        .dwFileFlags1 = MPQ_FILE_DEFAULT_INTERNAL,
        .dwSectorSize = SECTOR_BYTES,
        .dwRawChunkSize = version == 4 ? RAW_CHUNK_BYTES : 0,
        .dwMaxFileCount = FILES_MAX,
    };
    char *folder = path_directory(archive->path);
    char *name = unfinished_path(archive->path);
    enum adtmap_status status =
        folder && name ? file_make_directory(folder, diag) : diag_fail_memory(diag);
    status = status ? status : file_write_atomic(name, "", 0, diag);
    if (!status && !packing->storm.create_archive(name, &settings, &archive->handle)) {
        archive->handle = NULL;
        status = fail_archive(diag, archive->path);
    }
    free(folder);
    free(name);
    return status;
}

static enum adtmap_status archive_add(const struct archives_packing *packing,
                                      const struct open_archive *archive, const char *name,
                                      const struct blob *bytes, const struct diag *diag)
{
    const struct stormlib_calls *storm = &packing->storm;
    char path[NAME_BYTES];
    HANDLE file = NULL;
    snprintf(path, sizeof path, "%s", name);
    for (char *c = path; *c; c++) {
        *c = *c == '/' ? '\\' : *c;
    }
    bool fine = storm->create_file(archive->handle, path, 0, (DWORD)bytes->size, 0,
                                   MPQ_FILE_COMPRESS, &file);
    fine = fine && storm->write_file(file, bytes->data, (DWORD)bytes->size, MPQ_COMPRESSION_ZLIB);
    fine = file && storm->finish_file(file) && fine;
    return fine ? ADTMAP_OK : fail_archive(diag, archive->path);
}

/* Closes an archive and frees it. It gets its name if `status` is ADTMAP_OK, else it is removed. */
static enum adtmap_status archive_finish(const struct archives_packing *packing,
                                         struct open_archive *archive, enum adtmap_status status,
                                         const struct diag *diag)
{
    char *name = archive->path ? unfinished_path(archive->path) : NULL;
    if (archive->handle && !packing->storm.close_archive(archive->handle) && !status) {
        status = fail_archive(diag, archive->path);
    }
    if (archive->handle && !status && (!name || rename(name, archive->path) != 0)) {
        status = fail_archive(diag, archive->path);
    }
    if (status && name) {
        remove(name);
    }
    free(name);
    free(archive->path);
    *archive = (struct open_archive){0};
    return status;
}

static enum archive_part part_of(const char *name)
{
    if (strncmp(name, "World/Maps/", strlen("World/Maps/")) == 0) {
        return ARCHIVE_MAPS;
    }
    if (name_has_suffix(name, ".wmo")) {
        return ARCHIVE_BUILDINGS;
    }
    if (name_has_suffix(name, ".dbc")) {
        return ARCHIVE_TABLES;
    }
    return name_has_suffix(name, ".blp") ? ARCHIVE_TEXTURES : ARCHIVE_MODELS;
}

/* A file that is an archive of its own: it holds the file without its folders. */
static enum adtmap_status add_alone(const struct archives_packing *packing, const char *name,
                                    const struct blob *bytes, const struct diag *diag)
{
    struct open_archive archive = {0};
    char file[NAME_BYTES];
    snprintf(file, sizeof file, "%s.MPQ", name);
    archive.path = path_join(packing->data, file);
    enum adtmap_status status =
        archive.path ? archive_create(packing, &archive, diag) : diag_fail_memory(diag);
    status = status ? status : archive_add(packing, &archive, path_base(name), bytes, diag);
    return archive_finish(packing, &archive, status, diag);
}

/* The parts that name one archive share the first part's. */
static struct open_archive *archive_of(struct archives_packing *packing, enum archive_part part)
{
    const char *const *names = packing->client->archives;
    int first = 0;
    while (!names[first] || strcmp(names[first], names[part]) != 0) {
        first++;
    }
    return &packing->archives[first];
}

static enum adtmap_status add_to_part(struct archives_packing *packing, enum archive_part part,
                                      const char *name, const struct blob *bytes,
                                      const struct diag *diag)
{
    struct open_archive *archive = archive_of(packing, part);
    enum adtmap_status status = ADTMAP_OK;
    if (!archive->path) {
        archive->path = path_join(packing->data, packing->client->archives[part]);
        status = archive->path ? archive_create(packing, archive, diag) : diag_fail_memory(diag);
    }
    return status ? status : archive_add(packing, archive, name, bytes, diag);
}

static enum adtmap_status add_file(void *user, const char *name, const struct blob *bytes,
                                   const struct diag *diag)
{
    struct archives_packing *packing = user;
    enum archive_part part = part_of(name);
    map_table_add_file(&packing->maps, name, 0);
    packing->has_map_table |= strcmp(name, MAP_TABLE_DBC_NAME) == 0;
    return packing->client->archives[part] ? add_to_part(packing, part, name, bytes, diag)
                                           : add_alone(packing, name, bytes, diag);
}

static enum adtmap_status add_map_table(struct archives_packing *packing, const struct diag *diag)
{
    struct buffer table = {0};
    map_table_write_dbc(&table, &packing->maps, &packing->client->map_table);
    const struct blob bytes = {.data = table.data, .size = table.size};
    enum adtmap_status status =
        table.failed ? diag_fail_memory(diag)
                     : add_to_part(packing, ARCHIVE_TABLES, MAP_TABLE_DBC_NAME, &bytes, diag);
    buffer_free(&table);
    return status;
}

enum adtmap_status pack_archives(const char *folder, const char *directory,
                                 const struct archive_client *client, const struct diag *diag)
{
    struct archives_packing packing = {.client = client};
    if (!stormlib_calls_find(&packing.storm)) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "MPQ archives cannot be written: this system has no StormLib");
    }
    packing.data = path_join(directory, "Data");
    enum adtmap_status status =
        packing.data ? file_walk(folder, add_file, &packing, diag) : diag_fail_memory(diag);
    if (!status && !packing.has_map_table) {
        status = add_map_table(&packing, diag);
    }
    for (int part = 0; part < ARCHIVE_PARTS; part++) {
        status = archive_finish(&packing, &packing.archives[part], status, diag);
    }
    free(packing.data);
    return status;
}

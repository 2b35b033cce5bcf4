/*
 * Files go to the archive of their kind, as the era's clients have them; alpha clients have one for
 * each map and building. An archive has another name until it is complete.
 */
#include "os/stormlib.h"

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
static enum adtmap_status archive_create(struct open_archive *archive, uint32_t version,
                                         const struct diag *diag)
{
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
    if (!status && !SFileCreateArchive2(name, &settings, &archive->handle)) {
        archive->handle = NULL;
        status = fail_archive(diag, archive->path);
    }
    free(folder);
    free(name);
    return status;
}

static enum adtmap_status archive_add(const struct open_archive *archive, const char *name,
                                      const struct blob *bytes, const struct diag *diag)
{
    char path[NAME_BYTES];
    HANDLE file = NULL;
    snprintf(path, sizeof path, "%s", name);
    for (char *c = path; *c; c++) {
        *c = *c == '/' ? '\\' : *c;
    }
    bool fine =
        SFileCreateFile(archive->handle, path, 0, (DWORD)bytes->size, 0, MPQ_FILE_COMPRESS, &file);
    fine = fine && SFileWriteFile(file, bytes->data, (DWORD)bytes->size, MPQ_COMPRESSION_ZLIB);
    fine = file && SFileFinishFile(file) && fine;
    return fine ? ADTMAP_OK : fail_archive(diag, archive->path);
}

/* Closes an archive and frees it. It gets its name if `status` is ADTMAP_OK, else it is removed. */
static enum adtmap_status archive_finish(struct open_archive *archive, enum adtmap_status status,
                                         const struct diag *diag)
{
    char *name = archive->path ? unfinished_path(archive->path) : NULL;
    if (archive->handle && !SFileCloseArchive(archive->handle) && !status) {
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
    enum adtmap_status status = archive.path
                                    ? archive_create(&archive, packing->client->version, diag)
                                    : diag_fail_memory(diag);
    status = status ? status : archive_add(&archive, path_base(name), bytes, diag);
    return archive_finish(&archive, status, diag);
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
        status = archive->path ? archive_create(archive, packing->client->version, diag)
                               : diag_fail_memory(diag);
    }
    return status ? status : archive_add(archive, name, bytes, diag);
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
    struct archives_packing packing = {.data = path_join(directory, "Data"), .client = client};
    enum adtmap_status status =
        packing.data ? file_walk(folder, add_file, &packing, diag) : diag_fail_memory(diag);
    if (!status && !packing.has_map_table) {
        status = add_map_table(&packing, diag);
    }
    for (int part = 0; part < ARCHIVE_PARTS; part++) {
        status = archive_finish(&packing.archives[part], status, diag);
    }
    free(packing.data);
    return status;
}

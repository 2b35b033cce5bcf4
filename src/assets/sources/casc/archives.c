/*
 * A packed file has a head of 30 bytes in front of its BLTE, which real clients leave empty or
 * fill with anything: it is skipped. The encoding key is the MD5 of the BLTE's head, or of all its
 * bytes when it has no list of chunks. It tells whether the index still says the truth.
 */
#include "assets/sources/casc/archives.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/path.h"
#include "base/size.h"
#include "os/folder.h"
#include "os/part_read.h"

enum { HEAD_BYTES = 30 };

/* "data.012": 12. Numbers beyond ARCHIVES_MAX are parsed, too. */
static bool parse_name(const char *name, size_t *number)
{
    size_t prefix = strlen("data.");
    size_t digits = strlen(name) > prefix ? strspn(name + prefix, "0123456789") : 0;
    if (strncmp(name, "data.", prefix) != 0 || digits < 3 || digits > 9 ||
        name[prefix + digits] != '\0') {
        return false;
    }
    *number = strtoul(name + prefix, NULL, 10);
    return true;
}

void archives_clear(struct archives *archives)
{
    for (size_t i = 0; i < ARCHIVES_MAX; i++) {
        archives->files[i] = OPEN_FILE_NONE;
    }
}

/* Opens an archive; one that is not there (the end of a link) is a warning, one whose number is too
 * high is counted. */
static enum adtmap_status open_archive(const char *root, const char *folder, const char *name,
                                       const struct diag *diag, struct archives *archives,
                                       size_t *left_out)
{
    size_t number;
    struct adtmap_message why = {0};
    if (!parse_name(name, &number)) {
        return ADTMAP_OK;
    }
    if (number >= ARCHIVES_MAX) {
        ++*left_out;
        return ADTMAP_OK;
    }
    if (open_file_is(archives->files[number])) {
        return ADTMAP_OK;
    }
    char *path = path_join(folder, name);
    const struct diag own = {path, diag->log, &why};
    enum adtmap_status status =
        path ? part_read_open_within(root, path, &own, &archives->files[number],
                                     &archives->bytes[number])
             : diag_fail_memory(&own);
    if (diag_is_transient(status)) {
        diag_pass_on(diag, status, &why);
    } else if (status) {
        diag_warn(&own, NULL, NO_OFFSET, "left out: %s", why.what);
    }
    free(path);
    return diag_is_transient(status) ? status : ADTMAP_OK;
}

enum adtmap_status archives_open(const char *root, const char *folder, const struct diag *diag,
                                 struct archives *archives)
{
    struct folder *stream;
    struct diag at_folder = diag_at(diag, folder);
    enum adtmap_status status = folder_list(folder, &at_folder, &stream);
    const char *entry;
    size_t left_out = 0;
    while (stream && !status && (entry = folder_next(stream))) {
        status = open_archive(root, folder, entry, diag, archives, &left_out);
    }
    folder_close(stream);
    if (left_out > 0) {
        diag_warn(&at_folder, NULL, NO_OFFSET,
                  "archives have numbers below %d: %zu with higher ones left out", ARCHIVES_MAX,
                  left_out);
    }
    return status;
}

bool archives_reach(const struct archives *archives, const struct casc_place *place)
{
    return place->archive < ARCHIVES_MAX && open_file_is(archives->files[place->archive]) &&
           (uint64_t)place->offset + place->size <= archives->bytes[place->archive];
}

uint64_t archives_bytes(const struct archives *archives)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < ARCHIVES_MAX; i++) {
        bytes += archives->bytes[i];
    }
    return bytes;
}

void archives_close(struct archives *archives)
{
    for (size_t i = 0; i < ARCHIVES_MAX; i++) {
        open_file_close(&archives->files[i]);
    }
}

static enum adtmap_status fail_absent(const struct diag *diag)
{
    return diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                     "in the build, not installed; start the client or its installer once");
}

/* Reads what the key is the MD5 of: the head, or all bytes without a list of chunks. Gives the size
 * of the head. ADTMAP_NOT_FOUND, without a message, when they are not there; ADTMAP_IO,
 * ADTMAP_NO_MEMORY. */
static enum adtmap_status read_keyed_bytes(const struct packed_file *file, uint64_t packed_bytes,
                                           struct block_pool *pool, const struct diag *diag,
                                           struct blob *keyed, size_t *head_bytes)
{
    uint8_t start[BLTE_START_BYTES];
    uint8_t last;
    *keyed = (struct blob){0};
    if (packed_bytes < sizeof start) {
        return ADTMAP_NOT_FOUND;
    }
    enum adtmap_status status = part_read(file->file, file->at + packed_bytes - 1, &last, 1, diag);
    if (!status) {
        status = part_read(file->file, file->at, start, sizeof start, diag);
    }
    if (status) {
        return status;
    }
    *head_bytes = blte_head_bytes(start);
    size_t keyed_bytes = *head_bytes > BLTE_START_BYTES ? *head_bytes : (size_t)packed_bytes;
    if (*head_bytes == 0 || keyed_bytes > packed_bytes) {
        return ADTMAP_NOT_FOUND;
    }
    uint8_t *bytes = blob_reserve(keyed, keyed_bytes, pool);
    status =
        bytes ? part_read(file->file, file->at, bytes, keyed_bytes, diag) : diag_fail_memory(diag);
    if (status) {
        blob_release(keyed);
    }
    return status;
}

enum adtmap_status archives_find(const struct archives *archives, const struct casc_place *place,
                                 const struct encoding_key *key, uint64_t content_bytes,
                                 struct block_pool *pool, const struct diag *diag,
                                 struct packed_file *file)
{
    *file = (struct packed_file){.file = OPEN_FILE_NONE};
    if (place->archive >= ARCHIVES_MAX || !open_file_is(archives->files[place->archive]) ||
        place->size <= HEAD_BYTES) {
        return fail_absent(diag);
    }
    uint64_t packed_bytes = place->size - HEAD_BYTES;
    file->file = archives->files[place->archive];
    file->at = (uint64_t)place->offset + HEAD_BYTES;
    struct blob keyed;
    size_t head_bytes;
    enum adtmap_status status =
        read_keyed_bytes(file, packed_bytes, pool, diag, &keyed, &head_bytes);
    if (status) {
        return status == ADTMAP_NOT_FOUND ? fail_absent(diag) : status;
    }
    struct md5 sum = md5_of(keyed.data, keyed.size);
    status =
        memcmp(sum.bytes, key->bytes, CASC_KEY_BYTES) == 0
            ? blte_read_head(keyed.data, head_bytes, packed_bytes, content_bytes, diag, &file->blte)
            : fail_absent(diag);
    if (!status && keyed.size == packed_bytes) {
        file->packed = keyed;
    } else {
        blob_release(&keyed);
    }
    return status;
}

void packed_file_close(struct packed_file *file)
{
    blob_release(&file->packed);
    blte_free(&file->blte);
}

enum adtmap_status packed_file_read_bytes(const struct packed_file *file, uint64_t at, size_t size,
                                          const struct diag *diag, uint8_t *bytes)
{
    enum adtmap_status status = part_read(file->file, at, bytes, size, diag);
    return status == ADTMAP_NOT_FOUND
               ? diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET, "cannot be read to its end")
               : status;
}

/* Unpacks the chunks; those without a key become zeros where others have one. */
static enum adtmap_status unpack_chunks(const struct blte *blte, const uint8_t *packed,
                                        const struct key_ring *ring, const struct diag *diag,
                                        uint8_t *content)
{
    enum adtmap_status status = ADTMAP_OK;
    uint32_t locked = 0;
    for (uint32_t i = 0; i < blte->count; i++) {
        const struct blte_chunk *chunk = &blte->chunks[i];
        locked += blte_lacks_key(packed + chunk->packed_at, chunk->packed_bytes, ring);
    }
    for (uint32_t i = 0; i < blte->count && !status; i++) {
        const struct blte_chunk *chunk = &blte->chunks[i];
        const uint8_t *bytes = packed + chunk->packed_at;
        if (locked < blte->count && blte_lacks_key(bytes, chunk->packed_bytes, ring)) {
            memset(content + chunk->content_at, 0, chunk->content_bytes);
        } else {
            status = blte_unpack(blte, i, bytes, ring, diag, content + chunk->content_at);
        }
    }
    return status;
}

enum adtmap_status packed_file_read(const struct packed_file *file, const struct key_ring *ring,
                                    struct block_pool *pool, const struct diag *diag,
                                    uint8_t *content)
{
    const struct blte *blte = &file->blte;
    size_t bytes = (size_t)blte_packed_bytes(blte);
    struct blob blob;
    if (file->packed.data) {
        return unpack_chunks(blte, file->packed.data, ring, diag, content);
    }
    uint8_t *packed = blob_reserve(&blob, bytes, pool);
    if (!packed) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status = packed_file_read_bytes(file, file->at, bytes, diag, packed);
    if (!status) {
        status = unpack_chunks(blte, packed, ring, diag, content);
    }
    blob_release(&blob);
    return status;
}

enum adtmap_status packed_file_read_chunk(const struct packed_file *file, uint32_t chunk,
                                          const struct key_ring *ring, const struct diag *diag,
                                          uint8_t *content)
{
    const struct blte_chunk *about = &file->blte.chunks[chunk];
    uint8_t *packed = malloc(about->packed_bytes);
    if (!packed) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status = packed_file_read_bytes(file, file->at + about->packed_at,
                                                       about->packed_bytes, diag, packed);
    if (!status) {
        status = blte_unpack(&file->blte, chunk, packed, ring, diag, content);
    }
    free(packed);
    return status;
}

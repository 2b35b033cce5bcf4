/*
 * Made for the encoding table: 194 MB in a client of 2025, of which a run looks at some hundred
 * pages of 4 KiB. Clients store its pages as one chunk without packing, so that a page costs one
 * read; where they are deflated, their chunk is unpacked once.
 */
#include "assets/sources/casc/packed_view.h"

#include <stdlib.h>

#include "assets/sources/packed/unpack_waste.h"
#include "base/array.h"
#include "base/size.h"

enum adtmap_status packed_view_open(struct packed_file file, const struct key_ring *ring,
                                    const struct diag *diag, struct packed_view *view)
{
    enum adtmap_status status = ADTMAP_OK;
    *view = (struct packed_view){.file = file, .ring = ring};
    blob_release(&view->file.packed);
    pthread_mutex_init(&view->lock, NULL);
    view->letters = calloc(file.blte.count, 1);
    view->unpacked = calloc(file.blte.count, sizeof *view->unpacked);
    if (!view->letters || !view->unpacked) {
        status = diag_fail_memory(diag);
    }
    for (uint32_t i = 0; i < file.blte.count && !status; i++) {
        uint64_t at = file.at + file.blte.chunks[i].packed_at;
        status = packed_file_read_bytes(&file, at, 1, diag, &view->letters[i]);
    }
    if (status) {
        packed_view_close(view);
    }
    return status;
}

void packed_view_close(struct packed_view *view)
{
    for (uint32_t i = 0; view->unpacked && i < view->file.blte.count; i++) {
        free(view->unpacked[i]);
    }
    if (view->file.blte.chunks) {
        pthread_mutex_destroy(&view->lock);
    }
    free(view->unpacked);
    free(view->letters);
    packed_file_close(&view->file);
    *view = (struct packed_view){0};
}

static int compare_offset(const void *offset, const void *chunk)
{
    uint64_t wanted = *(const uint64_t *)offset;
    uint64_t begin = ((const struct blte_chunk *)chunk)->content_at;
    return (wanted > begin) - (wanted < begin);
}

/* With the lock held. */
static enum adtmap_status unpack_once(struct packed_view *view, uint32_t chunk,
                                      const struct diag *diag)
{
    if (view->unpacked[chunk]) {
        return ADTMAP_OK;
    }
    size_t bytes = view->file.blte.chunks[chunk].content_bytes;
    if (view->unpacked_bytes + bytes > UNPACK_BYTES_MAX) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "more than %d MiB of it are packed, which no storage needs",
                         UNPACK_BYTES_MAX >> 20);
    }
    uint8_t *content = malloc(bytes + 1);
    if (!content) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status =
        packed_file_read_chunk(&view->file, chunk, view->ring, diag, content);
    if (status) {
        free(content);
        return status;
    }
    view->unpacked[chunk] = content;
    view->unpacked_bytes += bytes;
    return ADTMAP_OK;
}

static enum adtmap_status read_unpacked(struct packed_view *view, uint32_t chunk, uint64_t within,
                                        size_t size, const struct diag *diag, uint8_t *bytes)
{
    pthread_mutex_lock(&view->lock);
    enum adtmap_status status = unpack_once(view, chunk, diag);
    if (!status) {
        memcpy(bytes, view->unpacked[chunk] + within, size);
    }
    pthread_mutex_unlock(&view->lock);
    return status;
}

static enum adtmap_status read_in_chunk(struct packed_view *view, uint32_t chunk, uint64_t within,
                                        size_t size, const struct diag *diag, uint8_t *bytes)
{
    const struct blte_chunk *about = &view->file.blte.chunks[chunk];
    bool is_stored =
        view->letters[chunk] == 'N' && about->packed_bytes == about->content_bytes + 1ULL;
    if (!is_stored) {
        return read_unpacked(view, chunk, within, size, diag, bytes);
    }
    uint64_t at = view->file.at + about->packed_at + 1 + within;
    return packed_file_read_bytes(&view->file, at, size, diag, bytes);
}

enum adtmap_status packed_view_read(struct packed_view *view, uint64_t offset, size_t size,
                                    const struct diag *diag, uint8_t *bytes)
{
    const struct blte *blte = &view->file.blte;
    if (offset > blte->content_bytes || size > blte->content_bytes - offset) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, (int64_t)offset, "%zu bytes beyond the end",
                         size);
    }
    enum adtmap_status status = ADTMAP_OK;
    for (size_t done = 0; done < size && !status;) {
        uint64_t at = offset + done;
        uint32_t chunk = (uint32_t)array_upper_bound(&at, blte->chunks, blte->count,
                                                     sizeof *blte->chunks, compare_offset) -
                         1; /* the one that holds the byte */
        uint64_t within = at - blte->chunks[chunk].content_at;
        size_t part = size_min(size - done, (size_t)(blte->chunks[chunk].content_bytes - within));
        status = read_in_chunk(view, chunk, within, part, diag, bytes + done);
        done += part;
    }
    return status;
}

/* The files of zoom pictures: their folders, writing, removing, and what a lossy file shows. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/path.h"
#include "os/file.h"
#include "output/zoom/pyramid_parts.h"

void pyramid_keep_failure(struct pyramid *pyramid, enum adtmap_status status,
                          const struct adtmap_message *message)
{
    pthread_mutex_lock(&pyramid->lock);
    if (!pyramid->status) {
        pyramid->status = status;
        pyramid->failure = *message;
    }
    pthread_mutex_unlock(&pyramid->lock);
}

void pyramid_out_of_memory(struct pyramid *pyramid)
{
    struct adtmap_message message = {0};
    const struct diag diag = {pyramid->directory, NULL, &message};
    pyramid_keep_failure(pyramid, diag_fail_memory(&diag), &message);
}

static enum adtmap_status make_column(const struct pyramid *pyramid, uint32_t zoom, uint32_t x)
{
    char name[32];
    snprintf(name, sizeof name, "%u/%u", (unsigned)zoom, (unsigned)x);
    char *path = path_join(pyramid->directory, name);
    enum adtmap_status status =
        path ? file_make_directory(path, &pyramid->diag) : diag_fail_memory(&pyramid->diag);
    free(path);
    return status;
}

enum adtmap_status pyramid_make_directories(const struct pyramid *pyramid,
                                            const struct tile_set *tiles)
{
    uint64_t columns = tile_set_columns(tiles);
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t zoom = 0; zoom <= pyramid->depth.zoom; zoom++) {
        for (uint32_t x = 0; x < 1U << zoom && !status; x++) {
            uint64_t shown = zoom >= PYRAMID_GRID_ZOOM
                                 ? UINT64_C(1) << (x >> (zoom - PYRAMID_GRID_ZOOM))
                                 : UINT64_MAX >> (TILE_SET_GRID - (TILE_SET_GRID >> zoom))
                                                     << (x * (TILE_SET_GRID >> zoom));
            bool makes = (shown & columns) != 0;
            for (uint32_t y = 0; zoom < PYRAMID_GRID_ZOOM && y < 1U << zoom; y++) {
                makes |= pyramid->nodes[pyramid_joined(zoom, x, y)].is_made;
            }
            if (makes) {
                status = make_column(pyramid, zoom, x);
            }
        }
    }
    return status;
}

static bool is_empty(const uint8_t *rgba, size_t stride_bytes)
{
    uint8_t any = 0;
    for (size_t y = 0; y < WEB_TILE_PX && !any; y++) {
        for (size_t x = 0; x < WEB_TILE_PX; x++) {
            any |= rgba[y * stride_bytes + x * 4 + 3];
        }
    }
    return !any;
}

void pyramid_write_picture(struct pyramid *pyramid, struct zoom_worker *worker, uint32_t zoom,
                           uint32_t x, uint32_t y, const uint8_t *rgba, size_t stride_bytes)
{
    struct adtmap_message message = {0};
    struct pyramid_picture picture = {.zoom = zoom, .x = x, .y = y};
    char *path = pyramid_path(pyramid->directory, zoom, x, y, pyramid->format);
    struct diag diag = {path ? path : pyramid->directory, pyramid->diag.log, &message};
    enum adtmap_status status = ADTMAP_OK;
    if (!path) {
        status = diag_fail_memory(&diag);
    } else if (!rgba || is_empty(rgba, stride_bytes)) {
        status = file_remove(path, &diag);
    } else {
        status = image_encode(worker->encoder, rgba, stride_bytes, &diag, &worker->file);
        if (!status && pyramid->files) {
            status =
                file_batch_write(pyramid->files, path, worker->file.data, worker->file.size, &diag);
        } else if (!status) {
            status = file_write_atomic(path, worker->file.data, worker->file.size, &diag);
        }
        picture.bytes = worker->file.size;
        picture.content = hash128(worker->file.data, worker->file.size);
    }
    worker->has_file = picture.bytes > 0;
    if (status) {
        pyramid_keep_failure(pyramid, status, &message);
    } else if (pyramid->made) {
        pthread_mutex_lock(&pyramid->lock);
        pyramid->made(pyramid->user, &picture);
        pthread_mutex_unlock(&pyramid->lock);
    }
    free(path);
}

const uint8_t *pyramid_stored(struct pyramid *pyramid, struct zoom_worker *worker,
                              const uint8_t *rgba, size_t *stride_bytes)
{
    if (!worker->stored || !worker->has_file) {
        return rgba;
    }
    struct adtmap_message message = {0};
    const struct diag diag = {pyramid->directory, pyramid->diag.log, &message};
    enum adtmap_status status = image_decode_bytes(pyramid->format, worker->file.data,
                                                   worker->file.size, &diag, worker->stored);
    if (status) {
        pyramid_keep_failure(pyramid, status, &message);
    }
    *stride_bytes = WEB_TILE_ROW_BYTES;
    return worker->stored;
}

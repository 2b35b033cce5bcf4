/* Markers: written and read again, they must be the same. Read for a map, there are no more. Each
 * stands in one block of those that pages load. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "fuzz/fuzz.h"
#include "output/web/marker_blocks.h"

static const uint8_t picture[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

static void read_again(const struct markers *markers)
{
    const struct diag quiet = {0};
    struct buffer text = {0};
    struct markers again;
    markers_geojson(&text, markers);
    if (text.failed || markers_read(text.data, text.size, NULL, &quiet, &again) ||
        again.count != markers->count) {
        abort();
    }
    for (size_t i = 0; i < again.count; i++) {
        const struct marker *a = &markers->items[i];
        const struct marker *b = &again.items[i];
        if (strcmp(a->name, b->name) != 0 || strcmp(a->icon, b->icon) != 0 ||
            strcmp(a->text, b->text) != 0 || strcmp(a->link, b->link) != 0 || a->x != b->x ||
            a->y != b->y || a->shape != b->shape || a->vertex_count != b->vertex_count) {
            abort();
        }
    }
    markers_free(&again);
    buffer_free(&text);
}

static void write_blocks(const struct markers *markers)
{
    struct marker_blocks blocks;
    struct buffer text = {0};
    struct json json = json_to(&text, JSON_PAGE);
    size_t count = 0;
    size_t left;
    if (!marker_blocks_make(markers, &blocks)) {
        abort();
    }
    json_object(&json, NULL);
    marker_blocks_data(&json, &blocks);
    json_end(&json);
    for (size_t i = 0; i < blocks.count; i++) {
        count += blocks.items[i].count;
        marker_blocks_script(&text, &blocks, i);
    }
    if (!marker_blocks_names(&text, &blocks, &left) || text.failed || count > markers->count) {
        abort();
    }
    marker_blocks_free(&blocks);
    buffer_free(&text);
}

/* Only those of a map, whose number is known or not. */
static void read_for_maps(const uint8_t *data, size_t size, size_t most)
{
    static const struct marker_map maps[] = {{"Demo", true, 1}, {"Demo", false, 0}};
    const struct diag quiet = {0};
    for (size_t i = 0; i < COUNT_OF(maps); i++) {
        struct markers markers;
        if (markers_read(data, size, &maps[i], &quiet, &markers) == ADTMAP_OK &&
            markers.count > most) {
            abort();
        }
        markers_free(&markers);
    }
}

/* From a file, with the pictures in its folder. */
static void load(const uint8_t *data, size_t size, const struct diag *diag)
{
    char folder[FUZZ_PATH_BYTES];
    char path[FUZZ_PATH_BYTES + 16];
    struct markers markers;
    fuzz_folder_make(folder);
    fuzz_folder_write(folder, "markers", data, size);
    fuzz_folder_write(folder, "pictures/own.png", picture, sizeof picture);
    snprintf(path, sizeof path, "%s/markers", folder);
    if (markers_load(path, NULL, diag, &markers) == ADTMAP_OK) {
        for (size_t i = 0; i < markers.file_count; i++) {
            if (strcmp(markers.files[i], "pictures/own.png") != 0) {
                abort();
            }
        }
    }
    markers_free(&markers);
    fuzz_folder_remove(folder);
}

static bool has_files(const struct markers *markers)
{
    for (size_t i = 0; i < markers->count; i++) {
        if (marker_is_file(markers->items[i].icon) || markers->items[i].picture[0]) {
            return true;
        }
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct markers markers;
    fuzz_listen(&listener);
    if (markers_read(data, size, NULL, &listener.diag, &markers) == ADTMAP_OK &&
        markers.count > 0) {
        read_again(&markers);
        write_blocks(&markers);
        read_for_maps(data, size, markers.count);
        if (has_files(&markers)) {
            load(data, size, &listener.diag);
        }
    }
    markers_free(&markers);
    return 0;
}

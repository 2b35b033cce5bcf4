/*
 * Places come first, then tiles with their records, then layers: a merge that is cut short finds
 * with each record what it needs, and joins again what is left. A layer that the shards did not
 * draw stays as long as the new pictures were made of the same files.
 */
#include "job/merge/merge_join.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "base/size.h"
#include "os/file.h"
#include "os/file_stamp.h"

/* Copies the facts of layers, except those that `except` has. */
static bool copy_layers(const struct build_log *from, const struct build_log *except,
                        struct build_log *to)
{
    bool fine = true;
    for (uint32_t i = 0; i < from->fact_count && fine; i++) {
        const struct build_fact *fact = &from->facts[i];
        if (series_layer_of_fact(fact->name) && !(except && build_log_fact(except, fact->name))) {
            fine = build_log_set_fact(to, fact->name, fact->value);
        }
    }
    return fine;
}

/* The series of the shards come first, as in one run. False when out of memory. */
static bool join_facts(struct run *run, const struct merge_shards *shards)
{
    const struct build_log *first = shards->items[0].log;
    struct build_log *before = build_log_create();
    bool fine = before && copy_layers(run->open.log, first, before);
    if (fine) {
        build_log_drop_facts(run->open.log, SERIES_LAYER_PREFIX);
        fine = copy_layers(first, NULL, run->open.log) && copy_layers(before, NULL, run->open.log);
    }
    if (fine && (shards->items[0].fact.has_picture || !build_log_fact(run->open.log, "picture"))) {
        fine = build_log_set_fact(run->open.log, "picture", build_log_fact(first, "picture"));
    }
    build_log_destroy(before);
    return fine;
}

/* The places of the map are those of the shards; areas of tiles that the shards do not have stay.
 */
static enum adtmap_status join_places(struct run *run, struct merge_shards *shards)
{
    struct places earlier = {0};
    bool needs_earlier = !shards->items[0].fact.is_whole && run->open.log->count > 0;
    enum adtmap_status status = needs_earlier ? merge_read_places(run, &earlier) : ADTMAP_OK;
    run->open.places = shards->items[0].places;
    shards->items[0].places = (struct places){0};
    bool fine = places_add_areas(&run->open.places, &earlier);
    for (size_t i = 1; i < shards->count && fine; i++) {
        fine = places_add_areas(&run->open.places, &shards->items[i].places);
    }
    places_free(&earlier);
    if (!status && !fine) {
        status = diag_fail_memory(&run->diag);
    }
    /* Before the records: a merge that is cut short finds the places of what it has joined. */
    return status ? status : places_save(run->open.log_path, &run->open.places, NULL, &run->diag);
}

/* A shard's record with the numbers that inputs have in the map's log. */
static bool put_record(struct run *run, const struct build_log *from,
                       const struct build_record *record)
{
    struct build_record own = *record;
    own.note = record->note ? strdup(record->note) : NULL;
    own.inputs = array_resize(NULL, (size_t)record->input_count + 1, sizeof *own.inputs);
    bool fine = own.inputs && (own.note || !record->note);
    for (uint32_t i = 0; i < record->input_count && fine; i++) {
        fine = build_log_input(run->open.log, &from->inputs[record->inputs[i]], &own.inputs[i]);
    }
    if (!fine) {
        free(own.inputs);
        free(own.note);
        return false;
    }
    return build_log_put(run->open.log, &own);
}

/* A copied file gets the key of the copy. */
static enum adtmap_status copy_file(struct run *run, const struct merge_shard *shard,
                                    struct build_record *record)
{
    char *from = path_join(shard->directory, record->path);
    char *to = path_join(run->result->directory, record->path);
    struct file_stamp stamp;
    enum adtmap_status status = from && to ? ADTMAP_OK : diag_fail_memory(&run->diag);
    if (!status && strcmp(from, to) != 0) {
        status = file_copy(from, to, &run->diag);
    }
    if (!status) {
        record->file.key = file_stamp_of_output(to, &stamp) ? stamp.key : 0;
    }
    free(from);
    free(to);
    return status;
}

static enum adtmap_status remove_node(struct run *run, const char *path)
{
    struct build_record *record = build_log_find(run->open.log, path);
    return record ? run_remove(run, record) : ADTMAP_OK;
}

static enum adtmap_status join_node(struct run *run, const struct merge_shards *shards,
                                    const struct tile_set *asked, const char *path, uint32_t x,
                                    uint32_t y)
{
    const struct merge_shard *owner = merge_shards_owner(shards, path);
    if (!owner) {
        return tile_set_has(asked, x, y) ? remove_node(run, path) : ADTMAP_OK;
    }
    struct build_record *record = build_log_find(owner->log, path);
    enum adtmap_status status =
        record->state == BUILD_MADE ? copy_file(run, owner, record) : remove_node(run, path);
    if (!status && !put_record(run, owner->log, record)) {
        status = diag_fail_memory(&run->diag);
    }
    return status;
}

static enum adtmap_status join_series(struct run *run, const struct merge_shards *shards,
                                      const char *series, const struct tile_set *asked,
                                      struct tile_set *failed)
{
    enum adtmap_status status = ADTMAP_OK;
    for (struct tile_step tile = {0}; !status && tile_next(&tile);) {
        char path[PATH_NAME_BYTES];
        node_tile_path(series, run->asked.map_name, tile.x, tile.y, path);
        status = join_node(run, shards, asked, path, tile.x, tile.y);
        const struct merge_shard *owner = merge_shards_owner(shards, path);
        if (owner && build_log_find(owner->log, path)->state == BUILD_FAILED) {
            tile_set_add(failed, tile.x, tile.y);
        }
    }
    return status;
}

/*
 * Whether a layer is made of the files that the picture, whose record is newer, is made of. A layer
 * of objects or liquids is made of all that the picture is made of; others of some of its files,
 * none of which may have changed.
 */
static bool is_of_same_files(const struct run *run, const char *series,
                             const struct build_record *record, const struct build_record *picture)
{
    const struct dependency *inputs = run->open.log->inputs;
    struct adtmap_layer layer;
    uint32_t same = 0;
    uint32_t other = 0;
    for (uint32_t i = 0; i < record->input_count; i++) {
        for (uint32_t k = 0; k < picture->input_count; k++) {
            bool is_same = picture->inputs[k] == record->inputs[i];
            same += is_same;
            other += !is_same &&
                     strcmp(inputs[picture->inputs[k]].name, inputs[record->inputs[i]].name) == 0;
        }
    }
    return data_layer_of_file_name(series, &layer) && data_layer_has_picture_facts(layer)
               ? hash128_equal(picture->nodes, record->nodes) && same == record->input_count
               : series_has_facts(picture, record->nodes) && other == 0;
}

/* Removes the files of a layer that the shards did not draw and that no longer show the map: the
 * pictures that they drew tell. */
static enum adtmap_status remove_stale(struct run *run, const char *series,
                                       const struct tile_set *asked)
{
    enum adtmap_status status = ADTMAP_OK;
    struct series pictures;
    series_read(run->open.log, "", &pictures);
    if (pictures.low_res == ADTMAP_LOW_RES_ONLY) {
        return ADTMAP_OK;
    }
    for (struct tile_step tile = {0}; !status && tile_set_next(asked, &tile);) {
        char path[PATH_NAME_BYTES];
        node_tile_path(series, run->asked.map_name, tile.x, tile.y, path);
        struct build_record *layer = build_log_find(run->open.log, path);
        if (!layer || layer->state != BUILD_MADE) {
            continue;
        }
        node_tile_path("", run->asked.map_name, tile.x, tile.y, path);
        const struct build_record *picture = build_log_find(run->open.log, path);
        if (!picture || picture->state != BUILD_MADE || series_is_low_res(picture) ||
            !is_of_same_files(run, series, layer, picture)) {
            uint32_t stuck = run->result->stuck_count;
            status = run_remove(run, layer);
            run->stale_layers += run->result->stuck_count == stuck;
        }
    }
    return status;
}

static enum adtmap_status join_layers(struct run *run, const struct merge_shards *shards,
                                      const struct tile_set *asked, struct tile_set *failed)
{
    const struct build_log *first = shards->items[0].log;
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < run->open.log->fact_count && !status; i++) {
        const char *name = run->open.log->facts[i].name;
        const char *series = series_layer_of_fact(name);
        if (series && build_log_fact(first, name)) {
            status = join_series(run, shards, series, asked, failed);
        } else if (series && shards->items[0].fact.has_picture) {
            status = remove_stale(run, series, asked);
        }
    }
    return status;
}

enum adtmap_status merge_read_places(const struct run *run, struct places *places)
{
    enum adtmap_status status = places_load(run->open.log_path, &run->diag, places);
    if (status == ADTMAP_NOT_FOUND) {
        status = diag_fail(&run->diag, status, NULL, NO_OFFSET,
                           BUILD_LOG_FOLDER "/places is missing or damaged (names of areas, "
                                            "landmarks, flights): 'render' writes it again");
    }
    return status;
}

enum adtmap_status merge_join(struct run *run, struct merge_shards *shards, struct tile_set *failed)
{
    const struct shard_fact *fact = &shards->items[0].fact;
    struct tile_set asked = fact->asked;
    for (int y = 0; y < TILE_SET_GRID && fact->is_whole; y++) {
        asked.rows[y] = UINT64_MAX;
    }
    enum adtmap_status status = join_places(run, shards);
    if (status) {
        return status;
    }
    status = fact->has_picture ? join_series(run, shards, "", &asked, failed) : ADTMAP_OK;
    if (status) {
        return status;
    }
    return join_facts(run, shards) ? join_layers(run, shards, &asked, failed)
                                   : diag_fail_memory(&run->diag);
}

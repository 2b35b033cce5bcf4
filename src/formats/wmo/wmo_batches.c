/*
 * Which triangles are drawn with which material: by MOBA where it is there, else by each triangle's
 * own material in MOPY. Batches are counted in a first pass and stored in a second, since one entry
 * may become several.
 */
#include "base/size.h"
#include "formats/wmo/wmo_parts.h"

enum {
    MOBA_BYTES = 24,
    MOBA_BYTES_V16 = 32,
};

/* Where batches go: counted only while there is no array. */
struct sink {
    struct wmo_batch *batches;
    uint32_t count, transition_count;
    uint64_t drawn;              /* indices */
    struct warning_dedup *dedup; /* of the second pass; what the first pass finds is not reported */
};

/* Bytes of a MOBA entry: what the header's counts make of the size, else what divides it. */
static size_t batch_bytes(const struct wmo_group_reader *reader)
{
    static const size_t sizes[] = {MOBA_BYTES, MOBA_BYTES_V16};
    const struct wmo_group_header *header = &reader->header;
    size_t size = reader->chunks.batches.size;
    size_t usual = reader->era->batch_bytes;
    size_t count = (size_t)header->batches[0] + header->batches[1] + header->batches[2];
    for (size_t i = 0; header->has_batch_kinds && i < COUNT_OF(sizes); i++) {
        if (size == sizes[i] * count) {
            return sizes[i];
        }
    }
    if (size % usual == 0 || reader->era->version == 14) {
        return usual;
    }
    size_t other = usual == MOBA_BYTES ? MOBA_BYTES_V16 : MOBA_BYTES;
    return size % other == 0 ? other : usual;
}

static enum wmo_batch_kind kind_by_flags(const struct wmo_group *group)
{
    bool outside = group->flags & (WMO_GROUP_EXTERIOR | WMO_GROUP_EXTERIOR_LIT);
    return outside ? WMO_BATCH_EXTERIOR : WMO_BATCH_INTERIOR;
}

static bool batch_is_within(const struct wmo_batch_range ranges[WMO_BATCH_RANGES], size_t index)
{
    for (size_t i = 0; i < WMO_BATCH_RANGES; i++) {
        if (index >= ranges[i].begin && index - ranges[i].begin < ranges[i].count) {
            return true;
        }
    }
    return false;
}

/* v14 names ranges of batches; those in no range, or in both kinds, go by the group's flags. */
static enum wmo_batch_kind kind_by_ranges(const struct wmo_group_reader *reader, size_t index)
{
    bool interior = batch_is_within(reader->header.interior, index);
    bool exterior = batch_is_within(reader->header.exterior, index);
    if (interior == exterior) {
        return kind_by_flags(reader->group);
    }
    return exterior ? WMO_BATCH_EXTERIOR : WMO_BATCH_INTERIOR;
}

/* The header counts the batches of each kind; those behind all counts are exterior ones, or go by
 * the group's flags where the header has none. */
static enum wmo_batch_kind kind_of(const struct wmo_group_reader *reader, size_t index)
{
    const uint32_t *counts = reader->header.batches;
    if (!reader->header.has_batch_kinds) {
        return kind_by_ranges(reader, index);
    }
    if (index < counts[0]) {
        return WMO_BATCH_TRANSITION;
    }
    if (index < (size_t)counts[0] + counts[1]) {
        return WMO_BATCH_INTERIOR;
    }
    return counts[2] ? WMO_BATCH_EXTERIOR : kind_by_flags(reader->group);
}

static void find_vertex_range(const struct wmo_group *group, struct wmo_batch *batch)
{
    const uint32_t *indices = group->indices + batch->index_begin;
    uint32_t first = batch->index_count ? UINT32_MAX : 0;
    uint32_t last = batch->vertex_last;
    for (uint32_t i = 0; i < batch->index_count; i++) {
        first = indices[i] < first ? indices[i] : first;
        last = indices[i] > last ? indices[i] : last;
    }
    batch->vertex_first = first;
    batch->vertex_last = last;
}

static void emit(const struct wmo_group_reader *reader, struct sink *sink, struct wmo_batch batch)
{
    if (sink->batches) {
        find_vertex_range(reader->group, &batch);
        sink->batches[sink->count] = batch;
    }
    sink->count++;
    sink->transition_count += batch.kind == WMO_BATCH_TRANSITION;
}

/* Emits a batch of unknown material as runs of triangles that MOPY gives the same one. */
static void emit_runs(const struct wmo_group_reader *reader, struct sink *sink,
                      const struct wmo_batch *batch)
{
    const uint16_t *materials = reader->group->triangle_material;
    uint32_t end = (batch->index_begin + batch->index_count) / 3;
    for (uint32_t begin = batch->index_begin / 3; begin < end;) {
        uint32_t next = begin + 1;
        while (next < end && materials[next] == materials[begin]) {
            next++;
        }
        struct wmo_batch run = *batch;
        run.index_begin = 3 * begin;
        run.index_count = 3 * (next - begin);
        bool known = materials[begin] < reader->root->material_count;
        run.material = known ? materials[begin] : (uint32_t)WMO_NO_MATERIAL;
        if (materials[begin] != WMO_NO_MATERIAL) {
            emit(reader, sink, run);
        }
        begin = next;
    }
}

/* Cuts an entry to whole triangles that are there. */
static struct wmo_batch reconcile(const struct wmo_group_reader *reader, struct sink *sink,
                                  const struct wmo_raw_batch *raw, size_t index)
{
    uint64_t limit = 3 * (uint64_t)reader->group->triangle_count;
    uint64_t begin = ((uint64_t)raw->index_begin + 2) / 3 * 3;
    uint64_t end = (uint64_t)raw->index_begin + raw->index_count;
    begin = begin < limit ? begin : limit;
    end = (end < limit ? end : limit) / 3 * 3;
    uint64_t count = end > begin ? end - begin : 0;
    if (count < raw->index_count) {
        warning_dedup_warn(sink->dedup, "MOBA", wmo_offset(reader, &reader->chunks.batches),
                           "batch %zu reaches past the triangles, or is no whole ones; cut", index);
    }
    if (sink->drawn + count > WMO_DRAWS_MAX * limit) {
        warning_dedup_warn(
            sink->dedup, "MOBA", wmo_offset(reader, &reader->chunks.batches),
            "batch %zu draws triangles that others draw: more than %d times those of the "
            "group; left out",
            index, WMO_DRAWS_MAX);
        count = 0;
    }
    sink->drawn += count;
    return (struct wmo_batch){
        .index_begin = (uint32_t)begin,
        .index_count = (uint32_t)count,
        .vertex_last = raw->vertex_last < reader->group->vertex_count ? raw->vertex_last : 0,
        .material = raw->material,
        .kind = kind_of(reader, index),
    };
}

/* All entries of MOBA into the sink. */
static void moba_read_entries(const struct wmo_group_reader *reader, size_t bytes_each,
                              size_t count, struct sink *sink)
{
    for (size_t i = 0; i < count; i++) {
        struct reader entry = reader_make(reader->chunks.batches.data + i * bytes_each, bytes_each);
        struct wmo_raw_batch raw = reader->era->read_batch(&entry);
        struct wmo_batch batch = reconcile(reader, sink, &raw, i);
        if (batch.material == WMO_NO_MATERIAL) {
            emit_runs(reader, sink, &batch);
            continue;
        }
        if (batch.material >= reader->root->material_count) {
            warning_dedup_warn(sink->dedup, "MOBA", wmo_offset(reader, &reader->chunks.batches),
                               "the material of batch %zu is not in the root; stand-in", i);
            batch.material = WMO_NO_MATERIAL;
        }
        emit(reader, sink, batch);
    }
}

/* Without MOBA: all triangles, by their own materials. */
static void make_batches(const struct wmo_group_reader *reader, struct sink *sink)
{
    struct wmo_batch all = {.index_count = 3 * reader->group->triangle_count,
                            .material = WMO_NO_MATERIAL,
                            .kind = kind_by_flags(reader->group)};
    emit_runs(reader, sink, &all);
}

/* What MOPY does not describe is drawn as its batch says. */
static void describe_rest(const struct wmo_group_reader *reader, const struct sink *sink)
{
    for (uint32_t i = 0; i < sink->count; i++) {
        const struct wmo_batch *batch = &sink->batches[i];
        uint32_t end = (batch->index_begin + batch->index_count) / 3;
        for (uint32_t t = batch->index_begin / 3; t < end; t++) {
            if (t >= reader->polygon_count && batch->material != WMO_NO_MATERIAL) {
                reader->triangle_material[t] = (uint16_t)batch->material;
            }
        }
    }
}

static void check_counts(const struct wmo_group_reader *reader, size_t count)
{
    const uint32_t *counts = reader->header.batches;
    size_t declared = (size_t)counts[0] + counts[1] + counts[2];
    if (reader->header.has_batch_kinds && declared != count) {
        diag_warn(reader->diag, "MOBA", wmo_offset(reader, &reader->chunks.batches),
                  "%zu batches, the group's header counts %zu; all read", count, declared);
    }
}

bool wmo_read_batches(struct wmo_group_reader *reader)
{
    struct wmo_group *group = reader->group;
    size_t bytes_each = batch_bytes(reader);
    size_t count = reader->chunks.batches.size / bytes_each;
    struct warning_dedup unheard = {.diag = &diag_silent};
    struct sink sizes = {.dedup = &unheard};
    if (count) {
        check_counts(reader, count);
        moba_read_entries(reader, bytes_each, count, &sizes);
    } else {
        make_batches(reader, &sizes);
    }
    struct sink sink = {.batches = arena_alloc(reader->arena, sizes.count, sizeof *sink.batches),
                        .dedup = &reader->dedup};
    if (!sink.batches) {
        return false;
    }
    if (count) {
        moba_read_entries(reader, bytes_each, count, &sink);
    } else {
        make_batches(reader, &sink);
    }
    if (!count && sink.count && !(group->flags & WMO_GROUP_ANTIPORTAL)) {
        diag_warn(reader->diag, "MOBA", NO_OFFSET,
                  "no batches; %u made from the materials of the triangles", sink.count);
    }
    describe_rest(reader, &sink);
    group->batch_count = sink.count;
    group->batches = sink.batches;
    group->transition_count = sink.transition_count;
    return true;
}

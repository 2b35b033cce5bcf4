#include "formats/adt/blend_meshes.h"

#include "base/size.h"
#include "formats/adt/adt_file.h"

enum {
    MBMH_BYTES = 28,
    MBBB_BYTES = 28,
    MBNV_BYTES = 44,
    MBMI_BYTES = 2,
    MCBB_BYTES = 20,
};

struct blend_reader {
    struct adt_file file;
    struct blend_mesh *meshes;
    struct blend_meshes *blend;
};

/* The entries of a top-level chunk; 0 without one. */
static uint32_t blend_mesh_count(struct adt_file *file, const struct chunk_id *id, size_t stride,
                                 struct reader *bytes)
{
    struct chunk chunk;
    *bytes = (struct reader){0};
    if (!adt_walk_to(file, id, &chunk)) {
        return 0;
    }
    *bytes = reader_make(chunk.data, chunk.size);
    return (uint32_t)(chunk.size / stride);
}

static void read_mesh(struct reader *bytes, struct blend_mesh *mesh)
{
    mesh->unique_id = reader_u32(bytes);
    mesh->texture = reader_u32(bytes);
    reader_skip(bytes, 4); /* always 0 */
    mesh->index_count = reader_u32(bytes);
    mesh->vertex_count = reader_u32(bytes);
    mesh->index_begin = reader_u32(bytes);
    mesh->vertex_begin = reader_u32(bytes);
}

static void read_box(struct reader *bytes, struct blend_mesh *mesh)
{
    reader_skip(bytes, 4); /* the unique id again */
    for (size_t i = 0; i < 3; i++) {
        mesh->box_low[i] = reader_f32(bytes);
    }
    for (size_t i = 0; i < 3; i++) {
        mesh->box_high[i] = reader_f32(bytes);
    }
    mesh->has_box = true;
}

/* Whether a range lies within `count` entries. */
static bool blend_mesh_is_within(uint32_t begin, uint32_t size, uint32_t count)
{
    return begin <= count && size <= count - begin;
}

static void check_mesh(struct blend_reader *reader, uint32_t index)
{
    const struct blend_mesh *mesh = &reader->meshes[index];
    const struct blend_meshes *blend = reader->blend;
    if (!blend_mesh_is_within(mesh->index_begin, mesh->index_count, blend->index_count) ||
        !blend_mesh_is_within(mesh->vertex_begin, mesh->vertex_count, blend->vertex_count)) {
        warning_dedup_warn(&reader->file.dedup, "MBMH", NO_OFFSET,
                           "blend mesh %u reaches past the vertices or indices of the tile", index);
    }
}

/* The sub-chunk MCBB of a map chunk; false without one. */
static bool find_batches(const struct reader *file, const struct mcnk_place *place,
                         struct chunk *mcbb)
{
    struct chunk mcnk;
    if (!chunk_is_at(file, place->offset, &id_MCNK, &mcnk)) {
        return false;
    }
    size_t begin = place->offset + MCNK_SUB_CHUNKS_BEGIN;
    size_t end = size_min(place->offset + CHUNK_HEADER_BYTES + mcnk.size, place->limit);
    struct reader parts = reader_sub(file, begin, end > begin ? end - begin : 0);
    return chunk_find_linked(&parts, &id_MCBB, mcbb);
}

static void count_batches(struct blend_reader *reader, const struct mcnk_place *place)
{
    struct blend_meshes *blend = reader->blend;
    struct chunk mcbb;
    if (!find_batches(&reader->file.bytes, place, &mcbb)) {
        return;
    }
    struct reader bytes = reader_make(mcbb.data, mcbb.size);
    for (size_t i = 0; i < mcbb.size / MCBB_BYTES; i++) {
        uint32_t mesh = reader_u32(&bytes);
        reader_skip(&bytes, MCBB_BYTES - sizeof mesh);
        blend->batch_count++;
        if (mesh >= blend->mesh_count) {
            warning_dedup_warn(&reader->file.dedup, mcbb.id, (int64_t)place->offset,
                               "a batch of blend mesh %u; the tile has %u", mesh,
                               blend->mesh_count);
        }
    }
}

static void read_meshes(struct blend_reader *reader, struct reader *headers)
{
    struct reader bytes;
    uint32_t boxes = blend_mesh_count(&reader->file, &id_MBBB, MBBB_BYTES, &bytes);
    for (uint32_t i = 0; i < reader->blend->mesh_count; i++) {
        read_mesh(headers, &reader->meshes[i]);
        if (i < boxes) {
            read_box(&bytes, &reader->meshes[i]);
        }
        check_mesh(reader, i);
    }
}

enum adtmap_status blend_meshes_read(const struct adt_bytes *root, struct arena *arena,
                                     const struct diag *diag, struct blend_meshes *blend)
{
    struct blend_reader reader = {.blend = blend};
    struct reader headers;
    struct reader unused;
    struct adt_mcnk_places *places = arena_alloc_dirty(arena, 1, sizeof *places);
    *blend = (struct blend_meshes){0};
    adt_file_open(root, diag, &reader.file);
    blend->mesh_count = blend_mesh_count(&reader.file, &id_MBMH, MBMH_BYTES, &headers);
    blend->vertex_count = blend_mesh_count(&reader.file, &id_MBNV, MBNV_BYTES, &unused);
    blend->index_count = blend_mesh_count(&reader.file, &id_MBMI, MBMI_BYTES, &unused);
    reader.meshes = arena_alloc(arena, blend->mesh_count, sizeof *reader.meshes);
    if (!reader.meshes || !places) {
        return diag_fail_memory(diag);
    }
    blend->meshes = reader.meshes;
    read_meshes(&reader, &headers);
    adt_walk_mcnks(&reader.file, places);
    for (uint32_t i = 0; i < places->count; i++) {
        count_batches(&reader, &places->at[i]);
    }
    warning_dedup_flush(&reader.file.dedup);
    return ADTMAP_OK;
}

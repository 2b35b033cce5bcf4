/*
 * Model files: MD20, or since 7.x a list of chunks, whose ids are not reversed:
 *
 *     MD21   an MD20, whose offsets count from the data of the chunk
 *     SFID   u32 file id of each skin; the first has the most details
 *     TXID   u32 file id of each texture
 *     SKID   u32 file id of the skeleton file
 */
#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "formats/m2/m2_parts.h"
#include "formats/m2/mdx_parts.h"

static bool starts_with(const struct reader *bytes, const struct chunk_id *id)
{
    return (size_t)(bytes->end - bytes->begin) >= 4 && memcmp(bytes->begin, id->text, 4) == 0;
}

static uint32_t first_id(const struct reader *file, const struct chunk_id *chunk)
{
    struct reader ids = m2_find_chunk(file, chunk);
    return reader_u32(&ids);
}

/* The MD20 and what the chunks around it say. */
static struct reader open_chunks(const struct reader *file, struct m2_file *model,
                                 struct reader *texture_ids)
{
    *texture_ids = (struct reader){file->end, file->end, file->end, true};
    if (starts_with(file, &id_MD20)) {
        return *file;
    }
    model->skin_id = first_id(file, &id_SFID);
    model->skeleton_id = first_id(file, &id_SKID);
    *texture_ids = m2_find_chunk(file, &id_TXID);
    return m2_find_chunk(file, &id_MD21);
}

/* 264 is 3.x. Versions from 265 to 272 do not tell 4.x from 7.x; their shader numbers are those of
 * the shaders that compare with the new key. */
static enum surface_era m2_era(const struct reader *file, uint32_t version)
{
    enum { VERSION_OLD_KEY_LAST = 264 };
    bool is_new = version > VERSION_OLD_KEY_LAST || !starts_with(file, &id_MD20);
    return is_new ? SURFACE_ERA_SINCE_7 : SURFACE_ERA_BEFORE_7;
}

static enum adtmap_status m2_read_model(struct reader bytes, struct arena *arena,
                                        const struct diag *diag, struct m2_file *file)
{
    struct reader texture_ids;
    struct reader md20 = open_chunks(&bytes, file, &texture_ids);
    struct m2_contents *contents = file->contents;
    if (md20.bad || !starts_with(&md20, &id_MD20)) {
        return diag_fail(diag, ADTMAP_BAD_DATA, "MD20", NO_OFFSET, "no such data; not a model");
    }
    enum adtmap_status status = m2_read_header(md20, md20.begin - bytes.begin, diag, file);
    file->era = m2_era(&bytes, file->version);
    if (!status) {
        status = m2_read_textures(texture_ids, arena, diag, file);
    }
    if (!status) {
        status = m2_read_sequences(&contents->arrays[M2_SEQUENCES], arena, diag,
                                   &contents->animated, file);
    }
    file->bone_count = contents->arrays[M2_BONES].count;
    file->stated_vertex_count = contents->arrays[M2_VERTICES].count;
    return status;
}

enum adtmap_status m2_read(const uint8_t *data, size_t size, struct arena *arena,
                           const struct diag *diag, struct m2_file **file)
{
    struct m2_file *made = arena_alloc(arena, 1, sizeof *made);
    struct m2_contents *contents = arena_alloc(arena, 1, sizeof *contents);
    if (!made || !contents) {
        return diag_fail_memory(diag);
    }
    made->contents = contents;
    contents->scratch = arena;
    *file = made;
    struct reader bytes = reader_make(data, size);
    return mdx_is_model(&bytes) ? mdx_read(bytes, arena, diag, made)
                                : m2_read_model(bytes, arena, diag, made);
}

size_t m2_part_name(const char *model_name, const char *ending, char *name, size_t size)
{
    const char *dot = strrchr(path_base(model_name), '.');
    const char *end = dot ? dot : model_name + strlen(model_name);
    size_t stem = (size_t)(end - model_name);
    size_t length = stem + strlen(ending);
    if (length >= size) {
        return 0;
    }
    memcpy(name, model_name, stem);
    memcpy(name + stem, ending, length - stem + 1);
    return length;
}

/* The pose, from the skeleton if the model has one. */
static enum adtmap_status read_pose(const struct m2_file *file, struct m2_bytes skeleton,
                                    const struct diag *diag, struct m2_animated *animated,
                                    struct m2_pose *pose)
{
    const struct m2_contents *contents = file->contents;
    *pose = (struct m2_pose){0};
    if (!file->skeleton_id) {
        return m2_read_pose(animated, &contents->arrays[M2_BONES], contents->bone_prefix_bytes,
                            contents->scratch, diag, pose);
    }
    return skeleton.data ? m2_read_skeleton(skeleton, contents->scratch, diag, animated, pose)
                         : ADTMAP_OK;
}

/* Reads the skin: a file, or the first view inside the model. */
static enum adtmap_status read_skin(const struct m2_file *file, struct m2_bytes skin_file,
                                    const struct diag *diag, struct m2_skin *skin)
{
    const struct m2_contents *contents = file->contents;
    if (file->needs_skin) {
        return m2_read_skin_file(reader_make(skin_file.data, skin_file.size), contents->scratch,
                                 diag, skin);
    }
    return m2_read_skin(contents->animated.bytes, contents->arrays[M2_VIEWS].offset, file->version,
                        contents->scratch, diag, skin);
}

static void measure_box(struct m2_model *model)
{
    for (uint32_t i = 0; i < model->vertex_count; i++) {
        for (int axis = 0; axis < 3; axis++) {
            float at = model->positions[i][axis];
            float *low = &model->box.low[axis];
            float *high = &model->box.high[axis];
            *low = i == 0 || at < *low ? at : *low;
            *high = i == 0 || at > *high ? at : *high;
        }
    }
}

static enum adtmap_status draw_skin(const struct m2_file *file, struct m2_bytes skin_file,
                                    const struct m2_animated *animated, const struct m2_pose *pose,
                                    struct arena *arena, const struct diag *diag,
                                    struct m2_model *model)
{
    const struct m2_array *arrays = file->contents->arrays;
    struct m2_skin skin;
    struct m2_drawn drawn = {0};
    if (arrays[M2_VIEWS].count == 0 || arrays[M2_VERTICES].count == 0) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = read_skin(file, skin_file, diag, &skin);
    if (status) {
        return status;
    }
    status = m2_resolve_batches(file, animated, &skin, arena, diag, &drawn);
    if (status) {
        return status;
    }
    status = m2_build_mesh(file, &skin, pose, &drawn, arena, diag, model);
    if (status) {
        return status;
    }
    model->batches = drawn.batches;
    model->batch_count = drawn.count;
    model->hidden_count = drawn.hidden_count;
    return ADTMAP_OK;
}

enum adtmap_status m2_build(const struct m2_file *file, struct m2_bytes skin,
                            struct m2_bytes skeleton, struct arena *arena, const struct diag *diag,
                            struct m2_model **model)
{
    struct m2_model *made = arena_alloc(arena, 1, sizeof *made);
    if (!made) {
        return diag_fail_memory(diag);
    }
    made->version = file->version;
    made->era = file->era;
    made->stated_box = file->box;
    *model = made;
    enum adtmap_status status = m2_copy_textures(file, arena, diag, made);
    if (!status && file->is_mdx) {
        status = mdx_build(file, arena, diag, made);
    } else if (!status) {
        struct m2_animated animated = file->contents->animated;
        struct m2_pose pose;
        status = read_pose(file, skeleton, diag, &animated, &pose);
        status = status ? status : draw_skin(file, skin, &animated, &pose, arena, diag, made);
    }
    if (!status) {
        measure_box(made);
    }
    return status;
}

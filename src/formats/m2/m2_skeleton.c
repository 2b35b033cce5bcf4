/*
 * Skeleton files (.skel) of 7.x on: chunks as in model files, each with offsets of its own.
 *
 *     SKS1   arrays of global loops, sequences, lookup of sequences
 *     SKB1   arrays of bones, key bones
 *     SKPD   u32, u32, u32 file id of the parent skeleton, u32
 */
#include "formats/m2/m2_parts.h"

enum {
    SEQUENCE_BYTES = 64,
    BONE_BYTES = 88,
    BONE_PREFIX_BYTES = 16,
    ARRAY_BYTES = 8,
    PARENT_OFFSET = 8,
};

/* Array `index` of a chunk; an empty one without the chunk. False if it reaches past the end. */
static bool m2_skeleton_read_array(const struct reader *chunk, uint32_t index, size_t stride,
                                   struct m2_array *array)
{
    struct reader header = *chunk;
    reader_skip(&header, (size_t)index * ARRAY_BYTES);
    *array = m2_read_array(&header, stride);
    return m2_array_fits(chunk, array);
}

enum adtmap_status m2_read_skeleton(struct m2_bytes skeleton, struct arena *arena,
                                    const struct diag *diag, struct m2_animated *animated,
                                    struct m2_pose *pose)
{
    struct reader file = reader_make(skeleton.data, skeleton.size);
    struct m2_animated own = {.bytes = m2_find_chunk(&file, &id_SKS1)};
    struct m2_file sequences_of = {0};
    struct m2_array sequences;
    struct m2_array bones;
    struct reader bone_chunk = m2_find_chunk(&file, &id_SKB1);
    if (!m2_skeleton_read_array(&own.bytes, 1, SEQUENCE_BYTES, &sequences) ||
        !m2_skeleton_read_array(&bone_chunk, 0, BONE_BYTES, &bones)) {
        return diag_fail(diag, ADTMAP_BAD_DATA, "SKB1", NO_OFFSET,
                         "the skeleton's bones or sequences reach past their chunk");
    }
    enum adtmap_status status = m2_read_sequences(&sequences, arena, diag, &own, &sequences_of);
    if (status || bones.count == 0) {
        return status;
    }
    animated->sequence = own.sequence;
    animated->keys_absent = own.keys_absent;
    own.bytes = bone_chunk;
    own.base = bone_chunk.begin - file.begin;
    return m2_read_pose(&own, &bones, BONE_PREFIX_BYTES, arena, diag, pose);
}

uint32_t m2_skeleton_parent(struct m2_bytes skeleton)
{
    struct reader file = reader_make(skeleton.data, skeleton.size);
    struct reader chunk = m2_find_chunk(&file, &id_SKPD);
    reader_skip(&chunk, PARENT_OFFSET);
    return reader_u32(&chunk);
}

bool m2_skeleton_has_bones(struct m2_bytes skeleton)
{
    struct reader file = reader_make(skeleton.data, skeleton.size);
    struct reader chunk = m2_find_chunk(&file, &id_SKB1);
    return reader_u32(&chunk) > 0;
}

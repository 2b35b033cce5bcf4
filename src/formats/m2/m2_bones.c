/* Bones of an M2, or of its skeleton file: i32 key bone, u32 flags, i16 parent, u16 mesh, since 260
 * a u32 checksum, tracks of translation, rotation and scale, and the pivot. */
#include "formats/m2/m2_parts.h"

static bool read_bone(const struct m2_animated *animated, struct reader reader, size_t prefix_bytes,
                      struct m2_bone *bone)
{
    *bone = (struct m2_bone){.rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}};
    reader_skip(&reader, 4);
    bone->flags = reader_u32(&reader);
    bone->parent = reader_i16(&reader);
    reader_seek(&reader, prefix_bytes);
    return m2_track_numbers(animated, &reader, bone->translation, 3) &&
           m2_track_rotation(animated, &reader, bone->rotation) &&
           m2_track_numbers(animated, &reader, bone->scale, 3) &&
           m2_read_numbers(&reader, bone->pivot, 3);
}

enum adtmap_status m2_read_pose(const struct m2_animated *animated, const struct m2_array *array,
                                size_t prefix_bytes, struct arena *arena, const struct diag *diag,
                                struct m2_pose *pose)
{
    struct m2_bone *bones = arena_alloc_dirty(arena, array->count, sizeof *bones);
    if (!bones) {
        return diag_fail_memory(diag);
    }
    for (uint32_t i = 0; i < array->count; i++) {
        if (!read_bone(animated, m2_entry(&animated->bytes, array, i), prefix_bytes, &bones[i])) {
            return diag_fail(diag, ADTMAP_BAD_DATA, "MD20",
                             animated->base + array->offset + (int64_t)i * array->stride,
                             "bone %u has keys outside the file, or that are no numbers", i);
        }
    }
    return m2_pose_bones(bones, array->count, arena, diag, pose);
}

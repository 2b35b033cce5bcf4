/*
 * The pose of a model: a matrix for each bone.
 *
 *     M = parent * T(pivot) * T(translation) * R * S * T(-pivot)
 *
 * A billboard bone turns about its pivot until its X axis faces the viewer, who looks from above:
 * X up, Y east, Z north. Its place and its scale stay. A billboard that is locked to an axis turns
 * about this axis as far as it can; if the axis is upright, or is X itself, it does not turn.
 *
 *        as stored, from the side         posed
 *              Z                            X (to the viewer)
 *              |  __                        |
 *              | |  | card                  |   Z (north)
 *              | |  |                       |  /
 *              +---- X (to the viewer)      +--  Y (east)
 *
 * Model space here is that of a doodad placed without rotation: X north, Y west.
 */
#include <string.h>

#include "formats/m2/m2_parts.h"

#define UPRIGHT_SINE 0.01 /* an axis this close to upright has no side that could face up */

static const double facing_up[3][3] = {{0, 0, 1}, {0, -1, 0}, {1, 0, 0}};

static void cross(const double a[3], const double b[3], double product[3])
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        int k = (i + 2) % 3;
        product[i] = a[j] * b[k] - a[k] * b[j];
    }
}

/* Turns about axis `locked`, Y or Z, so that X points up as far as it can. */
static void turn_locked(double axes[3][3], int locked)
{
    double up[3] = {0, 0, 1};
    const double *axis = axes[locked];
    for (int i = 0; i < 3; i++) {
        up[i] -= axes[locked][2] * axis[i];
    }
    if (m2_normalize(up) < UPRIGHT_SINE) {
        return;
    }
    memcpy(axes[0], up, sizeof up);
    if (locked == 2) {
        cross(axes[2], axes[0], axes[1]);
    } else {
        cross(axes[0], axes[1], axes[2]);
    }
}

static void turn_billboard(const struct m2_bone *bone, const double pivot[3],
                           struct m2_matrix *matrix)
{
    double axes[3][3];
    double lengths[3];
    m2_matrix_axes(matrix, axes, lengths);
    if (bone->flags & M2_BONE_BILLBOARD) {
        memcpy(axes, facing_up, sizeof axes);
    } else if (bone->flags & M2_BONE_BILLBOARD_Z) {
        turn_locked(axes, 2);
    } else if (bone->flags & M2_BONE_BILLBOARD_Y) {
        turn_locked(axes, 1);
    }
    for (int i = 0; i < 9; i++) {
        axes[i / 3][i % 3] *= lengths[i / 3];
    }
    m2_matrix_set_axes(matrix, pivot, axes);
}

/* The parent's matrix without what the bone ignores. */
static struct m2_matrix parent_of(const struct m2_bone *bone, const double pivot[3],
                                  const struct m2_matrix *parent)
{
    struct m2_matrix used = *parent;
    double axes[3][3];
    double lengths[3];
    if (bone->flags & M2_BONE_NO_PARENT_TRANSLATION) {
        double place[3];
        m2_matrix_point(parent, pivot, place);
        for (int i = 0; i < 3; i++) {
            used.rows[i][3] += pivot[i] - place[i];
        }
    }
    m2_matrix_axes(&used, axes, lengths);
    for (int i = 0; i < 9; i++) {
        double turned = bone->flags & M2_BONE_NO_PARENT_ROTATION ? i % 4 == 0 : axes[i / 3][i % 3];
        axes[i / 3][i % 3] = turned * (bone->flags & M2_BONE_NO_PARENT_SCALE ? 1 : lengths[i / 3]);
    }
    m2_matrix_set_axes(&used, pivot, axes);
    return used;
}

static void pose_bone(const struct m2_bone *bone, const struct m2_matrix *parent,
                      struct m2_matrix *matrix)
{
    const uint32_t ignores =
        M2_BONE_NO_PARENT_TRANSLATION | M2_BONE_NO_PARENT_SCALE | M2_BONE_NO_PARENT_ROTATION;
    const uint32_t turns = M2_BONE_BILLBOARD | M2_BONE_BILLBOARD_Y | M2_BONE_BILLBOARD_Z;
    const double pivot[3] = {(double)bone->pivot[0], (double)bone->pivot[1],
                             (double)bone->pivot[2]};
    *matrix = m2_matrix_about(bone->pivot, bone->translation, bone->rotation, bone->scale);
    if (parent) {
        struct m2_matrix used = bone->flags & ignores ? parent_of(bone, pivot, parent) : *parent;
        *matrix = m2_matrix_product(&used, matrix);
    }
    if (bone->flags & turns) {
        turn_billboard(bone, pivot, matrix);
    }
}

/* What is known of a bone while matrices are made. */
enum progress { UNKNOWN, WAITING, POSED };

struct posing {
    const struct m2_bone *bones;
    struct m2_matrix *matrices;
    uint8_t *progress; /* enum progress, of each bone */
    uint32_t *waiting; /* bones whose parents come first */
};

/* Poses a bone after its parents. False if its parents form a ring. */
static bool pose_with_parents(struct posing *posing, uint32_t bone)
{
    uint32_t depth = 0;
    posing->waiting[depth++] = bone;
    while (depth > 0) {
        uint32_t at = posing->waiting[depth - 1];
        int32_t parent = posing->bones[at].parent;
        if (parent >= 0 && posing->progress[parent] == WAITING) {
            return false;
        }
        if (parent < 0 || posing->progress[parent] == POSED) {
            pose_bone(&posing->bones[at], parent < 0 ? NULL : &posing->matrices[parent],
                      &posing->matrices[at]);
            posing->progress[at] = POSED;
            depth--;
        } else {
            posing->progress[at] = WAITING;
            posing->waiting[depth++] = (uint32_t)parent;
        }
    }
    return true;
}

static enum adtmap_status check_parents(const struct m2_bone *bones, uint32_t count,
                                        const struct diag *diag)
{
    for (uint32_t i = 0; i < count; i++) {
        if (bones[i].parent >= 0 && (uint32_t)bones[i].parent >= count) {
            return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                             "bone %u has parent %d of %u bones", i, bones[i].parent, count);
        }
    }
    return ADTMAP_OK;
}

enum adtmap_status m2_pose_bones(const struct m2_bone *bones, uint32_t count, struct arena *arena,
                                 const struct diag *diag, struct m2_pose *pose)
{
    struct posing posing = {
        .bones = bones,
        .matrices = arena_alloc_dirty(arena, count, sizeof *posing.matrices),
        .progress = arena_alloc(arena, count, 1),
        .waiting = arena_alloc_dirty(arena, count, sizeof *posing.waiting),
    };
    enum adtmap_status status = check_parents(bones, count, diag);
    if (!posing.matrices || !posing.progress || !posing.waiting) {
        status = diag_fail_memory(diag);
    }
    for (uint32_t i = 0; !status && i < count; i++) {
        if (posing.progress[i] != POSED && !pose_with_parents(&posing, i)) {
            status = diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                               "bone %u is among its own parents", i);
        }
    }
    *pose = (struct m2_pose){count, posing.matrices};
    return status;
}

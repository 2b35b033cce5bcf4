/*
 * Bones and helpers of MDX, the nodes that vertices hang on. A node: u32 size, name, u32 object id,
 * u32 parent, u32 flags, tracks KGTR, KGRT and KGSC. BONE has two numbers more behind each node.
 * Pivots stand in PIVT, by object id.
 */
#include "formats/m2/mdx_parts.h"

enum {
    PIVOT_BYTES = 12,
    BONE_TAIL_BYTES = 8, /* geoset and its animation */
};

/* The nodes of a file, by object id. */
struct nodes {
    const struct mdx *mdx;
    const struct diag *diag;
    uint32_t count;
    struct m2_bone *bones;
};

static enum adtmap_status read_node(struct nodes *nodes, struct reader *node)
{
    reader_skip(node, MDX_NAME_BYTES);
    uint32_t id = reader_u32(node);
    uint32_t parent = reader_u32(node);
    uint32_t flags = reader_u32(node);
    if (node->bad || id >= nodes->count) {
        return diag_fail(nodes->diag, ADTMAP_BAD_DATA, "PIVT", NO_OFFSET,
                         "a bone is cut off, or has id %u of %u pivots", id, nodes->count);
    }
    static const struct mdx_transform_tags tags = {&id_KGTR, &id_KGRT, &id_KGSC};
    struct m2_bone *bone = &nodes->bones[id];
    const struct mdx_transform transform = {bone->translation, bone->rotation, bone->scale};
    bone->flags = flags;
    bone->parent = parent == UINT32_MAX ? -1 : (int32_t)(parent & INT32_MAX);
    return mdx_read_transform(nodes->mdx, node, &tags, &transform)
               ? ADTMAP_OK
               : diag_fail(nodes->diag, ADTMAP_BAD_DATA, "BONE", NO_OFFSET,
                           "bone %u has keys that are cut off, or no numbers", id);
}

/* The nodes of BONE or HELP. */
static enum adtmap_status read_nodes(struct nodes *nodes, const struct chunk_id *chunk,
                                     size_t tail_bytes)
{
    struct reader list = mdx_chunk(nodes->mdx, chunk);
    uint32_t count = reader_u32(&list);
    for (uint32_t i = 0; !list.bad && i < count; i++) {
        struct reader node = mdx_entry(&list);
        enum adtmap_status status = read_node(nodes, &node);
        if (status) {
            return status;
        }
        reader_skip(&list, tail_bytes);
    }
    return ADTMAP_OK;
}

static bool read_pivots(struct nodes *nodes)
{
    struct reader pivots = mdx_chunk(nodes->mdx, &id_PIVT);
    bool good = true;
    for (uint32_t i = 0; good && i < nodes->count; i++) {
        struct m2_bone *bone = &nodes->bones[i];
        *bone = (struct m2_bone){.parent = -1, .rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}};
        good = m2_read_numbers(&pivots, bone->pivot, 3);
    }
    return good;
}

enum adtmap_status mdx_read_pose(const struct mdx *mdx, struct arena *arena,
                                 const struct diag *diag, struct m2_pose *pose)
{
    struct reader pivots = mdx_chunk(mdx, &id_PIVT);
    struct nodes nodes = {mdx, diag, (uint32_t)(reader_left(&pivots) / PIVOT_BYTES), NULL};
    nodes.bones = arena_alloc_dirty(arena, nodes.count, sizeof *nodes.bones);
    if (!nodes.bones) {
        return diag_fail_memory(diag);
    }
    if (!read_pivots(&nodes)) {
        return diag_fail(diag, ADTMAP_BAD_DATA, "PIVT", NO_OFFSET, "a pivot is no place");
    }
    enum adtmap_status status = read_nodes(&nodes, &id_BONE, BONE_TAIL_BYTES);
    if (!status) {
        status = read_nodes(&nodes, &id_HELP, 0);
    }
    return status ? status : m2_pose_bones(nodes.bones, nodes.count, arena, diag, pose);
}

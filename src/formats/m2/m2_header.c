/*
 * The header of MD20. It is a table of arrays {count, offset}; what it holds, and so where each
 * array stands, depends on the version:
 *
 *     264 to 274   sequences, bones, vertices ...; combiner ops at the end with flag 0x8
 *     256 to 263   the same with a lookup of playable animations in front of the bones, views as an
 *                  array, and flipbooks in front of the texture transforms
 *     260 to 263   perhaps without these two; the documents differ
 *
 * Layouts that a version may have are tried in order. The first whose arrays all fit is taken.
 */
#include "base/size.h"
#include "formats/m2/m2_parts.h"

enum {
    VERSION_MIN = 256,
    VERSION_MAX = 274,
    VERSION_SKIN_FILES = 264, /* the first with .skin files, and with tracks of 20 bytes */
    VERSION_BONE_CRC = 260,   /* the first with 4 bytes more a bone */
    HEADER_FLAGS = 0x10,
    VIEW_BYTES = 44,
};

/* Where arrays stand in a header; 0: there is none. */
struct header_layout {
    uint16_t at[M2_ARRAYS];
    uint16_t box;
    bool has_ranges;
};

static const struct header_layout layout_264 = {
    .at = {0x08, 0x14, 0x1C, 0x2C, 0x3C, 0x44, 0x48, 0x50, 0x58, 0x60, 0x70, 0x80, 0x88, 0x90, 0x98,
           0x130},
    .box = 0xA0,
};
static const struct header_layout layout_256 = {
    .at = {0x08, 0x14, 0x1C, 0x34, 0x44, 0x4C, 0x54, 0x5C, 0x64, 0x74, 0x84, 0x94, 0x9C, 0xA4, 0xAC,
           0},
    .box = 0xB4,
    .has_ranges = true,
};
static const struct header_layout layout_260_short = {
    .at = {0x08, 0x14, 0x1C, 0x2C, 0x3C, 0x44, 0x4C, 0x54, 0x5C, 0x64, 0x74, 0x84, 0x8C, 0x94, 0x9C,
           0},
    .box = 0xA4,
    .has_ranges = true,
};

static const char *const names[M2_ARRAYS] = {
    "name",      "global loops",  "sequences",        "bones",        "vertices",  "views",
    "colors",    "textures",      "weights",          "transforms",   "materials", "texture lookup",
    "uv lookup", "weight lookup", "transform lookup", "combiner ops",
};

const char *m2_array_name(enum m2_array_id id)
{
    return names[id];
}

/* Bytes in front of the tracks of a bone: key bone, flags, parent, mesh, and a checksum. */
static size_t bone_prefix(uint32_t version)
{
    return version < VERSION_BONE_CRC ? 12 : 16;
}

/* Bytes of an entry. */
static size_t stride_of(enum m2_array_id id, uint32_t version, size_t track)
{
    const size_t strides[M2_ARRAYS] = {
        [M2_NAME] = 1,
        [M2_LOOPS] = 4,
        [M2_SEQUENCES] = version < VERSION_SKIN_FILES ? 68 : 64,
        [M2_BONES] = bone_prefix(version) + 3 * track + 12,
        [M2_VERTICES] = 48,
        [M2_VIEWS] = version < VERSION_SKIN_FILES ? VIEW_BYTES : 0,
        [M2_COLORS] = 2 * track,
        [M2_TEXTURES] = 16,
        [M2_WEIGHTS] = track,
        [M2_TRANSFORMS] = 3 * track,
        [M2_MATERIALS] = 4,
        [M2_TEXTURE_LOOKUP] = 2,
        [M2_UNIT_LOOKUP] = 2,
        [M2_WEIGHT_LOOKUP] = 2,
        [M2_TRANSFORM_LOOKUP] = 2,
        [M2_COMBINERS] = 2,
    };
    return strides[id];
}

/* The array `id`; empty where the layout or the flags have none. */
static struct m2_array m2_header_read_array(struct reader bytes, const struct header_layout *layout,
                                            const struct m2_file *file, enum m2_array_id id,
                                            size_t track)
{
    bool is_absent = !layout->at[id] || (id == M2_COMBINERS && !(file->flags & M2_HAS_COMBINERS));
    if (is_absent) {
        return (struct m2_array){0};
    }
    reader_seek(&bytes, layout->at[id]);
    return m2_read_array(&bytes, stride_of(id, file->version, track));
}

bool m2_array_fits(const struct reader *bytes, const struct m2_array *array)
{
    size_t size;
    return size_multiply(array->count, array->stride, &size) &&
           (size == 0 || !reader_sub(bytes, array->offset, size).bad);
}

/* The first array that does not fit; M2_ARRAYS: all do. */
static enum m2_array_id first_misfit(const struct m2_contents *contents)
{
    enum m2_array_id id = 0;
    while (id < M2_ARRAYS && m2_array_fits(&contents->animated.bytes, &contents->arrays[id])) {
        id++;
    }
    return id;
}

/* A header in the wrong layout takes other arrays for these: blends and parents tell. */
static bool is_plausible(const struct m2_contents *contents)
{
    const struct reader *bytes = &contents->animated.bytes;
    const struct m2_array *bones = &contents->arrays[M2_BONES];
    const struct m2_array *materials = &contents->arrays[M2_MATERIALS];
    bool good = true;
    for (uint32_t i = 0; good && i < materials->count; i++) {
        struct reader material = m2_entry(bytes, materials, i);
        reader_skip(&material, 2);
        good = reader_u16(&material) < M2_BLENDS;
    }
    for (uint32_t i = 0; good && i < bones->count; i++) {
        struct reader bone = m2_entry(bytes, bones, i);
        reader_skip(&bone, 8);
        int16_t parent = reader_i16(&bone);
        good = parent >= -1 && (parent == -1 || (uint32_t)parent < bones->count);
    }
    return good;
}

static void read_layout(const struct header_layout *layout, struct m2_file *file)
{
    struct m2_contents *contents = file->contents;
    contents->animated.has_ranges = layout->has_ranges;
    contents->bone_prefix_bytes = bone_prefix(file->version);
    for (enum m2_array_id id = 0; id < M2_ARRAYS; id++) {
        contents->arrays[id] = m2_header_read_array(contents->animated.bytes, layout, file, id,
                                                    m2_track_bytes(&contents->animated));
    }
}

void m2_read_box(struct reader bytes, size_t offset, struct m2_box *box)
{
    struct m2_box read = {0};
    reader_seek(&bytes, offset);
    bool good = m2_read_numbers(&bytes, read.low, 3) && m2_read_numbers(&bytes, read.high, 3);
    for (int axis = 0; good && axis < 3; axis++) {
        good = read.low[axis] <= read.high[axis];
    }
    *box = good ? read : (struct m2_box){0};
}

/* Says why no layout was taken; the first is the usual one. */
static enum adtmap_status fail_layout(const struct m2_contents *contents, const struct diag *diag)
{
    enum m2_array_id id = first_misfit(contents);
    if (id == M2_ARRAYS) {
        return diag_fail(diag, ADTMAP_BAD_DATA, "MD20", contents->animated.base,
                         "materials or bones refer to what does not exist");
    }
    const struct m2_array *array = &contents->arrays[id];
    return diag_fail(diag, ADTMAP_BAD_DATA, "MD20", contents->animated.base,
                     "%u %s at %u reach past the end", array->count, m2_array_name(id),
                     array->offset);
}

static enum adtmap_status choose_layout(struct m2_file *file, const struct diag *diag)
{
    const struct header_layout *const old[] = {&layout_256, &layout_260_short};
    const struct header_layout *const recent[] = {&layout_264};
    bool is_old = file->version < VERSION_SKIN_FILES;
    const struct header_layout *const *layouts = is_old ? old : recent;
    size_t count = is_old ? COUNT_OF(old) : COUNT_OF(recent);
    for (size_t i = 0; i < count; i++) {
        read_layout(layouts[i], file);
        if (first_misfit(file->contents) == M2_ARRAYS && is_plausible(file->contents)) {
            file->contents->box_at = layouts[i]->box;
            m2_read_box(file->contents->animated.bytes, layouts[i]->box, &file->box);
            return ADTMAP_OK;
        }
    }
    read_layout(layouts[0], file);
    return fail_layout(file->contents, diag);
}

enum adtmap_status m2_read_header(struct reader bytes, int64_t base, const struct diag *diag,
                                  struct m2_file *file)
{
    struct reader header = bytes;
    reader_skip(&header, 4); /* MD20 */
    file->version = reader_u32(&header);
    reader_seek(&header, HEADER_FLAGS);
    file->flags = reader_u32(&header);
    reader_skip(&header, layout_264.box + 24 - HEADER_FLAGS - 4);
    if (header.bad) {
        return diag_fail(diag, ADTMAP_BAD_DATA, "MD20", base, "the header is cut off");
    }
    if (file->version < VERSION_MIN || file->version > VERSION_MAX) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, "MD20", base, "M2 version %u; %d to %d are read",
                         file->version, VERSION_MIN, VERSION_MAX);
    }
    file->needs_skin = file->version >= VERSION_SKIN_FILES;
    file->contents->animated.bytes = bytes;
    file->contents->animated.base = base;
    return choose_layout(file, diag);
}

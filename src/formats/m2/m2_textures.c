/* Textures of a model: names in the file, or file ids in TXID. */
#include <string.h>

#include "base/size.h"
#include "formats/m2/m2_parts.h"

/* The name at an offset; NULL if it is empty, or longer than names of files are: names of entries
 * may overlap, and all of them are copied. False: out of memory. */
static bool read_name(const struct reader *bytes, uint32_t offset, uint32_t length,
                      struct arena *arena, const struct diag *diag, const char **name)
{
    struct reader text = reader_sub(bytes, offset, length);
    size_t bound = size_min(length, M2_TEXTURE_NAME_MAX);
    size_t used = text.bad ? 0 : strnlen((const char *)text.at, bound);
    if (used == M2_TEXTURE_NAME_MAX) {
        diag_warn(diag, "MD20", offset, "a texture's name has %d bytes or more; left out",
                  M2_TEXTURE_NAME_MAX);
        used = 0;
    }
    *name = used ? arena_string(arena, (const char *)text.at, used) : NULL;
    return !used || *name;
}

enum adtmap_status m2_read_textures(struct reader ids, struct arena *arena, const struct diag *diag,
                                    struct m2_file *file)
{
    const struct m2_contents *contents = file->contents;
    const struct reader *bytes = &contents->animated.bytes;
    const struct m2_array *array = &contents->arrays[M2_TEXTURES];
    struct m2_texture *textures = arena_alloc(arena, array->count, sizeof *textures);
    if (!textures) {
        return diag_fail_memory(diag);
    }
    for (uint32_t i = 0; i < array->count; i++) {
        struct reader entry = m2_entry(bytes, array, i);
        textures[i].type = reader_u32(&entry);
        uint32_t flags = reader_u32(&entry);
        textures[i].wrap_x = flags & M2_WRAP_X;
        textures[i].wrap_y = flags & M2_WRAP_Y;
        uint32_t length = reader_u32(&entry);
        uint32_t offset = reader_u32(&entry);
        textures[i].file_id = reader_u32(&ids);
        if (textures[i].type == 0 &&
            !read_name(bytes, offset, length, arena, diag, &textures[i].name)) {
            return diag_fail_memory(diag);
        }
    }
    file->texture_count = array->count;
    file->textures = textures;
    return ADTMAP_OK;
}

enum adtmap_status m2_copy_textures(const struct m2_file *file, struct arena *arena,
                                    const struct diag *diag, struct m2_model *model)
{
    struct m2_texture *textures = arena_alloc(arena, file->texture_count, sizeof *textures);
    bool good = textures;
    for (uint32_t i = 0; good && i < file->texture_count; i++) {
        textures[i] = file->textures[i];
        if (textures[i].name) {
            textures[i].name = arena_string(arena, textures[i].name, strlen(textures[i].name));
            good = textures[i].name;
        }
    }
    model->texture_count = file->texture_count;
    model->textures = textures;
    return good ? ADTMAP_OK : diag_fail_memory(diag);
}

#include "demo/textures/ground_texture_variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "demo/textures/ground_texture.h"
#include "os/file.h"

bool ground_texture_is_wide(enum ground_material material)
{
    return material == ROCK ||
           material == PAVING; /* both are stored uncompressed, so that the repeats are exact */
}

/* "a.blp" -> "a<ending>.blp" */
static void variant_name(enum ground_material material, const char *ending,
                         char name[GROUND_TEXTURE_NAME_BYTES])
{
    const char *file = ground_texture_file(material)->name;
    int stem = (int)(strlen(file) - strlen(".blp"));
    snprintf(name, GROUND_TEXTURE_NAME_BYTES, "%.*s%s.blp", stem, file, ending);
}

void ground_texture_wide_name(enum ground_material material, char name[GROUND_TEXTURE_NAME_BYTES])
{
    variant_name(material, "Wide", name);
}

void ground_texture_height_name(enum ground_material material, char name[GROUND_TEXTURE_NAME_BYTES])
{
    variant_name(material, ground_texture_is_wide(material) ? "Wide_h" : "_h", name);
}

static enum adtmap_status write_blp(const char *directory, const char *name, const uint8_t *rgba,
                                    uint32_t size, const struct diag *diag)
{
    struct buffer out = {0};
    blp_write(&out, BLP_BGRA8, rgba, size);
    char *path = path_join(directory, name);
    enum adtmap_status status = path && !out.failed
                                    ? file_write_atomic(path, out.data, out.size, diag)
                                    : diag_fail_memory(diag);
    buffer_free(&out);
    free(path);
    return status;
}

/* Writes the picture repeated 2x2 times. */
static enum adtmap_status write_wide_blp(const char *directory, const char *name,
                                         const uint8_t *rgba, const struct diag *diag)
{
    enum { WIDE = 2 * GROUND_TEXTURE_SIZE, ROW_BYTES = GROUND_TEXTURE_SIZE * 4 };
    uint8_t *wide = malloc((size_t)WIDE * WIDE * 4);
    if (!wide) {
        return diag_fail_memory(diag);
    }
    for (size_t y = 0; y < WIDE; y++) {
        const uint8_t *row = rgba + y % GROUND_TEXTURE_SIZE * ROW_BYTES;
        memcpy(wide + y * 2 * ROW_BYTES, row, ROW_BYTES);
        memcpy(wide + y * 2 * ROW_BYTES + ROW_BYTES, row, ROW_BYTES);
    }
    enum adtmap_status status = write_blp(directory, name, wide, WIDE, diag);
    free(wide);
    return status;
}

static enum adtmap_status write_wide(const char *directory, enum ground_material material,
                                     const uint8_t *rgba, const struct diag *diag)
{
    char name[GROUND_TEXTURE_NAME_BYTES];
    ground_texture_wide_name(material, name);
    return write_wide_blp(directory, name, rgba, diag);
}

/* Writes the height texture; the height is in the alpha that ground_texture_paint makes. */
static enum adtmap_status write_height(const char *directory, enum ground_material material,
                                       const uint8_t *rgba, const struct diag *diag)
{
    char name[GROUND_TEXTURE_NAME_BYTES];
    ground_texture_height_name(material, name);
    return ground_texture_is_wide(material)
               ? write_wide_blp(directory, name, rgba, diag)
               : write_blp(directory, name, rgba, GROUND_TEXTURE_SIZE, diag);
}

typedef enum adtmap_status write_variant(const char *directory, enum ground_material material,
                                         const uint8_t *rgba, const struct diag *diag);

static enum adtmap_status write_variants(const char *directory, const uint32_t materials,
                                         write_variant *write, const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_OK;
    uint8_t *rgba = malloc(GROUND_TEXTURE_BYTES);
    if (!rgba) {
        return diag_fail_memory(diag);
    }
    for (int m = 0; m < GROUND_MATERIAL_COUNT && !status; m++) {
        if (materials >> m & 1) {
            ground_texture_paint((enum ground_material)m, rgba);
            status = write(directory, (enum ground_material)m, rgba, diag);
        }
    }
    free(rgba);
    return status;
}

enum adtmap_status ground_texture_write_wide(const char *directory, const struct diag *diag)
{
    uint32_t materials = 0;
    for (int m = 0; m < GROUND_MATERIAL_COUNT; m++) {
        materials |= (uint32_t)ground_texture_is_wide((enum ground_material)m) << m;
    }
    return write_variants(directory, materials, write_wide, diag);
}

enum adtmap_status ground_texture_write_heights(const char *directory, const struct diag *diag)
{
    return write_variants(directory, UINT32_MAX, write_height, diag);
}

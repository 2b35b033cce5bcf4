#include "render/texture_load.h"

#include <stdlib.h>
#include <string.h>

#include "assets/stand_in.h"
#include "base/size.h"
#include "formats/blp.h"

static enum adtmap_status decode(const struct blob *blob, const struct diag *diag,
                                 struct texture_image *image)
{
    struct blp blp;
    enum adtmap_status status = blp_parse(blob->data, blob->size, diag, &blp);
    if (status) {
        return status;
    }
    size_t bytes;
    if (size_multiply((size_t)blp.width * 4, blp.height, &bytes)) {
        image->rgba = malloc(bytes);
    }
    if (!image->rgba) {
        return diag_fail_memory(diag);
    }
    image->width = blp.width;
    image->height = blp.height;
    status = blp_decode(&blp, 0, diag, image->rgba);
    if (status) {
        free(image->rgba);
        image->rgba = NULL;
    }
    return status;
}

/* The name of the file that "id:<number>" stands for, in `buffer`; other names as they are. */
static enum adtmap_status resolve(const struct assets *assets, const char *name,
                                  const struct diag *diag, char buffer[NAME_BYTES],
                                  const char **file)
{
    *file = name;
    if (strncmp(name, "id:", 3) != 0) {
        return ADTMAP_OK;
    }
    bool found = assets_name_of_id(assets, (uint32_t)strtoul(name + 3, NULL, 10), buffer);
    *file = buffer;
    return found ? ADTMAP_OK
                 : diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                             "not in the data, as far as a listfile tells");
}

enum adtmap_status texture_load(const struct assets *assets, const char *name,
                                const struct diag *diag, struct texture_image *image)
{
    struct blob blob;
    char of_id[NAME_BYTES];
    const char *file;
    *image = (struct texture_image){0};
    enum adtmap_status status = resolve(assets, name, diag, of_id, &file);
    if (!status) {
        status = assets_read(assets, file, diag, &blob);
    }
    if (status) {
        return status;
    }
    char origin[512];
    assets_origin(assets, file, origin, sizeof origin);
    struct diag at_origin = *diag;
    at_origin.file = origin;
    status = decode(&blob, &at_origin, image);
    blob_release(&blob);
    return status;
}

void texture_stand_in(const char *name, const struct adtmap_log *log,
                      const struct adtmap_message *why, uint8_t color[3])
{
    stand_in_color(name, color);
    struct diag at_file = {why->file, log, NULL};
    diag_warn(&at_file, why->chunk, why->offset, "texture %s; drawn as #%02x%02x%02x", why->what,
              color[0], color[1], color[2]);
}

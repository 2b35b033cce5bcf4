#include "render/texture_load.h"

#include <stdlib.h>
#include <string.h>

#include "assets/stand_in.h"
#include "base/size.h"
#include "formats/blp.h"

static enum adtmap_status decode_whole(const struct blp *blp, const struct diag *diag,
                                       struct texture_image *image)
{
    size_t bytes;
    if (size_multiply((size_t)blp->width * 4, blp->height, &bytes)) {
        image->rgba = malloc(bytes);
    }
    if (!image->rgba) {
        return diag_fail_memory(diag);
    }
    image->width = blp->width;
    image->height = blp->height;
    enum adtmap_status status = blp_decode(blp, 0, diag, image->rgba);
    if (status) {
        free(image->rgba);
        image->rgba = NULL;
    }
    return status;
}

/* texture_load, for a file that has been read. */
static enum adtmap_status decode_image(void *user, const struct blp *blp, const struct diag *diag)
{
    return decode_whole(blp, diag, user);
}

static enum adtmap_status stream_strips(const struct texture_sink *sink, const struct blp *blp,
                                        const struct diag *diag)
{
    uint8_t *strip = malloc((size_t)4 * blp->width * BLP_STRIP_ROWS);
    if (!strip || !sink->begin(sink->user, blp->width, blp->height)) {
        free(strip);
        return diag_fail_memory(diag);
    }
    for (uint32_t y = 0; y < blp->height; y += BLP_STRIP_ROWS) {
        uint32_t rest = blp->height - y;
        blp_decode_strip(blp, 0, y, strip);
        sink->take(sink->user, strip, rest < BLP_STRIP_ROWS ? rest : BLP_STRIP_ROWS);
    }
    free(strip);
    return ADTMAP_OK;
}

/* texture_stream, for a file that has been read. */
static enum adtmap_status decode_stream(void *user, const struct blp *blp, const struct diag *diag)
{
    const struct texture_sink *sink = user;
    if (blp_has_strips(blp)) {
        return stream_strips(sink, blp, diag);
    }
    struct texture_image image = {0};
    enum adtmap_status status = decode_whole(blp, diag, &image);
    if (status) {
        return status;
    }
    if (sink->begin(sink->user, image.width, image.height)) {
        sink->take(sink->user, image.rgba, image.height);
    } else {
        status = diag_fail_memory(diag);
    }
    free(image.rgba);
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

/* decode_image or decode_stream. */
typedef enum adtmap_status decode_function(void *user, const struct blp *blp,
                                           const struct diag *diag);

/* Reads the file and hands it to `decode`. */
static enum adtmap_status read_blp(const struct assets *assets, const char *name,
                                   const struct diag *diag, decode_function *decode, void *user)
{
    struct blob blob;
    struct blp blp;
    char of_id[NAME_BYTES];
    const char *file;
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
    status = blp_parse(blob.data, blob.size, &at_origin, &blp);
    if (!status) {
        status = decode(user, &blp, &at_origin);
    }
    blob_release(&blob);
    return status;
}

enum adtmap_status texture_load(const struct assets *assets, const char *name,
                                const struct diag *diag, struct texture_image *image)
{
    *image = (struct texture_image){0};
    return read_blp(assets, name, diag, decode_image, image);
}

enum adtmap_status texture_stream(const struct assets *assets, const char *name,
                                  const struct diag *diag, const struct texture_sink *sink)
{
    struct texture_sink own = *sink;
    return read_blp(assets, name, diag, decode_stream, &own);
}

void texture_stand_in(const char *name, const struct adtmap_log *log,
                      const struct adtmap_message *why, uint8_t color[3])
{
    stand_in_color(name, color);
    struct diag at_file = {why->file, log, NULL};
    diag_warn(&at_file, why->chunk, why->offset, "texture %s; drawn as #%02x%02x%02x", why->what,
              color[0], color[1], color[2]);
}

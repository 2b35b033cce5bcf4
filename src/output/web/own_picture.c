/*
 * Pictures that a user gives are copied, not decoded: the first bytes tell the format, whatever the
 * name says, and the size is bounded, since pages load them.
 */
#include "output/web/own_picture.h"

#include <string.h>

#include "base/size.h"

static const struct {
    const char *begin;
    const char *extension;
} formats[] = {{"\x89PNG\r\n", "png"}, {"\xff\xd8\xff", "jpg"}, {"RIFF", "webp"}};

enum adtmap_status own_picture_read(const char *path, struct blob *blob, const char **extension,
                                    const char **problem)
{
    struct adtmap_message ignored;
    const struct diag quiet = {path, NULL, &ignored};
    enum adtmap_status status = file_map(path, &quiet, blob);
    if (status) {
        *blob = (struct blob){0};
        *problem = "cannot be read";
        return status == ADTMAP_NO_MEMORY ? status : ADTMAP_OK;
    }
    *extension = NULL;
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        size_t length = strlen(formats[i].begin);
        if (blob->size > length && memcmp(blob->data, formats[i].begin, length) == 0) {
            *extension = formats[i].extension;
        }
    }
    *problem = !*extension                          ? "is no PNG, JPEG or WebP"
               : blob->size > OWN_PICTURE_BYTES_MAX ? "is over 256 KiB"
                                                    : NULL;
    if (*problem) {
        blob_release(blob);
    }
    return ADTMAP_OK;
}

const char *own_picture_extension(size_t index)
{
    return index < COUNT_OF(formats) ? formats[index].extension : NULL;
}

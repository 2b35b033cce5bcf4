#include "cli/write_png.h"

#include "base/buffer.h"
#include "os/output_file.h"
#include "os/process.h"
#include "os/thread.h"

enum adtmap_status write_png_check(const char *path, const struct diag *diag)
{
    struct diag at_path = diag_at(diag, path);
    if (!output_may_be_png(path)) {
        return diag_fail(&at_path, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "is no name of a PNG file, the only kind of picture written here");
    }
    if (output_is_stdout(path) && process_stdout_is_terminal()) {
        return diag_fail(&at_path, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "is a terminal; a picture is not written to it");
    }
    return output_check(path, diag);
}

enum adtmap_status write_png(const char *path, const struct png_image *image,
                             const struct png_options *options, const struct adtmap_log *log,
                             struct adtmap_message *failure)
{
    struct buffer png = {0};
    const struct diag diag = {path, log, failure};
    struct png_encoder *encoder = png_encoder_create(thread_core_count());
    enum adtmap_status status =
        encoder ? png_encode(encoder, image, options, &diag, &png) : diag_fail_memory(&diag);
    if (status == ADTMAP_OK) {
        status = output_write(path, png.data, png.size, &diag);
    }
    png_encoder_destroy(encoder);
    buffer_free(&png);
    return status;
}

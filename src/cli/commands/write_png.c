#include "cli/commands/write_png.h"

#include "base/buffer.h"
#include "os/file.h"
#include "os/temporary.h"
#include "os/thread.h"

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
        temporary_sweep_beside(path);
        status = file_write_atomic(path, png.data, png.size, &diag);
    }
    png_encoder_destroy(encoder);
    buffer_free(&png);
    return status;
}

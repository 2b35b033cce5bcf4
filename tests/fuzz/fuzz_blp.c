/* BLP of both versions and all encodings, JPEG among them, all levels. */
#include <stdlib.h>

#include "formats/blp.h"
#include "fuzz/fuzz.h"

enum { MOST_TEXELS = 1 << 18 }; /* more take long and show nothing new */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct blp blp;
    fuzz_listen(&listener);
    if (blp_parse(data, size, &listener.diag, &blp)) {
        return 0;
    }
    blp_encoding_name(&blp);
    for (unsigned i = 0; i < blp.level_count; i++) {
        size_t texels = (size_t)blp_level_width(&blp, i) * blp_level_height(&blp, i);
        uint8_t *rgba = texels <= MOST_TEXELS ? malloc(4 * texels) : NULL;
        if (rgba) {
            blp_decode(&blp, i, &listener.diag, rgba);
        }
        free(rgba);
    }
    return 0;
}

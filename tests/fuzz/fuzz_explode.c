/* A stream of the Data Compression Library; the first two bytes are the room for its contents. */
#include <stdlib.h>

#include "assets/sources/mpq/explode.h"
#include "fuzz/fuzz.h"

enum { HEAD_BYTES = 2 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < HEAD_BYTES) {
        return -1;
    }
    size_t room = (size_t)(data[0] | data[1] << 8);
    uint8_t *contents = malloc(room ? room : 1);
    if (contents) {
        explode(data + HEAD_BYTES, size - HEAD_BYTES, contents, &room);
    }
    free(contents);
    return 0;
}

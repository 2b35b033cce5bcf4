/* Skins, of one small model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/m2/m2_builder.h"
#include "fuzz/fuzz_model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct buffer file;
    if (file.size == 0) {
        write_model(&file, &test_model);
    }
    const struct fuzz_part parts[3] = {{.data = file.data, .size = file.size},
                                       {.data = data, .size = size}};
    fuzz_model(parts);
    return 0;
}

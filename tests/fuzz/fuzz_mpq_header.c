/* The header of an archive; the first eight bytes are the size of the file. */
#include "assets/sources/mpq/mpq_header.h"
#include "base/reader.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct mpq_header header;
    struct reader reader = reader_make(data, size);
    uint64_t file_bytes = reader_u64(&reader);
    size_t left = reader_left(&reader);
    fuzz_listen(&listener);
    mpq_header_parse(reader.at, left, file_bytes, &listener.diag, &header);
    return 0;
}

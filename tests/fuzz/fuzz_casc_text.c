/* The files of text of a storage: the first byte says which. */
#include "assets/sources/casc/build_config.h"
#include "assets/sources/casc/build_info.h"
#include "assets/sources/casc/key_ring.h"
#include "fuzz/fuzz.h"

static void read_info(const uint8_t *data, size_t size, const struct diag *diag)
{
    struct build_info info;
    const struct casc_build *build;
    char product[BUILD_TEXT_BYTES];
    if (build_info_read(data, size, diag, &info) == ADTMAP_OK) {
        build_info_choose(&info, NULL, diag, &build);
        build_info_choose(&info, "wow", diag, &build);
    }
    flavor_info_read(data, size, product);
}

static void read_keys(const uint8_t *data, size_t size, const struct diag *diag)
{
    struct key_ring ring;
    if (key_ring_read(data, size, diag, &ring) == ADTMAP_OK) {
        key_ring_find(&ring, UINT64_C(0x0123456789ABCDEF));
        key_ring_free(&ring);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct build_config config;
    struct fuzz_part part;
    if (size == 0) {
        return -1;
    }
    fuzz_listen(&listener);
    fuzz_cut(data + 1, size - 1, &part, 1);
    switch (data[0] % 3) {
    case 0:
        read_info(part.data, part.size, &listener.diag);
        break;
    case 1:
        build_config_read(part.data, part.size, &listener.diag, &config);
        break;
    default:
        read_keys(part.data, part.size, &listener.diag);
        break;
    }
    fuzz_free(&part, 1);
    return 0;
}

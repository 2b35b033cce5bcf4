/* Parts of real storages, if they are there: $ADTMAP_REAL/casc-parts. No whole storage is public.
 */
#include "assets/sources/casc/casc_test.h"

#include <stdio.h>
#include <stdlib.h>

#include "assets/sources/casc/blte.h"
#include "assets/sources/casc/build_config.h"
#include "formats/real_files.h"
#include "os/file.h"

enum { SKIPPED = 77 }; /* the exit status that ctest knows */

static void open_part(const char *name, struct listener *l, struct blob *blob)
{
    char path[4096];
    const char *root = real_root();
    listen(l);
    assert_non_null(root);
    snprintf(path, sizeof path, "%s/casc-parts/%s", root, name);
    assert_int_equal(file_map(path, &l->diag, blob), ADTMAP_OK);
}

/* Unpacks a real BLTE, whose chunks have sums. Returns the first status that is no success. */
static enum adtmap_status unpack(const uint8_t *packed, size_t size, uint64_t known,
                                 struct listener *l, uint8_t *content)
{
    static const struct key_ring no_keys = {0};
    struct blte blte;
    enum adtmap_status status =
        blte_read_head(packed, blte_head_bytes(packed), size, known, &l->diag, &blte);
    for (uint32_t i = 0; !status && i < blte.count; i++) {
        assert_true(blte.has_sums);
        status = blte_unpack(&blte, i, packed + blte.chunks[i].packed_at, &no_keys, &l->diag,
                             content + blte.chunks[i].content_at);
    }
    blte_free(&blte);
    return status;
}

static void real_blte_unpacks_to_what_others_unpacked(void **state)
{
    (void)state;
    static const char *const names[] = {"wow_classic_cbd15a9f67c4d28d",
                                        "wow_classic_era_04ca19154f0c48b1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct listener l;
        struct blob packed;
        struct blob wanted;
        char name[256];
        snprintf(name, sizeof name, "%s.bin", names[i]);
        open_part(name, &l, &wanted);
        snprintf(name, sizeof name, "%s.blte", names[i]);
        open_part(name, &l, &packed);
        uint8_t *content = malloc(wanted.size);
        uint8_t *damaged = malloc(packed.size);
        assert_true(content && damaged);
        assert_int_equal(unpack(packed.data, packed.size, wanted.size, &l, content), ADTMAP_OK);
        assert_memory_equal(content, wanted.data, wanted.size);
        assert_int_equal(unpack(packed.data, packed.size, wanted.size + 1, &l, content),
                         ADTMAP_BAD_DATA);
        for (size_t at = 36; at < packed.size; at += 997) { /* in the chunk, which has a sum */
            memcpy(damaged, packed.data, packed.size);
            damaged[at] ^= 0x10;
            assert_int_equal(unpack(damaged, packed.size, wanted.size, &l, content),
                             ADTMAP_BAD_DATA);
        }
        free(content);
        free(damaged);
        blob_release(&packed);
        blob_release(&wanted);
    }
}

static void real_build_config_names_root_and_encoding(void **state)
{
    (void)state;
    static const uint8_t root[] = {0xb4, 0x34, 0xe6, 0xa3}; /* and so on */
    static const uint8_t encoding[] = {0xc0, 0x86, 0x07, 0x88};
    struct listener l;
    struct blob blob;
    struct build_config config;
    open_part("wow_build_config.txt", &l, &blob);
    assert_int_equal(build_config_read(blob.data, blob.size, &l.diag, &config), ADTMAP_OK);
    assert_memory_equal(&config.root, root, sizeof root);
    assert_memory_equal(&config.encoding, encoding, sizeof encoding);
    assert_int_equal(config.encoding_bytes, 194294179);
    blob_release(&blob);
}

int test_real_casc(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_blte_unpacks_to_what_others_unpacked),
        cmocka_unit_test(real_build_config_names_root_and_encoding),
    };
    const char *root = real_root();
    char path[4096];
    if (!root) {
        return SKIPPED;
    }
    snprintf(path, sizeof path, "%s/casc-parts", root);
    if (!file_is_directory(path)) {
        printf("skipped: no directory %s\n", path);
        return SKIPPED;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}

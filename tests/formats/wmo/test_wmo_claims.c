/* Buildings, textures and tables in which a field claims more than the file holds take no memory
 * for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "formats/blp/blp_whole.h"
#include "formats/claims.h"
#include "formats/tables/table.h"
#include "formats/wmo/wmo.h"
#include "formats/wmo/wmo_build.h"

static enum adtmap_status read_root(const uint8_t *data, size_t size)
{
    static struct arena arena;
    const struct diag diag = {0};
    struct wmo *root;
    enum adtmap_status status = wmo_read_root(data, size, &arena, &diag, &root);
    arena_reset(&arena);
    return status;
}

/* The root that groups are read with; all of v14 files. */
static const struct wmo *root_17;

static enum adtmap_status read_group(const uint8_t *data, size_t size)
{
    static struct arena arena;
    const struct diag diag = {0};
    struct wmo_group *group;
    enum adtmap_status status = wmo_read_group(root_17, data, size, 0, &arena, &diag, &group);
    arena_reset(&arena);
    return status;
}

static enum adtmap_status read_v14(const uint8_t *data, size_t size)
{
    static struct arena arena;
    const struct diag diag = {0};
    struct wmo *root;
    struct wmo_group *group;
    enum adtmap_status status = wmo_read_root(data, size, &arena, &diag, &root);
    for (uint32_t i = 0; !status && i < root->group_count && i < 4; i++) {
        status = wmo_read_group(root, data, size, i, &arena, &diag, &group);
    }
    arena_reset(&arena);
    return status;
}

/* In one piece: the picture has the size that the file claims. */
static enum adtmap_status read_blp(const uint8_t *data, size_t size)
{
    const struct diag diag = {0};
    struct blp blp;
    enum adtmap_status status = blp_parse(data, size, &diag, &blp);
    if (status) {
        return status;
    }
    uint8_t *rgba = malloc((size_t)blp.width * blp.height * 4);
    status = rgba ? blp_decode_whole(&blp, 0, &diag, rgba) : ADTMAP_NO_MEMORY;
    free(rgba);
    return status;
}

static enum adtmap_status read_dbc(const uint8_t *data, size_t size)
{
    const struct diag diag = {0};
    struct table dbc;
    return table_read_cells(data, size, &diag, &dbc);
}

static void claims_in_a_building_take_no_memory(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct diag diag = {0};
    struct buffer root = {0};
    struct buffer group = {0};
    struct wmo *read;
    write_root(&root, 17, 0);
    write_group(&group, 17, 0);
    assert_int_equal(wmo_read_root(root.data, root.size, &arena, &diag, &read), ADTMAP_OK);
    root_17 = read;
    claims_take_no_memory(&root, read_root);
    claims_take_no_memory(&group, read_group);
    arena_free(&arena);
    buffer_free(&root);
    buffer_free(&group);
}

static void claims_in_a_building_of_v14_take_no_memory(void **state)
{
    (void)state;
    struct buffer file = {0};
    write_v14(&file);
    claims_take_no_memory(&file, read_v14);
    buffer_free(&file);
}

enum { BLP_HEADER_BYTES = 148, BLP_SIZES_AT = 84 };

/* Encoding 1 palette, 2 DXT, 3 BGRA; one level of 4x4 texels. */
static void write_blp(struct buffer *file, uint8_t encoding, uint32_t width, uint32_t height)
{
    const uint8_t kind[4] = {encoding, 8, 7, 1};
    buffer_append(file, "BLP2", 4);
    buffer_u32le(file, 1);
    buffer_append(file, kind, sizeof kind);
    buffer_u32le(file, width);
    buffer_u32le(file, height);
    memset(buffer_extend(file, BLP_HEADER_BYTES - 20), 0, BLP_HEADER_BYTES - 20);
    memset(buffer_extend(file, 1024 + 64), 0, 1024 + 64);
    put_u32(file, 20, BLP_HEADER_BYTES + 1024);
    put_u32(file, BLP_SIZES_AT, 64);
}

static void claims_in_a_texture_take_no_memory(void **state)
{
    (void)state;
    for (uint8_t encoding = 1; encoding <= 3; encoding++) {
        struct buffer file = {0};
        write_blp(&file, encoding, 4, 4);
        claims_take_no_memory(&file, read_blp);
        buffer_free(&file);
    }
}

static void a_few_bytes_do_not_claim_a_large_texture(void **state)
{
    (void)state;
    struct adtmap_message failure;
    const struct diag diag = {.failure = &failure};
    for (uint8_t encoding = 0; encoding <= 3; encoding++) {
        struct buffer file = {0};
        struct blp blp;
        write_blp(&file, encoding, 8192, 8192);
        assert_int_equal(blp_parse(file.data, file.size, &diag, &blp), ADTMAP_BAD_DATA);
        assert_non_null(strstr(failure.what, "less than half"));
        buffer_free(&file);
        write_blp(&file, encoding, 1024, 1024);
        assert_int_equal(blp_parse(file.data, file.size, &diag, &blp), ADTMAP_OK);
        buffer_free(&file);
    }
}

static void claims_in_a_table_take_no_memory(void **state)
{
    (void)state;
    struct buffer file = {0};
    buffer_append(&file, "WDBC", 4);
    const uint32_t header[] = {2, 3, 12, 1};
    for (size_t i = 0; i < 4; i++) {
        buffer_u32le(&file, header[i]);
    }
    memset(buffer_extend(&file, 25), 0, 25);
    claims_take_no_memory(&file, read_dbc);
    buffer_free(&file);
}

int test_wmo_claims(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_in_a_building_take_no_memory),
        cmocka_unit_test(claims_in_a_building_of_v14_take_no_memory),
        cmocka_unit_test(claims_in_a_texture_take_no_memory),
        cmocka_unit_test(a_few_bytes_do_not_claim_a_large_texture),
        cmocka_unit_test(claims_in_a_table_take_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

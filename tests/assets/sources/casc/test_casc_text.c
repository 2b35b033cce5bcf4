/* The files of text of a storage, and of keys. */
#include "assets/sources/casc/casc_test.h"

#include "assets/sources/casc/build_config.h"
#include "assets/sources/casc/build_info.h"
#include "assets/sources/casc/key_ring.h"
#include "base/buffer.h"

#define KEY_A "00112233445566778899aabbccddeeff"
#define KEY_B "ffeeddccbbaa99887766554433221100"

static enum adtmap_status read_info(const char *text, struct listener *l, struct build_info *info)
{
    listen(l);
    return build_info_read((const uint8_t *)text, strlen(text), &l->diag, info);
}

static const char two_products[] =
    "Branch!STRING:0|Active!DEC:1|Build Key!HEX:16|Tags!STRING:0|Version!STRING:0|Product!STRING:0"
    "\r\neu|1|" KEY_A "|Windows x86_64 EU? deDE speech?:Windows EU? deDE text?|11.2.7.1|wow\r\n"
    "eu|1|" KEY_B "|Windows enUS speech?:Windows enUS text?|1.15.8.2|wow_classic_era\r\n";

static void test_products_are_told_apart(void **state)
{
    struct build_info info;
    struct listener l;
    const struct casc_build *build;
    (void)state;
    assert_int_equal(read_info(two_products, &l, &info), ADTMAP_OK);
    assert_int_equal(info.count, 2);
    assert_int_equal(build_info_choose(&info, "wow", &l.diag, &build), ADTMAP_OK);
    assert_string_equal(build->version, "11.2.7.1");
    assert_string_equal(build->locale, "deDE");
    assert_int_equal(build->config.bytes[1], 0x11);
    assert_int_equal(build_info_choose(&info, NULL, &l.diag, &build), ADTMAP_BAD_ARGUMENT);
    assert_says(l.failure.what, "wow, wow_classic_era; --product");
    assert_int_equal(build_info_choose(&info, "diablo", &l.diag, &build), ADTMAP_BAD_ARGUMENT);
    assert_says(l.failure.what, "no product \"diablo\"; there are: wow, wow_classic_era");
}

static void test_first_years_have_no_product_column(void **state)
{
    struct build_info info;
    struct listener l;
    const struct casc_build *build;
    (void)state;
    assert_int_equal(
        read_info("Active!DEC:1|Build Key!HEX:16\n0|" KEY_A "\n1|" KEY_B "\n", &l, &info),
        ADTMAP_OK);
    assert_int_equal(build_info_choose(&info, NULL, &l.diag, &build), ADTMAP_OK);
    assert_int_equal(build->config.bytes[0], 0xff);
    assert_string_equal(build->product, "");
}

static void test_rows_without_a_key_are_left_out(void **state)
{
    struct build_info info;
    struct listener l;
    (void)state;
    assert_int_equal(read_info("Active!DEC:1|Build Key!HEX:16\n1|xyz\n1\n1|" KEY_A "\n", &l, &info),
                     ADTMAP_OK);
    assert_int_equal(info.count, 1);
    assert_int_equal(l.said.warnings, 1);
    assert_int_equal(read_info("", &l, &info), ADTMAP_BAD_DATA);
    assert_int_equal(read_info("Active!DEC:1\n1\n", &l, &info), ADTMAP_BAD_DATA);
}

static void test_so_many_products_and_columns_are_read(void **state)
{
    struct build_info info;
    struct listener l;
    (void)state;
    for (size_t rows = BUILDS_MAX; rows <= BUILDS_MAX + 1; rows++) {
        struct buffer text = {0};
        buffer_printf(&text, "Active!DEC:1|Build Key!HEX:16\n");
        for (size_t i = 0; i < rows; i++) {
            buffer_printf(&text, "1|" KEY_A "\n");
        }
        listen(&l);
        assert_int_equal(build_info_read(text.data, text.size, &l.diag, &info), ADTMAP_OK);
        assert_int_equal(info.count, 64);
        assert_int_equal(l.said.warnings, rows - 64);
        assert_string_equal(l.said.last,
                            rows == 64 ? "" : "1 rows without a build key, or too many: left out");
        buffer_free(&text);
    }
    /* The key is in the last column that is read, then in the one behind it. */
    for (int before = 63; before <= 64; before++) {
        struct buffer text = {0};
        for (int i = 0; i < before; i++) {
            buffer_printf(&text, "A!DEC:1|");
        }
        buffer_printf(&text, "Build Key!HEX:16\n");
        for (int i = 0; i < before; i++) {
            buffer_printf(&text, "1|");
        }
        buffer_printf(&text, KEY_A "\n");
        listen(&l);
        assert_int_equal(build_info_read(text.data, text.size, &l.diag, &info),
                         before == 63 ? ADTMAP_OK : ADTMAP_BAD_DATA);
        assert_string_equal(l.failure.what, before == 63 ? "" : "no row with a build key");
        assert_string_equal(l.said.last,
                            before == 63 ? "" : "more than 64 columns; the rest left out");
        buffer_free(&text);
    }
}

static void test_flavor_names_the_product(void **state)
{
    static const char text[] = "Product Flavor!STRING:0\nwow_classic_era\n";
    char product[BUILD_TEXT_BYTES];
    (void)state;
    assert_true(flavor_info_read((const uint8_t *)text, strlen(text), product));
    assert_string_equal(product, "wow_classic_era");
    assert_false(flavor_info_read((const uint8_t *)text, 5, product));
}

static enum adtmap_status read_config(const char *text, struct listener *l,
                                      struct build_config *config)
{
    listen(l);
    return build_config_read((const uint8_t *)text, strlen(text), &l->diag, config);
}

static void test_config_has_root_and_encoding(void **state)
{
    struct build_config config;
    struct listener l;
    (void)state;
    assert_int_equal(read_config("# Build\n\nroot = " KEY_A "\nencoding = " KEY_A " " KEY_B
                                 "\nencoding-size = 14004322 13990000\n",
                                 &l, &config),
                     ADTMAP_OK);
    assert_int_equal(config.encoding.bytes[0], 0xff);
    assert_int_equal(config.encoding_bytes, 14004322);
}

static void test_build_without_root_is_named(void **state)
{
    struct build_config config;
    struct listener l;
    (void)state;
    assert_int_equal(read_config("encoding = " KEY_A " " KEY_B "\n", &l, &config),
                     ADTMAP_UNSUPPORTED);
    assert_says(l.failure.what, "virtual file system");
    assert_int_equal(read_config("root = 00000000000000000000000000000000\nencoding = " KEY_A
                                 " " KEY_B "\n",
                                 &l, &config),
                     ADTMAP_UNSUPPORTED);
    assert_int_equal(read_config("root = " KEY_A "\nencoding = " KEY_A "\n", &l, &config),
                     ADTMAP_BAD_DATA);
    assert_int_equal(read_config("root\n=\nencoding =", &l, &config), ADTMAP_BAD_DATA);
}

static void test_key_file_with_broken_lines(void **state)
{
    static const char text[] = "# keys\nFA505078126ACB3E " KEY_A " added in 7.0\r\n"
                               "0123456789abcdef;" KEY_B "\nFA505078126ACB3F\nrubbish\n";
    struct key_ring ring;
    struct listener l;
    (void)state;
    listen(&l);
    assert_int_equal(key_ring_read((const uint8_t *)text, strlen(text), &l.diag, &ring), ADTMAP_OK);
    assert_int_equal(ring.count, 2);
    assert_int_equal(l.said.warnings, 1);
    assert_says(l.said.last, "2 lines");
    assert_int_equal(key_ring_find(&ring, UINT64_C(0xFA505078126ACB3E))[1], 0x11);
    assert_int_equal(key_ring_find(&ring, UINT64_C(0x0123456789abcdef))[0], 0xff);
    assert_null(key_ring_find(&ring, 1));
    key_ring_free(&ring);
    assert_int_equal(key_ring_read((const uint8_t *)text, 6, &l.diag, &ring), ADTMAP_BAD_DATA);
}

int test_casc_text(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products_are_told_apart),
        cmocka_unit_test(test_first_years_have_no_product_column),
        cmocka_unit_test(test_rows_without_a_key_are_left_out),
        cmocka_unit_test(test_so_many_products_and_columns_are_read),
        cmocka_unit_test(test_flavor_names_the_product),
        cmocka_unit_test(test_config_has_root_and_encoding),
        cmocka_unit_test(test_build_without_root_is_named),
        cmocka_unit_test(test_key_file_with_broken_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

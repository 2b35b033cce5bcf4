/* The colour of a site's own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/size.h"
#include "output/web/web_brand.h"

static const uint8_t black[3] = {0, 0, 0};
static const uint8_t white[3] = {255, 255, 255};

static void contrasts_are_those_of_wcag(void **state)
{
    (void)state;
    static const uint8_t grey[3] = {0x76, 0x76, 0x76};
    assert_true(web_brand_contrast(black, white) > 20.999);
    assert_true(web_brand_contrast(white, black) < 21.001);
    assert_true(web_brand_contrast(grey, white) > 4.54 && web_brand_contrast(grey, white) < 4.55);
    assert_true(web_brand_contrast(grey, grey) == 1);
}

/* Grounds of both themes: the page's, and that of a chosen button over a white and a black map. */
static void every_accent_can_be_read_in_both_themes(void **state)
{
    (void)state;
    static const uint8_t dark[][3] = {{14, 20, 26}, {27, 38, 48}, {67, 73, 80}};
    static const uint8_t light[][3] = {{223, 229, 234}, {255, 255, 255}, {218, 218, 218}};
    for (unsigned i = 0; i < 6 * 6 * 6; i++) {
        char accent[8];
        uint8_t pale[3];
        uint8_t deep[3];
        snprintf(accent, sizeof accent, "#%02x%02x%02X", i % 6 * 51, i / 6 % 6 * 51, i / 36 * 51);
        web_brand_accent(accent, pale, deep);
        for (size_t k = 0; k < COUNT_OF(dark); k++) {
            assert_true(web_brand_contrast(pale, dark[k]) >= WEB_CONTRAST_AA);
            assert_true(web_brand_contrast(deep, light[k]) >= WEB_CONTRAST_AA);
        }
    }
}

static void an_accent_that_can_be_read_stays(void **state)
{
    (void)state;
    uint8_t pale[3];
    uint8_t deep[3];
    web_brand_accent("#f2b84b", pale, deep);
    assert_memory_equal(pale, ((const uint8_t[]){0xf2, 0xb8, 0x4b}), 3);
    assert_memory_not_equal(deep, pale, 3);
    web_brand_accent("#3355aa", pale, deep);
    assert_memory_equal(deep, ((const uint8_t[]){0x33, 0x55, 0xaa}), 3);
}

int test_web_brand(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contrasts_are_those_of_wcag),
        cmocka_unit_test(every_accent_can_be_read_in_both_themes),
        cmocka_unit_test(an_accent_that_can_be_read_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

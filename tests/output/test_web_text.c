/* Names from outside cannot break out of JSON, HTML and addresses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "output/web_text.h"

static void assert_text(struct buffer *buffer, const char *wanted)
{
    buffer_u8(buffer, 0);
    assert_false(buffer->failed);
    assert_string_equal((const char *)buffer->data, wanted);
    buffer_free(buffer);
}

static void html_escapes_tags_and_quotes(void **state)
{
    (void)state;
    struct buffer text = {0};
    web_text_html(&text, "<b a=\"1\" c='2'>&amp;");
    assert_text(&text, "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;");
}

static void addresses_escape_all_but_plain_characters(void **state)
{
    (void)state;
    struct buffer text = {0};
    web_text_address(&text, "Isle & Co_1.2~(\xc3\xa9)?#%/-");
    assert_text(&text, "Isle%20%26%20Co_1.2~%28%C3%A9%29%3F%23%25%2F-");
}

static void millionths_are_the_nearest(void **state)
{
    (void)state;
    assert_int_equal(web_text_millionths(-1.5), -1500000);
    assert_int_equal(web_text_millionths(0.0000014), 1);
    assert_int_equal(web_text_millionths(0.0000016), 2);
    assert_int_equal(web_text_millionths(-0.0000016), -2);
    assert_int_equal(web_text_millionths(17066.6666666), 17066666667);
}

static void templates_take_values_once_and_leave_unknown_names(void **state)
{
    (void)state;
    struct buffer text = {0};
    struct buffer name = {0};
    buffer_printf(&name, "{{other}}");
    const struct web_text_value values[] = {{"name", &name}, {"other", &name}};
    const char source[] = "<{{name}}|{{nobody}}|{{|}}{{name}}";
    web_text_expand(&text, source, sizeof source - 1, values, 2);
    assert_text(&text, "<{{other}}|{{nobody}}|{{|}}{{other}}");
    buffer_free(&name);
}

int test_web_text(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(html_escapes_tags_and_quotes),
        cmocka_unit_test(addresses_escape_all_but_plain_characters),
        cmocka_unit_test(millionths_are_the_nearest),
        cmocka_unit_test(templates_take_values_once_and_leave_unknown_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "output/web/web_template.h"

static void assert_text(struct buffer *buffer, const char *wanted)
{
    buffer_u8(buffer, 0);
    assert_false(buffer->failed);
    assert_string_equal((const char *)buffer->data, wanted);
    buffer_free(buffer);
}

static void templates_take_values_once_and_leave_unknown_names(void **state)
{
    (void)state;
    struct buffer text = {0};
    struct buffer name = {0};
    buffer_printf(&name, "{{other}}");
    const struct web_template_value values[] = {{"name", &name}, {"other", &name}};
    const char source[] = "<{{name}}|{{nobody}}|{{|}}{{name}}";
    web_template_expand(&text, source, sizeof source - 1, values, 2);
    assert_text(&text, "<{{other}}|{{nobody}}|{{|}}{{other}}");
    buffer_free(&name);
}

int test_web_template(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(templates_take_values_once_and_leave_unknown_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

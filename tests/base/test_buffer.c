/* Growable buffers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/buffer.h"

static void extending_an_empty_buffer_by_nothing_is_not_null(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    assert_non_null(buffer_extend(&buffer, 0));
    assert_int_equal(buffer.size, 0);
    assert_false(buffer.failed);
    buffer_free(&buffer);
}

static void growing_keeps_the_bytes(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    for (unsigned i = 0; i < 5000; i++) {
        buffer_u16le(&buffer, (uint16_t)i);
    }
    assert_int_equal(buffer.size, 10000);
    for (unsigned i = 0; i < 5000; i++) {
        assert_int_equal(buffer.data[2 * i], i & 0xFF);
        assert_int_equal(buffer.data[2 * i + 1], i >> 8);
    }
    buffer_free(&buffer);
}

static void appends_after_a_failure_do_nothing(void **state)
{
    (void)state;
    struct buffer buffer = {0};
    buffer_append(&buffer, "abc", 3);
    assert_null(buffer_extend(&buffer, SIZE_MAX / 2));
    assert_true(buffer.failed);
    buffer_append(&buffer, "d", 1);
    assert_null(buffer_extend(&buffer, 0));
    assert_int_equal(buffer.size, 3);
    buffer_clear(&buffer);
    buffer_append(&buffer, "d", 1);
    assert_memory_equal(buffer.data, "d", 1);
    buffer_free(&buffer);
}

static void assert_text(struct buffer *buffer, const char *wanted)
{
    buffer_u8(buffer, 0);
    assert_false(buffer->failed);
    assert_string_equal((const char *)buffer->data, wanted);
    buffer_free(buffer);
}

/* With any room behind what is there, down to none. */
static void formatted_text_is_whole_whatever_room_there_is(void **state)
{
    (void)state;
    for (size_t before = 240; before <= 260; before++) {
        struct buffer text = {0};
        memset(buffer_extend(&text, before), '.', before);
        buffer_printf(&text, "%s-%d", "abcdefgh", 12);
        assert_int_equal(text.size, before + 11);
        buffer_printf(&text, "!");
        buffer_u8(&text, 0);
        assert_string_equal((const char *)text.data + before, "abcdefgh-12!");
        buffer_free(&text);
    }
}

static void numbers_have_all_their_digits(void **state)
{
    (void)state;
    struct buffer text = {0};
    buffer_decimal(&text, 0);
    buffer_u8(&text, ' ');
    buffer_decimal(&text, 10203);
    buffer_u8(&text, ' ');
    buffer_decimal(&text, UINT64_MAX);
    assert_text(&text, "0 10203 18446744073709551615");
}

static void html_escapes_tags_and_quotes(void **state)
{
    (void)state;
    struct buffer text = {0};
    buffer_html(&text, "<b a=\"1\" c='2'>&amp;");
    assert_text(&text, "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;");
}

static void base64_is_padded(void **state)
{
    (void)state;
    struct buffer text = {0};
    for (size_t size = 1; size <= 4; size++) {
        buffer_base64(&text, (const uint8_t *)"\xff\xd8@>", size);
    }
    assert_text(&text, "/w==/9g=/9hA/9hAPg==");
}

static void addresses_escape_all_but_plain_characters(void **state)
{
    (void)state;
    struct buffer text = {0};
    buffer_address(&text, "Isle & Co_1.2~(\xc3\xa9)?#%/-");
    assert_text(&text, "Isle%20%26%20Co_1.2~%28%C3%A9%29%3F%23%25%2F-");
}

static void texts_follow_each_other(void **state)
{
    struct buffer texts = {0};
    (void)state;
    assert_null(buffer_next_text(&texts, NULL));
    buffer_append(&texts, "one\0\0three", sizeof "one\0\0three");
    const char *text = buffer_next_text(&texts, NULL);
    assert_string_equal(text, "one");
    text = buffer_next_text(&texts, text);
    assert_string_equal(text, "");
    text = buffer_next_text(&texts, text);
    assert_string_equal(text, "three");
    assert_null(buffer_next_text(&texts, text));
    buffer_free(&texts);
}

int test_buffer(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(extending_an_empty_buffer_by_nothing_is_not_null),
        cmocka_unit_test(growing_keeps_the_bytes),
        cmocka_unit_test(appends_after_a_failure_do_nothing),
        cmocka_unit_test(formatted_text_is_whole_whatever_room_there_is),
        cmocka_unit_test(numbers_have_all_their_digits),
        cmocka_unit_test(html_escapes_tags_and_quotes),
        cmocka_unit_test(base64_is_padded),
        cmocka_unit_test(addresses_escape_all_but_plain_characters),
        cmocka_unit_test(texts_follow_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

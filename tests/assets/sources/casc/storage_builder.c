#include "assets/sources/casc/storage_builder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assets/sources/casc/encrypted.h"

enum { GERMAN = 0x20, ENCRYPTED_FLAG = 0x8000000 };

uint8_t storage_two(size_t index)
{
    return (uint8_t)(index / 5 * (index >> 10));
}

static void add(struct casc_writer *writer, struct casc_file file, const char *text)
{
    file.data = (const uint8_t *)text;
    file.size = strlen(text);
    file.locale_flags = file.locale_flags ? file.locale_flags : CASC_ALL_LOCALES;
    assert_int_equal(casc_writer_add(writer, &file), ADTMAP_OK);
}

static void add_two(struct casc_writer *writer)
{
    uint8_t *bytes = malloc(STORAGE_TWO_BYTES);
    assert_non_null(bytes);
    for (size_t i = 0; i < STORAGE_TWO_BYTES; i++) {
        bytes[i] = storage_two(i);
    }
    const struct casc_file file = {.name = "World\\Two.txt",
                                   .id = 2,
                                   .data = bytes,
                                   .size = STORAGE_TWO_BYTES,
                                   .locale_flags = CASC_ALL_LOCALES,
                                   .packing = CASC_CHUNKED};
    assert_int_equal(casc_writer_add(writer, &file), ADTMAP_OK);
    free(bytes);
}

void storage_build(const char *directory, enum casc_root root)
{
    const struct casc_product product = {"wow", "1.2.3.4", "enUS", root};
    struct adtmap_message failure;
    const struct diag diag = {directory, NULL, &failure};
    struct casc_writer *writer;
    struct buffer encrypted = {0};
    struct buffer half = {0};
    encrypted_put(&encrypted, "five");
    encrypted_put_half(&half, "open", "shut");
    assert_int_equal(casc_writer_open(directory, &product, &diag, &writer), ADTMAP_OK);
    add(writer, (struct casc_file){.name = "world/one.txt", .id = 1}, "one");
    add_two(writer);
    add(writer, (struct casc_file){.id = 3, .packing = CASC_STORED}, "three");
    add(writer, (struct casc_file){.name = "world/four.txt", .id = 4, .is_absent = true}, "four");
    add(writer,
        (struct casc_file){.name = "world/five.txt",
                           .id = 5,
                           .content_flags = ENCRYPTED_FLAG,
                           .packed = &encrypted},
        "five");
    add(writer, (struct casc_file){.name = "world/six.txt", .id = 6, .locale_flags = GERMAN},
        "sechs");
    add(writer, (struct casc_file){.name = "world/six.txt", .id = 6}, "six");
    add(writer, (struct casc_file){.name = "world/eight.txt", .id = 8, .packed = &half},
        "openshut");
    add(writer, (struct casc_file){.name = "world/seven.txt", .id = 7, .locale_flags = GERMAN},
        "sieben");
    assert_int_equal(casc_writer_finish(writer), ADTMAP_OK);
    buffer_free(&encrypted);
    buffer_free(&half);
}

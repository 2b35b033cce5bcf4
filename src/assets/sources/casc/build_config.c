#include "assets/sources/casc/build_config.h"

#include <stdlib.h>

#include "assets/sources/casc/text_lines.h"

/* The word at `index` of a value, as a key. */
static bool read_key(struct text_part value, size_t index, uint8_t key[CASC_KEY_BYTES])
{
    struct text_part word;
    for (size_t i = 0; text_next_part(&value, ' ', &word); i++) {
        if (i == index) {
            return word.size == 2 * CASC_KEY_BYTES &&
                   casc_hex_read(word.begin, key, CASC_KEY_BYTES);
        }
    }
    return false;
}

static uint64_t read_number(struct text_part value)
{
    char text[24];
    text_copy(value, text, sizeof text);
    return strtoull(text, NULL, 10);
}

enum adtmap_status build_config_read(const uint8_t *data, size_t size, const struct diag *diag,
                                     struct build_config *config)
{
    struct text_part rest = {(const char *)data, size};
    struct text_part line;
    static const struct content_key zero = {0};
    bool has_root = false;
    bool has_encoding = false;
    *config = (struct build_config){0};
    while (text_next_line(&rest, &line)) {
        struct text_part name;
        if (line.size == 0 || line.begin[0] == '#' || !text_next_part(&line, '=', &name)) {
            continue;
        }
        name = text_trim(name);
        struct text_part value = line.begin ? text_trim(line) : (struct text_part){"", 0};
        if (text_equals(name, "root")) {
            has_root = read_key(value, 0, config->root.bytes);
        } else if (text_equals(name, "encoding")) {
            has_encoding = read_key(value, 1, config->encoding.bytes);
        } else if (text_equals(name, "encoding-size")) {
            config->encoding_bytes = read_number(value);
        }
    }
    if (!has_encoding) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "names no encoding table");
    }
    if (!has_root || content_key_compare(&config->root, &zero) == 0) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "names no root: builds with a virtual file system only are not supported");
    }
    return ADTMAP_OK;
}

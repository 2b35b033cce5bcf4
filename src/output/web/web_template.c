/*
 * Values are inserted as they are and not looked at again, so what a map or a marker is called
 * cannot bring in a name of the template.
 */
#include "output/web/web_template.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "output/web/web_asset.h"

static const struct buffer *value_of(const char *name, size_t length,
                                     const struct web_template_value *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strlen(values[i].name) == length && memcmp(values[i].name, name, length) == 0) {
            return values[i].text;
        }
    }
    return NULL;
}

void web_template_expand(struct buffer *buffer, const char *source, size_t size,
                         const struct web_template_value *values, size_t count)
{
    const char *end = source + size;
    while (source < end) {
        const char *open = bytes_find(source, (size_t)(end - source), "{{");
        const char *close = open ? bytes_find(open, (size_t)(end - open), "}}") : NULL;
        if (!close) {
            buffer_append(buffer, source, (size_t)(end - source));
            return;
        }
        const struct buffer *value = value_of(open + 2, (size_t)(close - open) - 2, values, count);
        buffer_append(buffer, source, (size_t)(open - source));
        if (value) {
            buffer_append(buffer, value->data, value->size);
            source = close + 2;
        } else {
            buffer_append(buffer, open, 2);
            source = open + 2;
        }
    }
}

void web_template_page(struct buffer *page, const char *template,
                       const struct web_template_value *values, size_t count)
{
    const struct web_asset *asset = web_asset_find(template);
    assert(asset);
    web_template_expand(page, (const char *)asset->data, asset->size, values, count);
    for (size_t i = 0; i < count; i++) {
        page->failed |= values[i].text->failed;
        buffer_free(values[i].text);
    }
}

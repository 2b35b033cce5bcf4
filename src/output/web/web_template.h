/* Pages made from templates. */
#ifndef OUTPUT_WEB_WEB_TEMPLATE_H
#define OUTPUT_WEB_WEB_TEMPLATE_H

#include <stddef.h>

#include "base/buffer.h"

/* What stands for {{name}} in a template; used as it is. */
struct web_template_value {
    const char *name;
    struct buffer *text;
};

/* Appends a template of `size` bytes, every {{name}} replaced by its value. A name without a value
 * stays. */
void web_template_expand(struct buffer *buffer, const char *source, size_t size,
                         const struct web_template_value *values, size_t count);

/* The same with a file of web_asset.h; frees the values. */
void web_template_page(struct buffer *page, const char *template,
                       const struct web_template_value *values, size_t count);

#endif

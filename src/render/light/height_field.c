/* The memory of a field, and what it is before anything is drawn. */
#include "render/light/height_field.h"

#include <string.h>

#include "os/large_alloc.h"

bool height_field_init(struct height_field *field, uint32_t size_px, uint32_t margin_px,
                       bool has_shadows, bool has_surface)
{
    uint32_t stride = size_px + 2 * margin_px;
    size_t count = (size_t)stride * stride;
    *field = (struct height_field){.size_px = size_px, .margin_px = margin_px, .stride = stride};
    if (has_shadows) {
        field->caster = large_alloc(count * sizeof *field->caster);
        field->cover = large_alloc(count * sizeof *field->cover);
        field->receiver = large_alloc(count * sizeof *field->receiver);
    }
    if (has_surface) {
        field->surface = large_alloc(count * sizeof *field->surface);
    }
    if ((has_shadows && (!field->caster || !field->cover || !field->receiver)) ||
        (has_surface && !field->surface)) {
        height_field_free(field);
        return false;
    }
    return true;
}

void height_field_free(struct height_field *field)
{
    large_free(field->caster);
    large_free(field->cover);
    large_free(field->receiver);
    large_free(field->surface);
    *field = (struct height_field){0};
}

size_t height_field_pixel_bytes(bool has_shadows, bool has_surface)
{
    const struct height_field *field = NULL;
    size_t shadows = sizeof *field->caster + sizeof *field->cover + sizeof *field->receiver;
    return (has_shadows ? shadows : 0) + (has_surface ? sizeof *field->surface : 0);
}

static void clear_surface(int32_t *surface, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        surface[i] = SURFACE_NONE;
    }
}

/* The tile's own surface is drawn or taken from elsewhere. */
static void clear_margin(const struct height_field *field)
{
    const size_t margin = field->margin_px, size = field->size_px, stride = field->stride;
    clear_surface(field->surface, margin * stride);
    for (size_t y = margin; y < margin + size; y++) {
        clear_surface(field->surface + y * stride, margin);
        clear_surface(field->surface + y * stride + margin + size, margin);
    }
    clear_surface(field->surface + (margin + size) * stride, margin * stride);
}

void height_field_clear(struct height_field *field)
{
    size_t count = (size_t)field->stride * field->stride;
    if (field->caster) {
        memset(field->caster, 0, count * sizeof *field->caster);
        memset(field->cover, 0, count * sizeof *field->cover);
        memset(field->receiver, 0, count * sizeof *field->receiver);
    }
    if (field->surface) {
        clear_margin(field);
    }
}

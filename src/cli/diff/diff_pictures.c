/*
 * Each tile that differs becomes a sheet (codec/change_sheet.h) of the pictures of both builds,
 * drawn as `tile` draws them. One set of buffers serves all tiles; a tile that cannot be drawn or
 * written is named and stops no other.
 */
#include "cli/diff/diff_pictures.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/path.h"
#include "base/size.h"
#include "cli/write_png.h"
#include "codec/change_sheet.h"
#include "os/file.h"
#include "output/paths.h"

/* A tile of both maps, and its sheet. */
struct sheet_drawing {
    struct adtmap_map *maps[2];
    struct adtmap_settings settings;
    uint8_t *pictures[2];
    uint8_t *sheet;
    char *folder; /* OUT/MAP */
    const struct diag *diag;
};

/* Makes room for a tile of `size_px`. */
static enum adtmap_status open_drawing(struct sheet_drawing *drawing, const char *out,
                                       uint32_t size_px)
{
    const char *map = drawing->maps[1]->name;
    size_t pixels = (size_t)size_px * size_px;
    adtmap_settings_default(&drawing->settings);
    drawing->settings.size_px = size_px;
    enum adtmap_status status = path_check_map_name(map, drawing->diag);
    if (status) {
        return status;
    }
    drawing->pictures[0] = malloc(pixels * 4);
    drawing->pictures[1] = malloc(pixels * 4);
    drawing->sheet = malloc((size_t)change_sheet_width(size_px) * size_px * 4);
    drawing->folder = path_map_directory(out, map);
    if (!drawing->pictures[0] || !drawing->pictures[1] || !drawing->sheet || !drawing->folder) {
        return diag_fail_memory(drawing->diag);
    }
    return file_make_directory(drawing->folder, drawing->diag);
}

/* The picture of a side; NULL where the map has no such tile. */
static enum adtmap_status draw_side(struct sheet_drawing *drawing, int side, uint32_t tile,
                                    const uint8_t **picture)
{
    uint32_t x = tile % ADTMAP_GRID;
    uint32_t y = tile / ADTMAP_GRID;
    *picture = NULL;
    if (!adtmap_map_has_tile(drawing->maps[side], x, y)) {
        return ADTMAP_OK;
    }
    enum adtmap_status status =
        adtmap_tile_render(drawing->maps[side], x, y, &drawing->settings, drawing->pictures[side],
                           (size_t)drawing->settings.size_px * 4, drawing->diag->failure);
    *picture = status ? NULL : drawing->pictures[side];
    return status == ADTMAP_NOT_FOUND ? ADTMAP_OK : status;
}

/* Writes one of a tile's pictures, MAP_XX_YY and `end`. */
static enum adtmap_status write_picture(const struct sheet_drawing *drawing, uint32_t tile,
                                        const char *end, const struct png_image *image)
{
    char name[PATH_NAME_BYTES];
    const struct png_options rgb = {.kind = PNG_KIND_RGB};
    snprintf(name, sizeof name, "%s_%02" PRIu32 "_%02" PRIu32 "%s.png", drawing->maps[1]->name,
             tile % ADTMAP_GRID, tile / ADTMAP_GRID, end);
    char *path = path_join(drawing->folder, name);
    enum adtmap_status status =
        path ? write_png(path, image, &rgb, drawing->diag->log, drawing->diag->failure)
             : diag_fail_memory(drawing->diag);
    free(path);
    return status;
}

/* Each picture by itself, and of a pair what differs, the last one on the sheet. */
static enum adtmap_status write_apart(const struct sheet_drawing *drawing, uint32_t tile,
                                      const uint8_t *const pictures[2])
{
    const uint32_t size_px = drawing->settings.size_px;
    const size_t sheet_px = change_sheet_width(size_px);
    const struct {
        const char *end;
        struct png_image image;
    } all[] = {
        {".before", {pictures[0], size_px, size_px, (size_t)size_px * 4}},
        {".after", {pictures[1], size_px, size_px, (size_t)size_px * 4}},
        {".diff",
         {pictures[0] && pictures[1] ? drawing->sheet + (sheet_px - size_px) * 4 : NULL, size_px,
          size_px, sheet_px * 4}},
    };
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < COUNT_OF(all) && !status; i++) {
        status = all[i].image.pixels ? write_picture(drawing, tile, all[i].end, &all[i].image)
                                     : ADTMAP_OK;
    }
    return status;
}

static enum adtmap_status draw_tile(struct sheet_drawing *drawing, uint32_t tile, bool is_apart)
{
    const uint8_t *pictures[2];
    const uint32_t size_px = drawing->settings.size_px;
    enum adtmap_status status = draw_side(drawing, 0, tile, &pictures[0]);
    if (!status) {
        status = draw_side(drawing, 1, tile, &pictures[1]);
    }
    if (!status && !change_sheet_draw(pictures[0], pictures[1], size_px, drawing->sheet)) {
        status = diag_fail_memory(drawing->diag);
    }
    if (status) {
        return status;
    }
    const uint32_t width = change_sheet_width(size_px);
    const struct png_image sheet = {drawing->sheet, width, size_px, (size_t)width * 4};
    return is_apart ? write_apart(drawing, tile, pictures)
                    : write_picture(drawing, tile, "", &sheet);
}

bool diff_pictures_write(struct adtmap_map *old_map, struct adtmap_map *new_map,
                         const struct map_diff *diff, const struct diff_pictures *wanted,
                         struct messages *messages)
{
    struct adtmap_message failure = {0};
    const struct diag diag = {NULL, messages_log(messages), &failure};
    struct sheet_drawing drawing = {.maps = {old_map, new_map}, .diag = &diag};
    bool fine = true;
    enum adtmap_status status = open_drawing(&drawing, wanted->out, wanted->size_px);
    if (status) {
        messages_write(messages, &failure);
        fine = false;
    }
    for (uint32_t tile = 0; tile < TILE_SET_TILES && !status; tile++) {
        if (diff->fates[tile] != TILE_SAME && draw_tile(&drawing, tile, wanted->are_apart)) {
            messages_write(messages, &failure);
            fine = false;
        }
    }
    free(drawing.pictures[0]);
    free(drawing.pictures[1]);
    free(drawing.sheet);
    free(drawing.folder);
    return fine;
}

/*
 * The header's fields contradict each other in real files. Kind and depth of alpha are settled
 * first, from encoding, format and the bytes of level 0; a level may then use the bytes from its
 * offset to where another begins.
 */
#include "formats/blp/blp.h"

#include <inttypes.h>
#include <string.h>

#include "base/reader.h"
#include "base/size.h"
#include "formats/blp/dxt.h"

enum { PALETTE_BYTES = 1024 };

enum { ENCODING_JPEG, ENCODING_PALETTE, ENCODING_DXT, ENCODING_BGRA, ENCODING_BGRA_TOO };

enum {
    FORMAT_DXT3 = 1,
    FORMAT_ARGB1555 = 3,
    FORMAT_ARGB4444 = 4,
    FORMAT_RGB565 = 5,
    FORMAT_A8 = 6,
    FORMAT_DXT5 = 7,
    FORMAT_ARGB2565 = 9,
    FORMAT_BC5 = 11,
};

/* The fields of either header as they stand in the file. */
struct blp_header {
    unsigned version;
    uint32_t encoding;
    uint32_t alpha_depth;
    uint32_t format; /* BLP2 */
    uint32_t width, height;
    uint32_t has_levels;
    uint32_t offsets[BLP_LEVELS];
    uint32_t sizes[BLP_LEVELS];
};

static void read_fields_1(struct reader *reader, struct blp_header *header)
{
    header->version = 1;
    header->encoding = reader_u32(reader);
    header->alpha_depth = reader_u32(reader);
    header->width = reader_u32(reader);
    header->height = reader_u32(reader);
    reader_u32(reader);
    header->has_levels = reader_u32(reader);
}

static void read_fields_2(struct reader *reader, struct blp_header *header)
{
    header->version = 2;
    reader_u32(reader);
    header->encoding = reader_u8(reader);
    header->alpha_depth = reader_u8(reader);
    header->format = reader_u8(reader);
    header->has_levels = reader_u8(reader);
    header->width = reader_u32(reader);
    header->height = reader_u32(reader);
}

static enum adtmap_status blp_read_header(struct reader *reader, const struct diag *diag,
                                          struct blp_header *header)
{
    const uint8_t *magic = reader_bytes(reader, 4);
    if (!magic || memcmp(magic, "BLP", 3) != 0 || magic[3] < '0' || magic[3] > '2') {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, 0, "not a BLP texture");
    }
    if (magic[3] == '0') {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, 0, "BLP0 keeps its levels in other files");
    }
    if (magic[3] == '1') {
        read_fields_1(reader, header);
    } else {
        read_fields_2(reader, header);
    }
    for (unsigned i = 0; i < BLP_LEVELS; i++) {
        header->offsets[i] = reader_u32(reader);
    }
    for (unsigned i = 0; i < BLP_LEVELS; i++) {
        header->sizes[i] = reader_u32(reader);
    }
    if (reader->bad) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, 0, "the file ends inside its header");
    }
    if (header->width - 1 >= BLP_SIZE_MAX || header->height - 1 >= BLP_SIZE_MAX) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "%" PRIu32 " x %" PRIu32 " texels, 1 to %d are read", header->width,
                         header->height, BLP_SIZE_MAX);
    }
    return ADTMAP_OK;
}

static size_t palette_bytes(size_t texels, unsigned alpha_bits)
{
    return texels + (texels * alpha_bits + 7) / 8;
}

static unsigned palette_alpha_bits(const struct blp_header *header)
{
    static const uint8_t known[] = {8, 4, 1, 0};
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        if (header->alpha_depth == known[i]) {
            return known[i];
        }
    }
    size_t texels = (size_t)header->width * header->height;
    size_t i = 0;
    while (known[i] && palette_bytes(texels, known[i]) > header->sizes[0]) {
        i++;
    }
    return known[i];
}

static enum blp_kind dxt_kind(const struct blp_header *header)
{
    bool format_has_alpha = header->format == FORMAT_DXT3 || header->format == FORMAT_DXT5;
    bool wide = format_has_alpha;
    if (format_has_alpha != (header->alpha_depth > 1)) {
        size_t narrow_size = dxt_size(DXT1_ALPHA, header->width, header->height);
        if (header->sizes[0] == narrow_size) {
            wide = false;
        } else if (header->sizes[0] == 2 * narrow_size) {
            wide = true;
        }
    }
    if (!wide) {
        return BLP_DXT1;
    }
    return header->format == FORMAT_DXT5 ? BLP_DXT5 : BLP_DXT3;
}

/* Encodings 3 and 4: four bytes a texel, unless the format names fewer and level 0 agrees. */
static enum blp_kind raw_kind(const struct blp_header *header)
{
    size_t texels = (size_t)header->width * header->height;
    if (header->sizes[0] >= 4 * texels) {
        return BLP_BGRA8;
    }
    switch (header->format) {
    case FORMAT_ARGB1555:
        return BLP_ARGB1555;
    case FORMAT_ARGB4444:
        return BLP_ARGB4444;
    case FORMAT_RGB565:
        return BLP_RGB565;
    case FORMAT_A8:
        return BLP_A8;
    default:
        return BLP_BGRA8;
    }
}

static unsigned raw_alpha_bits(enum blp_kind kind, uint32_t alpha_depth)
{
    switch (kind) {
    case BLP_ARGB1555:
        return 1;
    case BLP_ARGB4444:
        return 4;
    case BLP_RGB565:
        return 0;
    case BLP_A8:
        return 8;
    default:
        return alpha_depth ? 8 : 0;
    }
}

static unsigned dxt_alpha_bits(enum blp_kind kind, uint32_t alpha_depth)
{
    if (kind == BLP_DXT1) {
        return alpha_depth ? 1 : 0;
    }
    return kind == BLP_DXT3 ? 4 : 8;
}

static enum adtmap_status read_palette(struct reader *reader, const struct diag *diag,
                                       struct blp *blp)
{
    size_t offset = reader_offset(reader);
    blp->palette = reader_bytes(reader, PALETTE_BYTES);
    if (!blp->palette) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, (int64_t)offset,
                         "the file ends inside its palette");
    }
    return ADTMAP_OK;
}

static enum adtmap_status read_jpeg_header(struct reader *reader, const struct diag *diag,
                                           struct blp *blp)
{
    size_t offset = reader_offset(reader);
    blp->jpeg_header_size = reader_u32(reader);
    blp->jpeg_header = reader_bytes(reader, blp->jpeg_header_size);
    if (!blp->jpeg_header) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, (int64_t)offset,
                         "the file ends inside its JPEG header");
    }
    return ADTMAP_OK;
}

/* Settles kind and alpha_bits and reads what follows the header. */
static enum adtmap_status read_encoding(struct reader *reader, const struct blp_header *header,
                                        const struct diag *diag, struct blp *blp)
{
    bool known_dxt = header->format != FORMAT_ARGB2565 && header->format != FORMAT_BC5;
    if (header->encoding == ENCODING_JPEG) {
        blp->kind = BLP_JPEG;
        blp->alpha_bits = header->alpha_depth ? 8 : 0;
        return read_jpeg_header(reader, diag, blp);
    }
    if (header->encoding == ENCODING_PALETTE) {
        blp->kind = BLP_PALETTE;
        blp->alpha_bits = palette_alpha_bits(header);
        return read_palette(reader, diag, blp);
    }
    if (header->encoding == ENCODING_DXT && header->version == 2 && known_dxt) {
        blp->kind = dxt_kind(header);
        blp->alpha_bits = dxt_alpha_bits(blp->kind, header->alpha_depth);
        return ADTMAP_OK;
    }
    if ((header->encoding == ENCODING_BGRA || header->encoding == ENCODING_BGRA_TOO) &&
        header->version == 2) {
        blp->kind = raw_kind(header);
        blp->alpha_bits = raw_alpha_bits(blp->kind, header->alpha_depth);
        return ADTMAP_OK;
    }
    return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                     "BLP%u encoding %" PRIu32 " with format %" PRIu32 " is not read",
                     header->version, header->encoding, header->format);
}

/* Bytes that the texels of a level take; 0 for JPEG, whose size says nothing. */
static size_t level_needs(const struct blp *blp, unsigned level)
{
    uint32_t width = blp_level_width(blp, level);
    uint32_t height = blp_level_height(blp, level);
    size_t texels = (size_t)width * height;
    switch (blp->kind) {
    case BLP_PALETTE:
        return palette_bytes(texels, blp->alpha_bits);
    case BLP_DXT1:
        return dxt_size(DXT1_ALPHA, width, height);
    case BLP_DXT3:
    case BLP_DXT5:
        return dxt_size(DXT5, width, height);
    case BLP_BGRA8:
        return texels * 4;
    case BLP_ARGB1555:
    case BLP_ARGB4444:
    case BLP_RGB565:
        return texels * 2;
    case BLP_A8:
        return texels;
    case BLP_JPEG:
        break;
    }
    return 0;
}

/* Where the data that begins at a level's offset ends at the latest. */
static size_t level_end(const struct blp_header *header, unsigned level, size_t file_size)
{
    size_t end = file_size;
    for (unsigned i = 0; i < BLP_LEVELS; i++) {
        if (header->sizes[i] && header->offsets[i] > header->offsets[level]) {
            end = size_min(end, header->offsets[i]);
        }
    }
    return end;
}

/* The bytes that may be used of a level whose data begins inside the file. */
static size_t level_available(const struct blp_header *header, unsigned level, size_t needs,
                              size_t file_size)
{
    size_t left = file_size - header->offsets[level];
    size_t claimed = size_min(header->sizes[level], left);
    if (!needs) {
        return claimed;
    }
    size_t room = level_end(header, level, file_size) - header->offsets[level];
    return size_min(needs, size_max(claimed, room));
}

/* Data that is not what its size field or its dimensions promise. */
static void check_level(struct blp *blp, const struct blp_header *header, const struct diag *diag,
                        unsigned level, size_t needs)
{
    size_t size = blp->levels[level].size;
    size_t promised = needs ? needs : header->sizes[level];
    bool short_field = header->sizes[level] < needs;
    if (blp->warned || (size == promised && !short_field)) {
        return;
    }
    blp->warned = true;
    diag_warn(diag, NULL, header->offsets[level],
              "level %u takes %zu bytes, its size says %" PRIu32 ", %zu are there%s", level,
              promised, header->sizes[level], size, size < promised ? ": the rest is blank" : "");
}

/* Fills levels up to the first that is not there. */
static void read_levels(const struct blp_header *header, const uint8_t *data, size_t size,
                        const struct diag *diag, struct blp *blp)
{
    unsigned limit = header->has_levels ? BLP_LEVELS : 1;
    uint32_t largest = blp->width > blp->height ? blp->width : blp->height;
    unsigned level = 0;
    while (level < limit && largest >> level && header->offsets[level] && header->sizes[level]) {
        uint32_t offset = header->offsets[level];
        if (offset >= size) {
            if (level > 0 && !blp->warned) {
                blp->warned = true;
                diag_notice(diag, NULL, offset,
                            "level %u begins past the end of the file: dropped, as those after it",
                            level);
            }
            break;
        }
        size_t needs = level_needs(blp, level);
        size_t available = level_available(header, level, needs, size);
        blp->levels[level] = (struct blp_level){data + offset, available};
        check_level(blp, header, diag, level, needs);
        level++;
    }
    blp->level_count = level;
}

/*
 * The least that level 0 of a large image must have. A JPEG has a bit for each block of 8x8 texels
 * at the very least.
 */
static size_t least_bytes(const struct blp *blp)
{
    size_t texels = (size_t)blp->width * blp->height;
    if (texels <= BLP_UNCHECKED_TEXELS) {
        return 1;
    }
    return blp->kind == BLP_JPEG ? texels / 64 / 8 / 2 : level_needs(blp, 0) / 2;
}

static enum adtmap_status check_largest(const struct blp *blp, const struct blp_header *header,
                                        const struct diag *diag)
{
    if (!blp->level_count) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, header->offsets[0],
                         "nothing of the largest level is in the file");
    }
    size_t least = least_bytes(blp);
    if (blp->levels[0].size < least) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, header->offsets[0],
                         "%" PRIu32 " x %" PRIu32 " texels, and %zu bytes of them in the file: "
                         "less than half",
                         blp->width, blp->height, blp->levels[0].size);
    }
    return ADTMAP_OK;
}

enum adtmap_status blp_parse(const uint8_t *data, size_t size, const struct diag *diag,
                             struct blp *blp)
{
    struct reader reader = reader_make(data, size);
    struct blp_header header = {0};
    *blp = (struct blp){0};
    enum adtmap_status status = blp_read_header(&reader, diag, &header);
    if (status) {
        return status;
    }
    blp->version = header.version;
    blp->width = header.width;
    blp->height = header.height;
    status = read_encoding(&reader, &header, diag, blp);
    if (status) {
        return status;
    }
    read_levels(&header, data, size, diag, blp);
    return check_largest(blp, &header, diag);
}

static uint32_t halved(uint32_t size, unsigned level)
{
    return size >> level ? size >> level : 1;
}

uint32_t blp_level_width(const struct blp *blp, unsigned level)
{
    return halved(blp->width, level);
}

uint32_t blp_level_height(const struct blp *blp, unsigned level)
{
    return halved(blp->height, level);
}

unsigned blp_stored_levels(const struct blp *blp)
{
    unsigned count = 1;
    while (blp->kind != BLP_JPEG && count < blp->level_count &&
           blp->levels[count].size >= level_needs(blp, count)) {
        count++;
    }
    return count;
}

static const char *palette_name(unsigned alpha_bits)
{
    switch (alpha_bits) {
    case 1:
        return "palette, 1-bit alpha";
    case 4:
        return "palette, 4-bit alpha";
    case 8:
        return "palette, 8-bit alpha";
    default:
        return "palette";
    }
}

const char *blp_encoding_name(const struct blp *blp)
{
    switch (blp->kind) {
    case BLP_PALETTE:
        return palette_name(blp->alpha_bits);
    case BLP_DXT1:
        return blp->alpha_bits ? "DXT1, 1-bit alpha" : "DXT1";
    case BLP_DXT3:
        return "DXT3";
    case BLP_DXT5:
        return "DXT5";
    case BLP_BGRA8:
        return blp->alpha_bits ? "BGRA, 8 bits each" : "BGR, 8 bits each";
    case BLP_ARGB1555:
        return "ARGB 1555";
    case BLP_ARGB4444:
        return "ARGB 4444";
    case BLP_RGB565:
        return "RGB 565";
    case BLP_A8:
        return "8-bit alpha";
    case BLP_JPEG:
        return blp->alpha_bits ? "JPEG, 8-bit alpha" : "JPEG";
    }
    return "unknown";
}

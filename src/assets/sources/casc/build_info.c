#include "assets/sources/casc/build_info.h"

#include <stdio.h>

#include "assets/sources/casc/text_lines.h"

enum column {
    COLUMN_OTHER,
    COLUMN_ACTIVE,
    COLUMN_KEY,
    COLUMN_TAGS,
    COLUMN_VERSION,
    COLUMN_PRODUCT
};

struct info_columns {
    enum column kinds[BUILD_COLUMNS_MAX];
    size_t count;
};

static enum column column_of(struct text_part name)
{
    static const char *const names[] = {
        [COLUMN_ACTIVE] = "Active",   [COLUMN_KEY] = "Build Key",   [COLUMN_TAGS] = "Tags",
        [COLUMN_VERSION] = "Version", [COLUMN_PRODUCT] = "Product",
    };
    for (enum column kind = COLUMN_ACTIVE; kind <= COLUMN_PRODUCT; kind++) {
        if (text_equals(name, names[kind])) {
            return kind;
        }
    }
    return COLUMN_OTHER;
}

static struct info_columns read_columns(struct text_part line, const struct diag *diag)
{
    struct info_columns columns = {0};
    struct text_part cell;
    struct text_part name;
    while (columns.count < BUILD_COLUMNS_MAX && text_next_part(&line, '|', &cell)) {
        bool has_name = text_next_part(&cell, '!', &name);
        columns.kinds[columns.count++] = has_name ? column_of(name) : COLUMN_OTHER;
    }
    if (text_next_part(&line, '|', &cell)) {
        diag_warn(diag, NULL, NO_OFFSET, "more than %d columns; the rest left out",
                  BUILD_COLUMNS_MAX);
    }
    return columns;
}

/* Two lower-case letters and two capitals. */
static bool is_locale(struct text_part word)
{
    if (word.size != BUILD_LOCALE_BYTES - 1) {
        return false;
    }
    for (size_t i = 0; i < word.size; i++) {
        char first = i < 2 ? 'a' : 'A';
        if (word.begin[i] < first || word.begin[i] > first + 25) {
            return false;
        }
    }
    return true;
}

/* "Windows x86_64 EU? enUS speech?:Windows x86_64 EU? enUS text?": the locale before "text?". */
static void read_tags(struct text_part tags, char locale[BUILD_LOCALE_BYTES])
{
    struct text_part word;
    struct text_part last = {0};
    while (text_next_part(&tags, ' ', &word)) {
        if (is_locale(word)) {
            last = word;
        } else if (last.begin && word.size >= 5 &&
                   text_equals((struct text_part){word.begin, 5}, "text?")) {
            text_copy(last, locale, BUILD_LOCALE_BYTES);
            return;
        }
    }
    if (last.begin) {
        text_copy(last, locale, BUILD_LOCALE_BYTES);
    }
}

/* False when the row has no build key. */
static bool read_row(struct text_part line, const struct info_columns *columns,
                     struct casc_build *build)
{
    struct text_part cell;
    bool has_key = false;
    *build = (struct casc_build){0};
    for (size_t i = 0; i < columns->count && text_next_part(&line, '|', &cell); i++) {
        switch (columns->kinds[i]) {
        case COLUMN_ACTIVE:
            build->is_active = text_equals(cell, "1");
            break;
        case COLUMN_KEY:
            has_key = cell.size == 2 * CASC_KEY_BYTES &&
                      casc_hex_read(cell.begin, build->config.bytes, CASC_KEY_BYTES);
            break;
        case COLUMN_TAGS:
            read_tags(cell, build->locale);
            break;
        case COLUMN_VERSION:
            text_copy(cell, build->version, sizeof build->version);
            break;
        case COLUMN_PRODUCT:
            text_copy(cell, build->product, sizeof build->product);
            break;
        case COLUMN_OTHER:
            break;
        }
    }
    return has_key;
}

enum adtmap_status build_info_read(const uint8_t *data, size_t size, const struct diag *diag,
                                   struct build_info *info)
{
    struct text_part rest = {(const char *)data, size};
    struct text_part line;
    size_t left_out = 0;
    info->count = 0;
    if (!text_next_line(&rest, &line)) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "empty");
    }
    const struct info_columns columns = read_columns(line, diag);
    while (text_next_line(&rest, &line)) {
        struct casc_build build;
        if (line.size == 0) {
            continue;
        }
        if (info->count < BUILDS_MAX && read_row(line, &columns, &build)) {
            info->builds[info->count++] = build;
        } else {
            left_out++;
        }
    }
    if (info->count == 0) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "no row with a build key");
    }
    if (left_out > 0) {
        diag_warn(diag, NULL, NO_OFFSET, "%zu rows without a build key, or too many: left out",
                  left_out);
    }
    return ADTMAP_OK;
}

static enum adtmap_status fail_listing(const struct build_info *info, const char *product,
                                       const struct diag *diag)
{
    char list[128] = "";
    size_t used = 0;
    for (size_t i = 0; i < info->count && used < sizeof list; i++) {
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "",
                                 info->builds[i].product);
    }
    if (product) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "no product \"%.40s\"; there are: %s", product, list);
    }
    return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                     "several products: %s; --product chooses one", list);
}

static const struct casc_build *find_product(const struct build_info *info, const char *product)
{
    for (size_t i = 0; i < info->count; i++) {
        if (strcmp(info->builds[i].product, product) == 0) {
            return &info->builds[i];
        }
    }
    return NULL;
}

/* NULL when there is more than one, or none. */
static const struct casc_build *only_active(const struct build_info *info)
{
    const struct casc_build *only = NULL;
    for (size_t i = 0; i < info->count; i++) {
        if (info->builds[i].is_active && only) {
            return NULL;
        }
        only = info->builds[i].is_active ? &info->builds[i] : only;
    }
    return only;
}

enum adtmap_status build_info_choose(const struct build_info *info, const char *product,
                                     const struct diag *diag, const struct casc_build **build)
{
    if (product) {
        *build = find_product(info, product);
    } else {
        *build = info->count == 1 ? &info->builds[0] : only_active(info);
    }
    return *build ? ADTMAP_OK : fail_listing(info, product, diag);
}

bool flavor_info_read(const uint8_t *data, size_t size, char product[BUILD_TEXT_BYTES])
{
    struct text_part rest = {(const char *)data, size};
    struct text_part line;
    if (!text_next_line(&rest, &line) || !text_next_line(&rest, &line) || line.size == 0) {
        return false;
    }
    text_copy(line, product, BUILD_TEXT_BYTES);
    return true;
}

#include "assets/sources/client_archives.h"

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/path.h"
#include "base/size.h"
#include "base/text.h"
#include "os/folder.h"

/*
 * The order of archives, lowest priority first. In a pattern "%s" is the locale, "?" one character,
 * "#" a number; case does not matter. Archives that match one row are sorted by the number, then by
 * the path below Data, ignoring case. A row with WITH_PREVIOUS is sorted together with the row
 * before it.
 *
 * Sources of the order:
 *
 * 1.x: the client has a table of ten base archives, from model to dbc, mounted with falling
 * priority. patch.MPQ is above them, then "patch-?.MPQ", sorted by that character without case
 * (work on the 1.12.1 client; 0.8 has the same list). The client does not mount base.MPQ; its files
 * are used where no other archive has them.
 *
 * 2.x: the names are strings of the 2.4.3 client. Their order follows from its files, and tools
 * agree. alternate.MPQ is taken to be where 3.3.5 has it: nobody has published what 2.x does.
 *
 * 3.x: a hook of the function with which a 3.3.5 client opens archives printed names and priorities
 * of a whole installation (github.com/TrinityCore/TrinityCore/pull/30659, comment of 2025-02-24):
 * alternate, the patches, base, expansion, lichking, common, common-2, then the archives of the
 * locale. "patch-?.MPQ" and the locale's patches are one list, sorted by path without case: those
 * of enUS (e before p) are below the general ones, those of ruRU above. Both "patch.MPQ" are below
 * them all (the print, and three independent readings of the client, one checked against an
 * installation; a fourth sorts by the file name without its folder). Archives of 1.x and
 * development.MPQ are not in the print; what they alone have is used.
 *
 * 4.x and 5.x: the order with which server projects extract. Archives up to 13623 hold the updates
 * of all folders, those of Data below "base", those of a locale below its name. Later archives hold
 * the updates of one folder.
 */
struct row {
    const char *pattern;
    enum client_chain chain;
    const char *prefix; /* "%s" is the locale */
    enum { NEEDED, EXTRA } need;
    enum { NEXT, WITH_PREVIOUS } place;
};

/* 1.x and 2.x. */
static const struct row classic[] = {
    {"base.MPQ", CLIENT_ALONE, "", NEEDED, NEXT},
    {"dbc.MPQ", CLIENT_ALONE, "", NEEDED, NEXT},
    {"speech.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"fonts.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"interface.MPQ", CLIENT_ALONE, "", NEEDED, NEXT},
    {"misc.MPQ", CLIENT_ALONE, "", NEEDED, NEXT},
    {"sound.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"wmo.MPQ", CLIENT_ALONE, "", NEEDED, NEXT},
    {"terrain.MPQ", CLIENT_ALONE, "", NEEDED, NEXT},
    {"texture.MPQ", CLIENT_ALONE, "", NEEDED, NEXT},
    {"model.MPQ", CLIENT_ALONE, "", NEEDED, NEXT},
    {"common.MPQ", CLIENT_ALONE, "", NEEDED, NEXT},
    {"expansion.MPQ", CLIENT_ALONE, "", NEEDED, NEXT},
    {"development.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"%s/locale-%s.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"%s/speech-%s.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"%s/expansion-locale-%s.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"%s/expansion-speech-%s.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"%s/patch-%s.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"patch.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"patch-?.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"%s/patch-%s-?.MPQ", CLIENT_ALONE, "", EXTRA, WITH_PREVIOUS},
    {"alternate.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
};

/* 3.x, which has an archive that 2.x has not. */
static const struct row wrath[] = {
    {"dbc.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"speech.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"fonts.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"interface.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"misc.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"sound.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"wmo.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"terrain.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"texture.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"model.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"development.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"%s/lichking-speech-%s.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"%s/expansion-speech-%s.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"%s/lichking-locale-%s.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"%s/expansion-locale-%s.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"%s/speech-%s.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"%s/locale-%s.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"common-2.MPQ", CLIENT_ALONE, "", NEEDED, NEXT},
    {"common.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"lichking.MPQ", CLIENT_ALONE, "", NEEDED, NEXT},
    {"expansion.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"base.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"%s/patch-%s.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"patch.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"patch-?.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
    {"%s/patch-%s-?.MPQ", CLIENT_ALONE, "", EXTRA, WITH_PREVIOUS},
    {"alternate.MPQ", CLIENT_ALONE, "", EXTRA, NEXT},
};

/* 4.x and 5.x, whose archives are combined with their updates. */
static const struct row updated[] = {
    {"world.MPQ", CLIENT_ROOT, "", NEEDED, NEXT},
    {"art.MPQ", CLIENT_ROOT, "", NEEDED, NEXT},
    {"misc.MPQ", CLIENT_ROOT, "", EXTRA, NEXT},
    {"model.MPQ", CLIENT_ROOT, "", EXTRA, NEXT},
    {"texture.MPQ", CLIENT_ROOT, "", EXTRA, NEXT},
    {"itemtexture.MPQ", CLIENT_ROOT, "", EXTRA, NEXT},
    {"interface.MPQ", CLIENT_ROOT, "", EXTRA, NEXT},
    {"sound.MPQ", CLIENT_ROOT, "", EXTRA, NEXT},
    {"expansion#.MPQ", CLIENT_ROOT, "", NEEDED, NEXT},
    {"world#.MPQ", CLIENT_ROOT, "", EXTRA, NEXT},
    {"alternate.MPQ", CLIENT_ROOT, "", EXTRA, NEXT},
    {"wow-update-#.MPQ", CLIENT_ROOT, "base", EXTRA, NEXT},
    {"wow-update-base-#.MPQ", CLIENT_ROOT, "", EXTRA, WITH_PREVIOUS},
    {"Cache/patch-base-#.MPQ", CLIENT_ROOT, "", EXTRA, NEXT},
    {"%s/locale-%s.MPQ", CLIENT_LOCALE, "", EXTRA, NEXT},
    {"%s/speech-%s.MPQ", CLIENT_LOCALE, "", EXTRA, NEXT},
    {"%s/expansion#-locale-%s.MPQ", CLIENT_LOCALE, "", EXTRA, NEXT},
    {"%s/expansion#-speech-%s.MPQ", CLIENT_LOCALE, "", EXTRA, NEXT},
    {"wow-update-#.MPQ", CLIENT_LOCALE, "%s", EXTRA, NEXT},
    {"%s/wow-update-%s-#.MPQ", CLIENT_LOCALE, "", EXTRA, WITH_PREVIOUS},
    {"Cache/%s/patch-%s-#.MPQ", CLIENT_LOCALE, "", EXTRA, NEXT},
};

/* The base archives of build 15211 include the updates before it, which must not be applied again.
 */
enum { NEW_BASE_BUILD = 15211, FIRST_UPDATE_BUILD = 13164 };

static const char *const locales[] = {"enUS", "enGB", "deDE", "enCN", "enTW",
                                      "esES", "esMX", "frFR", "itIT", "koKR",
                                      "ptBR", "ptPT", "ruRU", "zhCN", "zhTW"};

/* The archives below Data, as paths in a pool of strings. */
struct archive_listing {
    struct buffer pool;
    size_t *offsets;
    size_t count;
    const char *locale; /* a locale of the table, or NULL */
};

static const char *listed(const struct archive_listing *listing, size_t index)
{
    return (const char *)listing->pool.data + listing->offsets[index];
}

static bool add_path(struct archive_listing *listing, const char *folder, const char *name)
{
    if (!ARRAY_ROOM(listing->offsets, listing->count)) {
        return false;
    }
    listing->offsets[listing->count++] = listing->pool.size;
    buffer_printf(&listing->pool, "%s%s%s", folder, folder[0] ? "/" : "", name);
    buffer_u8(&listing->pool, 0);
    return !listing->pool.failed;
}

static bool is_folder_of_archives(const char *name)
{
    bool known = text_compare_nocase(name, "Cache") == 0;
    for (size_t i = 0; i < COUNT_OF(locales); i++) {
        known = known || text_compare_nocase(name, locales[i]) == 0;
    }
    return known;
}

/* Lists the archives in `folder` below `data`, and in the folders that may contain more. */
static enum adtmap_status list_folder(struct archive_listing *listing, const char *data,
                                      const char *folder, unsigned depth, const struct diag *diag)
{
    struct folder *stream = NULL;
    const char *entry;
    char *path = path_join(data, folder);
    enum adtmap_status status = path ? folder_list(path, diag, &stream) : diag_fail_memory(diag);
    free(path);
    while (stream && !status && (entry = folder_next(stream))) {
        if (name_has_suffix(entry, ".mpq")) {
            status = add_path(listing, folder, entry) ? ADTMAP_OK : diag_fail_memory(diag);
        } else if (depth > 0 && is_folder_of_archives(entry)) {
            char *inner = path_join(folder[0] ? folder : ".", entry);
            status = inner
                         ? list_folder(listing, data, inner + (folder[0] ? 0 : 2), depth - 1, diag)
                         : diag_fail_memory(diag);
            free(inner);
        }
    }
    folder_close(stream);
    return status;
}

/* `?` matches any character except a slash. */
static bool letter_fits(char pattern, char text)
{
    if (text == '/' || text == '\0') {
        return text == '/' && pattern == '/';
    }
    return pattern == '?' || tolower((unsigned char)pattern) == tolower((unsigned char)text);
}

static bool matches(const char *pattern, const char *text, const char *locale, uint32_t *number)
{
    while (*pattern) {
        if (pattern[0] == '%') {
            if (!locale || text_compare_nocase_n(text, locale, strlen(locale)) != 0) {
                return false;
            }
            text += strlen(locale);
            pattern += 2;
        } else if (pattern[0] == '#') {
            size_t digits = strspn(text, "0123456789");
            if (digits == 0 || digits > 8) {
                return false;
            }
            *number = (uint32_t)strtoul(text, NULL, 10);
            text += digits;
            pattern++;
        } else if (letter_fits(*pattern, *text)) {
            pattern++;
            text++;
        } else {
            return false;
        }
    }
    return *text == '\0';
}

/* Chooses the first locale of the table that has a folder with archives. */
static void choose_locale(struct archive_listing *listing, const struct diag *diag)
{
    unsigned found = 0;
    for (size_t i = 0; i < COUNT_OF(locales); i++) {
        bool here = false;
        for (size_t k = 0; k < listing->count; k++) {
            const char *path = listed(listing, k);
            here = here || (text_compare_nocase_n(path, locales[i], 4) == 0 && path[4] == '/');
        }
        if (here && found++ == 0) {
            listing->locale = locales[i];
        }
    }
    if (found > 1) {
        diag_info(diag, NULL, NO_OFFSET, "%u locales; reading %s", found, listing->locale);
    }
}

/* An archive and its sort key. */
struct archive_match {
    const struct row *row;
    size_t tier;
    uint32_t number;
    const char *path; /* below Data */
};

struct matches {
    struct archive_match *items;
    size_t count;
    bool needed; /* one of them is an archive that every client needs */
    uint32_t last_update;
};

static bool is_update(const struct archive_match *match)
{
    return match->number >= FIRST_UPDATE_BUILD;
}

/* Lists the paths that match the rows. `found` has room for all rows and paths. */
static void match_rows(const struct archive_listing *listing, const struct row *rows,
                       size_t row_count, struct matches *found)
{
    size_t tier = 0;
    for (size_t r = 0; r < row_count; r++) {
        tier += rows[r].place == NEXT;
        for (size_t i = 0; i < listing->count; i++) {
            struct archive_match match = {&rows[r], tier, 0, listed(listing, i)};
            if (matches(rows[r].pattern, match.path, listing->locale, &match.number)) {
                found->items[found->count++] = match;
                found->needed = found->needed || rows[r].need == NEEDED;
                if (is_update(&match) && match.number > found->last_update) {
                    found->last_update = match.number;
                }
            }
        }
    }
}

static int compare_matches(const void *a, const void *b)
{
    const struct archive_match *x = a;
    const struct archive_match *y = b;
    if (x->tier != y->tier) {
        return x->tier < y->tier ? -1 : 1;
    }
    if (x->number != y->number) {
        return x->number < y->number ? -1 : 1;
    }
    int order = text_compare_nocase(x->path, y->path);
    return order ? order : strcmp(x->path, y->path);
}

static enum adtmap_status take_matches(const struct matches *found,
                                       const struct archive_listing *listing, const char *data,
                                       const struct diag *diag, struct client_archives *archives)
{
    archives->items = calloc(found->count, sizeof *archives->items);
    if (!archives->items) {
        return diag_fail_memory(diag);
    }
    for (size_t i = 0; i < found->count; i++) {
        const struct archive_match *match = &found->items[i];
        if (found->last_update >= NEW_BASE_BUILD && is_update(match) &&
            match->number < NEW_BASE_BUILD) {
            continue; /* an update of the base that a newer one has replaced */
        }
        struct client_archive *archive = &archives->items[archives->count++];
        bool of_locale = strcmp(match->row->prefix, "%s") == 0 && listing->locale;
        archive->path = path_join(data, match->path);
        archive->chain = match->row->chain;
        snprintf(archive->prefix, sizeof archive->prefix, "%s",
                 of_locale ? listing->locale : match->row->prefix);
        if (!archive->path) {
            return diag_fail_memory(diag);
        }
    }
    return ADTMAP_OK;
}

/* Orders the archives in `data` by the rules of the latest client that it looks like. */
static enum adtmap_status order_archives(const struct archive_listing *listing, const char *data,
                                         const struct diag *diag, struct client_archives *archives)
{
    static const struct {
        const struct row *rows;
        size_t count;
    } eras[] = {
        {updated, COUNT_OF(updated)},
        {wrath, COUNT_OF(wrath)},
        {classic, COUNT_OF(classic)},
    };
    size_t rows_max = 0;
    for (size_t i = 0; i < COUNT_OF(eras); i++) {
        rows_max = eras[i].count > rows_max ? eras[i].count : rows_max;
    }
    struct matches found = {.items = calloc(listing->count * rows_max, sizeof *found.items)};
    if (!found.items) {
        return diag_fail_memory(diag);
    }
    for (size_t i = 0; i < COUNT_OF(eras) && !found.needed; i++) {
        found = (struct matches){.items = found.items};
        match_rows(listing, eras[i].rows, eras[i].count, &found);
    }
    enum adtmap_status status = ADTMAP_OK;
    if (found.needed) {
        array_sort(found.items, found.count, sizeof *found.items, compare_matches);
        status = take_matches(&found, listing, data, diag, archives);
    } else {
        archives->unused = listing->count;
    }
    free(found.items);
    return status;
}

static enum adtmap_status find_in(const char *data, const struct diag *diag,
                                  struct client_archives *archives)
{
    struct archive_listing listing = {0};
    struct diag at_data = diag_at(diag, data);
    enum adtmap_status status = list_folder(&listing, data, "", 2, &at_data);
    if (!status && listing.count > 0) {
        choose_locale(&listing, &at_data);
        status = order_archives(&listing, data, &at_data, archives);
    }
    buffer_free(&listing.pool);
    free(listing.offsets);
    return status;
}

/* Finds the folder "Data" in `path`, ignoring case. *data is from malloc, NULL if there is none. */
static enum adtmap_status data_folder(const char *path, const struct diag *diag, char **data)
{
    struct folder *stream;
    const char *entry;
    enum adtmap_status status = folder_list(path, diag, &stream);
    *data = NULL;
    while (stream && !status && !*data && (entry = folder_next(stream))) {
        if (text_compare_nocase(entry, "Data") == 0) {
            *data = path_join(path, entry);
            status = *data ? ADTMAP_OK : diag_fail_memory(diag);
        }
    }
    folder_close(stream);
    return status;
}

enum adtmap_status client_archives_find(const char *path, const struct diag *diag,
                                        struct client_archives *archives)
{
    *archives = (struct client_archives){0};
    enum adtmap_status status = find_in(path, diag, archives);
    char *data = NULL;
    if (!status && archives->count == 0) {
        status = data_folder(path, diag, &data);
    }
    if (data) {
        size_t unused = archives->unused;
        status = find_in(data, diag, archives);
        archives->unused += unused;
        free(data);
    }
    return status;
}

void client_archives_free(struct client_archives *archives)
{
    for (size_t i = 0; i < archives->count; i++) {
        free(archives->items[i].path);
    }
    free(archives->items);
    *archives = (struct client_archives){0};
}

/* What the data were asked for, and whether it is still so: the part of assets.h about trails. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/assets.h"
#include "assets/assets_internal.h"
#include "formats/adt/adt.h"

static void leave_note(const struct assets *assets, const struct note *note)
{
    struct dep_set *deps = dep_recorder_current();
    uint32_t index;
    if (notes_add(assets->notes, note, &index)) {
        dep_set_add(deps, index);
    } else {
        deps->failed = true;
    }
}

void assets_note_found(const struct assets *assets, const char *canonical, bool found)
{
    if (dep_recorder_current()) {
        struct note note = {canonical, found ? IDENTITY_PRESENT : IDENTITY_ABSENT, 0};
        leave_note(assets, &note);
    }
}

/* A name matters without its file, too: messages and stand-ins have it. */
static struct hash128 name_identity(const char *name, bool found)
{
    struct hash128 hash = hash128(name, strlen(name));
    hash.high ^= found;
    return hash;
}

void assets_note_id(const struct assets *assets, uint32_t file_id, const char *name, bool found)
{
    char text[NOTE_NAME_BYTES];
    if (dep_recorder_current()) {
        snprintf(text, sizeof text, NOTE_ID "%" PRIu32, file_id);
        struct note note = {text, name_identity(name, found), 0};
        leave_note(assets, &note);
    }
}

/* A file that could not be read; if that is not the file's fault, whoever asked asks again in the
 * next run, whatever the file is then. */
static void note_failed(const struct assets *assets, const char *canonical,
                        enum adtmap_status status, uint64_t key)
{
    char text[NOTE_NAME_BYTES];
    bool is_passing = diag_is_transient(status);
    snprintf(text, sizeof text, "%s%s", is_passing ? NOTE_UNREAD : "", canonical);
    struct note note = {text, IDENTITY_BROKEN, is_passing ? 0 : key};
    leave_note(assets, &note);
}

enum adtmap_status assets_read_source(const struct assets *assets, const struct source *source,
                                      size_t id, const char *canonical, enum assets_use use,
                                      const struct diag *diag, struct blob *blob, uint64_t *key)
{
    /* The stamp first: should the file change meanwhile, it shows next time. */
    struct file_stamp stamp;
    bool is_noted = dep_recorder_current();
    bool is_known = is_noted && source->v->stamp(source, id, canonical, &stamp);
    *key = is_known ? stamp.key : 0;
    struct block_pool *pool = use == ASSETS_WHOLE ? assets->pool : NULL;
    enum adtmap_status status = source->v->read(source, id, canonical, pool, diag, blob);
    if (status && is_noted) {
        note_failed(assets, canonical, status, *key);
    }
    return status;
}

static bool has_contents_noted(const struct assets *assets, const char *canonical, uint32_t *index)
{
    if (!notes_find(assets->notes, canonical, index)) {
        return false;
    }
    struct note note = notes_at(assets->notes, *index);
    return note_has_contents(&note);
}

void assets_note_contents(const struct assets *assets, const char *name, const struct blob *blob,
                          uint64_t key)
{
    char canonical[NAME_BYTES];
    struct dep_set *deps = dep_recorder_current();
    uint32_t index;
    if (!deps || !name_canonical(name, canonical)) {
        return;
    }
    if (has_contents_noted(assets, canonical, &index)) {
        dep_set_add(deps, index);
        return;
    }
    struct note note = {canonical, hash128_blob(blob), key};
    leave_note(assets, &note);
}

void assets_note_placing(const struct assets *assets, const char *name, const struct blob *blob,
                         uint64_t key)
{
    char text[NOTE_NAME_BYTES] = NOTE_PLACING;
    char *canonical = text + strlen(NOTE_PLACING);
    struct dep_set *deps = dep_recorder_current();
    uint32_t whole;
    if (!deps || !name_canonical(name, canonical)) {
        return;
    }
    if (notes_find(assets->notes, canonical, &whole)) {
        dep_set_remove(deps, whole); /* it is on it since the file was looked for */
    }
    struct note note = {text, adt_hash_placing(blob->data, blob->size), key};
    leave_note(assets, &note);
}

struct note assets_note_at(const struct assets *assets, uint32_t index)
{
    return notes_at(assets->notes, index);
}

static bool is_same_id(const struct assets *assets, const struct note *note)
{
    char name[NAME_BYTES];
    uint32_t file_id = (uint32_t)strtoul(note->name + strlen(NOTE_ID), NULL, 10);
    bool found = assets_name_of_id(assets, file_id, name);
    return hash128_equal(note->identity, name_identity(name, found));
}

/* By the contents, which are read. */
static enum note_match compare_contents(const struct assets *assets, const struct note *note)
{
    const struct diag nobody = {0};
    struct blob blob;
    enum adtmap_status status = assets_read(assets, note_file(note), &nobody, &blob);
    if (status) {
        return status == ADTMAP_NO_MEMORY ? NOTE_LACKED_MEMORY : NOTE_OTHER;
    }
    struct hash128 now =
        note_is_of_placing(note) ? adt_hash_placing(blob.data, blob.size) : hash128_blob(&blob);
    blob_release(&blob);
    return hash128_equal(note->identity, now) ? NOTE_SAME : NOTE_OTHER;
}

enum note_match assets_compare(const struct assets *assets, int64_t recorded_ns, struct note *note)
{
    size_t id;
    struct file_stamp stamp;
    const char *file = note_file(note);
    if (note_is_of_id(note)) {
        return is_same_id(assets, note) ? NOTE_SAME : NOTE_OTHER;
    }
    const struct source *source = assets_find(assets, file, &id);
    if (!source || hash128_equal(note->identity, IDENTITY_ABSENT)) {
        return !source && hash128_equal(note->identity, IDENTITY_ABSENT) ? NOTE_SAME : NOTE_OTHER;
    }
    if (hash128_equal(note->identity, IDENTITY_PRESENT)) {
        return NOTE_SAME;
    }
    bool has_stamp = source->v->stamp(source, id, file, &stamp);
    if (has_stamp && stamp.key == note->key && !file_stamp_is_racy(&stamp, recorded_ns)) {
        return NOTE_SAME;
    }
    if (hash128_equal(note->identity, IDENTITY_BROKEN)) {
        return NOTE_OTHER;
    }
    enum note_match match = compare_contents(assets, note);
    if (match == NOTE_SAME) {
        note->key = has_stamp ? stamp.key : 0;
    }
    return match;
}

/*
 * What is known of the names that the data were asked for (assets/dep_set.h): whether a file was
 * there, a hash of its contents, and a key by which to see without reading that it is still the
 * same file. May be used from several threads at once.
 */
#ifndef ASSETS_NOTES_H
#define ASSETS_NOTES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/path.h"

/*
 * What of a file decides pixels: the hash of its contents once they were read. The others are
 * values that no contents are expected to have.
 */
#define IDENTITY_ABSENT ((struct hash128){0, 0})
#define IDENTITY_PRESENT ((struct hash128){1, 0}) /* asked for, and not read */
#define IDENTITY_BROKEN ((struct hash128){2, 0})  /* could not be read */

/*
 * What names of notes begin with that are no names of files: no canonical name has an empty part.
 * Of an id, whose number follows, the identity is that of the name it stands for. Of a file whose
 * name follows, it is only of which buildings it places; or IDENTITY_BROKEN for a failure that was
 * not the file's, and may be over when the file is read again.
 */
#define NOTE_ID "id//"
#define NOTE_PLACING "placing//"
#define NOTE_UNREAD "unread//"

enum { NOTE_NAME_BYTES = NAME_BYTES + sizeof NOTE_PLACING };

struct note {
    const char *name; /* canonical, or one of those above */
    struct hash128 identity;
    uint64_t key; /* of the file when it was read; 0: not to be relied on */
};

bool note_is_of_id(const struct note *note);
bool note_is_of_placing(const struct note *note);

/* Whether the identity is that of contents. */
bool note_has_contents(const struct note *note);

/* The name of the file that the note is about; of an id, the note's. */
const char *note_file(const struct note *note);

struct notes;

/* NULL when out of memory. */
struct notes *notes_create(void);
void notes_destroy(struct notes *notes);

/*
 * Notes `name` and gives its index. Of several identities the one that says most stays: contents,
 * then broken, then present; of two contents the first. False when out of memory.
 */
bool notes_add(struct notes *notes, const struct note *note, uint32_t *index);

/* Whether anything is noted of `name`; *index is set then. */
bool notes_find(struct notes *notes, const char *name, uint32_t *index);

/* A copy of a note; its name lives as long as the notes. */
struct note notes_at(struct notes *notes, uint32_t index);

#endif

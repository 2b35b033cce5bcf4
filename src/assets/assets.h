/*
 * All the data of a run: a list of sources of which a later one overrides an earlier one, as
 * patches do. Opened by one thread; all calls but open and close may come from many at once.
 *
 * Names may be in any spelling that clients use ("World\Maps\Azeroth\Azeroth.wdt"); names that
 * come back are canonical. What assets_find, assets_has, assets_read and assets_name_of_id are
 * asked for is recorded as a dependency of the calling thread (assets/dep_set.h).
 */
#ifndef ASSETS_ASSETS_H
#define ASSETS_ASSETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/client.h"
#include "adtmap/status.h"
#include "assets/asset_ref.h"
#include "assets/dep_set.h"
#include "assets/dependency.h"
#include "assets/sources/open_path.h"
#include "assets/sources/source.h"
#include "base/diag.h"
#include "base/path.h"
#include "os/file.h"
#include "os/file_stamp.h"

struct assets;

/* What a reference leads to. */
struct asset {
    struct source_file file; /* without a source: it is not in the data */
    bool has_name;           /* else `name` leads outside the data, or is none */
    char name[NAME_BYTES];   /* canonical; of an id as its file is stored ("unknown/123.blp") if
                                a listfile has no name for it, and the number if there is no
                                file either */
};

/*
 * Opens what `count` paths stand for (assets/sources/open_path.h): directories, archives, clients.
 * Fails, naming the path, with ADTMAP_NOT_FOUND, ADTMAP_IO, ADTMAP_NO_MEMORY, ADTMAP_BAD_DATA for a
 * damaged archive that was named itself, or ADTMAP_UNSUPPORTED for a file that is no source;
 * *assets is NULL then.
 */
enum adtmap_status assets_open(const char *const *paths, size_t count, const struct diag *diag,
                               struct assets **assets);

/* The same with a choice of what to take of a client's storage; it fails with ADTMAP_BAD_ARGUMENT
 * when that does not settle which product, and as storage_open does. `last`, which may be NULL,
 * overrides the files of all paths; it is destroyed with the assets, or at once after a failure. */
enum adtmap_status assets_open_client(const char *const *paths, size_t count,
                                      const struct adtmap_client *client, struct source *last,
                                      const struct diag *diag, struct assets **assets);

/* NULL is fine. Blobs that were read must have been released. */
void assets_close(struct assets *assets);

/*
 * Reads a listfile (assets/sources/listfile.h), which takes the place of one read before: files
 * stored under their ids are found and listed by its names; a list without ids names what archives
 * hold and do not list. Called by the thread that opened the assets, before others use them.
 * Failures are those of listfile_open; the assets stay as they were then.
 */
enum adtmap_status assets_use_listfile(struct assets *assets, const char *path,
                                       const struct diag *diag);

/*
 * Records nothing from here on (assets/dep_set.h), not even what values of caches were made of: for
 * a process that draws once. Recording takes a look at each file and a hash of its bytes. Called as
 * assets_use_listfile is.
 */
void assets_leave_unrecorded(struct assets *assets);

/*
 * Gives a canonical name to the file with an id, for sources that know files by ids; a listfile's
 * id comes before it. Called as assets_use_listfile is. Fails with ADTMAP_NO_MEMORY only.
 */
enum adtmap_status assets_name_file(struct assets *assets, const char *canonical, uint32_t file_id,
                                    const struct diag *diag);

/*
 * Path `index` of those that the assets were opened with, borrowed, and in `text` what it turned
 * out to be, for messages about data that are not there; it counts the path's files. NULL: there
 * are no more paths.
 */
const char *assets_path_contents(const struct assets *assets, size_t index,
                                 char text[ASSETS_CONTENTS_BYTES]);

/* How many there are. */
size_t assets_path_count(const struct assets *assets);

/* Finds a file that one of these paths has by its name, whatever the others have; unrecorded. False
 * when there is none. */
bool assets_find_in_path(const struct assets *assets, size_t index, const char *name,
                         struct asset *asset);

/* How many folders and archives of the data could not be read, until now: folders are seen when
 * their files are listed or looked for. Each was a warning; a list of files or maps lacks what they
 * hold. */
size_t assets_unread_count(const struct assets *assets);

/*
 * Finds a file, once for all calls that take a struct asset; false when there is none. An id leads
 * to the name that the listfile has for it if that file is there, else to the file that is stored
 * under it.
 */
bool assets_find(const struct assets *assets, struct asset_ref ref, struct asset *asset);

bool assets_has(const struct assets *assets, const char *name);

/*
 * Whether the data may know files by ids: by a listfile, or in a storage, or under numbers for
 * names. Of a folder with `World` that has not been listed, its own files and those of the folders
 * in it tell. An id that a file of the map names is looked up in any case.
 */
bool assets_may_have_ids(const struct assets *assets);

/* Asks the system to bring a file into memory that was found and will be read soon. */
void asset_read_ahead(const struct asset *asset);

/*
 * The bytes of a file, for ASSETS_WHOLE; the caller releases the blob, which is empty after a
 * failure. Failures: ADTMAP_NOT_FOUND, ADTMAP_BAD_DATA for a name that leads outside the data or is
 * none, ADTMAP_IO, ADTMAP_NO_MEMORY; the message's file is the name, or the origin when it is
 * there.
 */
enum adtmap_status assets_read(const struct assets *assets, const char *name,
                               const struct diag *diag, struct blob *blob);

/* What the message of such a failure says of a file that no source has. */
#define ASSETS_ABSENT "not in the data"

/* The same for what was found or not, and for any use; the message's file is diag->file, or the
 * origin. */
enum adtmap_status assets_read_found(const struct assets *assets, const struct asset *asset,
                                     enum assets_use use, const struct diag *diag,
                                     struct blob *blob);

/* The name of assets_find for an id, under which the other calls find the file; false when there is
 * no such file. */
bool assets_name_of_id(const struct assets *assets, uint32_t file_id, char name[NAME_BYTES]);

/* The canonical name of what is called by a name or, without one, by an id, in `name`; or the name
 * itself, if it has no canonical form. */
const char *assets_name_of(const struct assets *assets, struct asset_ref ref,
                           char name[NAME_BYTES]);

/* The id that the listfile has for a name; 0 when it has none, or there is no listfile. */
uint32_t assets_id_of_name(const struct assets *assets, const char *name);

/* How many bytes assets_read would give; false when the file is nowhere or its size is damaged. */
bool assets_size(const struct assets *assets, const char *name, uint64_t *bytes);

/*
 * Where `name` comes from, for messages: a path, cut off at `size` bytes with the NUL. When it is
 * nowhere, false and the name itself.
 */
bool assets_origin(const struct assets *assets, const char *name, char *text, size_t size);

/* The same for what was found or not. */
void asset_origin(const struct asset *asset, char *text, size_t size);

/* `name` and `origin` live during the call only. */
typedef void assets_visit(void *user, const char *name, const char *origin);

/*
 * Visits the files whose names begin with `prefix` ("" for all, "world/maps/" for a folder), in
 * ascending order of bytes, each once. Fails with ADTMAP_NO_MEMORY only.
 */
enum adtmap_status assets_list(const struct assets *assets, const char *prefix,
                               const struct diag *diag, assets_visit *visit, void *user);

/*
 * assets_read_found, but a successful read is not recorded: the caller must record by one of the
 * next two what it used. `key` is for these; it is set on success.
 */
enum adtmap_status assets_read_unrecorded(const struct assets *assets, const struct asset *asset,
                                          enum assets_use use, const struct diag *diag,
                                          struct blob *blob, uint64_t *key);

/*
 * The same for at least the first `bytes` of a file, if its source can unpack them without the rest
 * (mpq_archive_read); in memory of their size. `known` is a head of fewer bytes, or empty: it is
 * copied. False, and nothing recorded, if it cannot, if there are no more, and after a failure: a
 * read of the whole file says why.
 */
bool assets_read_head(const struct assets *assets, const struct asset *asset,
                      const struct blob *known, size_t bytes, const struct diag *diag,
                      struct blob *blob, uint64_t *key);

/* assets_read_unrecorded for a file whose head is known by assets_read_head: `head` is copied, the
 * rest is unpacked. */
enum adtmap_status assets_read_rest(const struct assets *assets, const struct asset *asset,
                                    const struct blob *head, const struct diag *diag,
                                    struct blob *blob, uint64_t *key);

/* Records the contents of the file with a canonical name, which are `blob`. */
void assets_record_contents(const struct assets *assets, const char *canonical,
                            const struct blob *blob, uint64_t key);

/*
 * The same for an ADT of which only the placements were used (adt_hash_placements). Must not be
 * called while recording into a set that depends on the whole file.
 */
void assets_record_placements(const struct assets *assets, const char *canonical,
                              const struct blob *blob, uint64_t key);

/* The dependency of an item of a dep_set; its name lives as long as the assets. */
struct dependency assets_dependency(const struct assets *assets, uint32_t index);

/*
 * Whether the data still are as a dependency of an earlier run says: the same contents, from
 * whichever source, or still absent. Contents are read only if the file has another stamp, or the
 * stamp is racy for a record that was written at `recorded_ns` (os/file_stamp.h). The key is
 * updated if the contents are the same.
 */
enum file_match assets_compare(const struct assets *assets, int64_t recorded_ns,
                               struct dependency *dep);

#endif

/*
 * The build log: one record for each file that a run made, the only memory of a run.
 *
 * A node of the build graph is a file that adtmap publishes. Its name is its path below the map's
 * folder OUT/MAP. The record of a node says what its bytes were decided by: the recipe (settings
 * and versions), inputs (files of the data by content) and other nodes (by the content of their
 * pixels). A node is up to date when all of that and the file itself are as recorded (plan.h).
 *
 * The log of a map is the text file OUT/MAP/.adtmap/log, one record a line, fields apart by tabs:
 *
 *     adtmap-log 3
 *     map     NAME
 *     fact    NAME VALUE
 *     input   N CONTENT KEY NAME
 *     made    PATH RECIPE NODES PIXELS BYTES KEY CONTENT PUBLISHED MISSING N,N,... NOTE
 *     failed  PATH PUBLISHED REASON
 *     absent  PATH PUBLISHED
 *     gone    PATH PUBLISHED
 *     sum     HASH
 *
 *     fact    what is known beyond nodes; without a VALUE: no longer. Sorted by the first words
 *     input   a file of the data (assets/dependency.h), by its number N
 *     failed  the node could not be made
 *     absent  a tile that the map lists, without a file in the data
 *     gone    removed; stays until a list of changes names it
 *     sum     of all bytes before it; the last line of a log, before others are appended
 *
 * Hashes have 32 digits, "-" being zero and "=" for PUBLISHED the same as CONTENT. A run appends a
 * line when a file is in place. A later line of a path replaces an earlier one, and a last line
 * that is cut off does not count, so any prefix of a log is a valid log. A record is valid for as
 * long as its file has the recorded bytes; so the order in which files and records reach the disk
 * does not matter. At its end a run writes the log again without what is out of date.
 *
 * Figures: a tile takes 290 bytes and 5 for each input, a zoom picture 190, an input 80. A map of
 * 4096 tiles with 83 inputs each has a log of 4.7 MB, with zoom levels. A run that finds all of its
 * files up to date takes 0.2 s.
 */
#ifndef GRAPH_BUILD_LOG_H
#define GRAPH_BUILD_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/dependency.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/hash_index.h"
#include "graph/node_id.h"
#include "os/file_stamp.h"
#include "os/open_file.h"
#include "os/private_folder.h"

enum { BUILD_LOG_BYTES_MAX = 1 << 27 };

#define BUILD_LOG_FOLDER ".adtmap"

/* A file that was written. */
struct build_file {
    uint64_t bytes; /* 0: there is none, since the picture has no visible pixel */
    uint64_t key;   /* of os/file_stamp.h; 0: unknown */
    struct hash128 content;
};

enum build_state {
    BUILD_MADE,
    BUILD_FAILED,
    BUILD_ABSENT,
    BUILD_GONE, /* no node any more */
};

struct build_record {
    struct node_id id; /* the node; its name is the log's */
    const char *path;  /* printed from it; the log's */
    enum build_state state;
    struct hash128 recipe;    /* settings and versions */
    struct hash128 nodes;     /* what it was made of beyond files: other nodes, facts of the map */
    struct hash128 pixels;    /* content id, by which other nodes know it */
    struct build_file file;   /* of BUILD_MADE */
    struct hash128 published; /* content when it last was on a list of changes; zero: never */
    uint32_t missing_assets;  /* textures and models drawn as fallback */
    uint32_t *inputs;         /* numbers of inputs, from malloc */
    uint32_t input_count;
    char *note; /* of BUILD_FAILED the reason; else what manifests say in addition; NULL: nothing */
    const char *elsewhere; /* the map's folder that has the file, until this run copies it; NULL:
                              the log's own. Borrowed; not on the disk */
};

struct build_fact {
    char *name;
    char *value;
};

struct build_log {
    char *map; /* NULL: not said; before the first record, which is printed for it */
    struct dependency *inputs; /* names from malloc; each pair of name and content once */
    uint32_t input_count;
    struct hash_index input_index; /* by name and content */
    struct build_record *records;
    uint32_t count;
    struct hash_index index; /* of records, by node */
    struct build_fact *facts;
    uint32_t fact_count;
    int64_t written_ns; /* time of the oldest file that was read (file_stamp_is_racy); 0: none */
    bool is_changed;    /* since it was read: worth writing */
    bool is_damaged;    /* a file that was read has lines that are no records, or another sum */
    bool has_other_sum; /* bytes of a file that was read are others than were written: of its
                           records nobody knows which is right */
    bool is_cut_short;  /* it does not end with a sum: a run was killed, or is under way */
    struct open_file journal; /* lines are appended to it */
    uint32_t inputs_logged;   /* inputs that the journal has */
};

/* An empty log; NULL when out of memory. */
struct build_log *build_log_create(void);

/* NULL-safe; closes the journal. */
void build_log_destroy(struct build_log *log);

/* The number of an input, new or known; its key is that of `note`. False when out of memory. */
bool build_log_input(struct build_log *log, const struct dependency *dep, uint32_t *number);

/* The record of a node, which the next build_log_put may move; NULL: none, or gone. */
struct build_record *build_log_find(const struct build_log *log, struct node_id id);

/* The same, also of a node that is gone. */
struct build_record *build_log_find_any(const struct build_log *log, struct node_id id);

/* The next record of a kind behind `record`, or the first with NULL, whose file was made; `key` is
 * that of the folder for nodes of a client, else 0. NULL: there is none. A record may be dropped on
 * the way, but none added. */
struct build_record *build_log_next(const struct build_log *log, enum node_kind kind, uint64_t key,
                                    const struct build_record *record);

/*
 * Puts a record in place of that of the same node, whose `published` it takes over, and appends it
 * to the journal. The name of the node is copied, `path` is not looked at; inputs and note are
 * taken over in any case. False when out of memory.
 */
bool build_log_put(struct build_log *log, const struct build_record *record);

/* Marks a node as gone. */
void build_log_drop(struct build_log *log, struct build_record *record);

/* What is known under a name; NULL: nothing. */
const char *build_log_fact(const struct build_log *log, const char *name);

/* Replaces it; `value`, of one line, may be NULL. False when out of memory. */
bool build_log_set_fact(struct build_log *log, const char *name, const char *value);

/* Forgets all facts whose name begins so. */
void build_log_drop_facts(struct build_log *log, const char *prefix);

/* The path of a map's log in the hidden folder, from malloc; NULL when out of memory. */
char *build_log_path(const char *directory);

/*
 * Adds the records of the file at `path`; they replace those that are there. A file that is missing
 * is empty. Lines that are no records are passed over, with one warning; so is another sum. A map
 * that the log has already stays: paths of another one are those of files.
 * ADTMAP_UNSUPPORTED for what is no log or has another format, ADTMAP_LIMIT, ADTMAP_IO,
 * ADTMAP_NO_MEMORY.
 */
enum adtmap_status build_log_read(struct build_log *log, const char *path, const struct diag *diag);

/*
 * A log with nothing but the facts at the head of the log at `path`, whose rest is not read; those
 * beyond its first 8 KiB are lacking. NULL: the log is not that of `map`, or cannot be read. A run
 * that appends to it may have recorded something else since.
 */
struct build_log *build_log_peek_facts(const char *path, const char *map);

/*
 * The same as build_log_read for what an earlier run has left: what is no log, or too large, counts
 * as empty, and a warning says so and `then` what follows. ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status build_log_read_earlier(struct build_log *log, const char *path, const char *then,
                                          const struct diag *diag);

/* Drops inputs that no record refers to, closes the journal and writes the log again, if its bytes
 * change; its folder is made. Numbers of inputs from before are no longer valid, whatever it
 * returns. */
enum adtmap_status build_log_write(struct build_log *log, const char *path,
                                   const struct diag *diag);

/* The same, and opens the journal. */
enum adtmap_status build_log_open_journal(struct build_log *log, const char *path,
                                          const struct diag *diag);

/* What is to be recorded of a file that has been written. ADTMAP_NOT_FOUND, ADTMAP_IO,
 * ADTMAP_NO_MEMORY. */
enum adtmap_status build_file_of(const char *path, struct build_file *file);

/* Compares the file at `path` with the one on record, in a log written at `recorded_ns`. The
 * contents are read when the stamp does not tell, and *file gets the new key. */
enum file_match build_file_compare(const char *path, int64_t recorded_ns, struct build_file *file);

/* Opens the hidden folder of a log by private_folder_open or private_folder_make, so that neither
 * reading nor writing follows a link. */
typedef enum adtmap_status build_log_folder_opener(const char *parent, const char *name,
                                                   const struct diag *diag,
                                                   struct private_folder *folder);
enum adtmap_status build_log_open_folder(const char *path, build_log_folder_opener *open_folder,
                                         const struct diag *diag, struct private_folder *folder);

#define BUILD_LOG_HEAD "adtmap-log 3\n"

/* Makes the table of inputs fit their numbers. */
void build_log_index_inputs(struct build_log *log);

/* The lines of build_log_write and of the journal. */
void build_log_print_input(struct buffer *text, uint32_t number, const struct dependency *input);
void build_log_print_record(struct buffer *text, const struct build_record *record);
void build_log_print_sum(struct buffer *text);

/* Takes `text` over. After a failure nothing more is appended: the file keeps a valid prefix. */
void build_log_append(struct build_log *log, struct buffer *text);
void build_log_close_journal(struct build_log *log);

#endif

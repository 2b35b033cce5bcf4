/*
 * The graph of a run. A node is a file that is published, or a fact that others are made of
 * (node_id.h). It has
 *
 *     recipe   hash of the settings and versions that decide its bytes
 *     facts    hash of what the map says of it
 *     inputs   the nodes that it is made of; files of the data stand in its record
 *
 * One rule holds for every node. It is up to date if the log has a record of it, recipe and facts
 * are those on record, the files of the data and the contents of the inputs are as recorded, and
 * its own file is the recorded one. Else it is made, and so is all that is made of it.
 *
 * A file that could not be read counts as changed for a node with the policy NODE_MAKE, which is
 * made again. For others it counts as recorded: a failure to read removes nothing and drops no
 * record.
 *
 * What a run does not ask for has another policy:
 *
 *     NODE_MAKE   made if it is out of date
 *     NODE_KEEP   stays while it is up to date by the recipe on record, and counts if that is the
 *                 node's; then it is removed
 *     NODE_LEAVE  stays in any case; counts if its file is as recorded, with the recipe of the run
 *
 * A node is judged when it is added, so inputs are added before what is made of them. A record that
 * no node claims is removed with its file: so there are no rules for tiles that left the map, zoom
 * pictures of places without tiles, or outputs that nobody asks for any more.
 *
 * Files are read through struct graph_disk alone, in parallel, each file and input once, when the
 * graph is opened; the rest decides on arrays. Most of the time goes to `stat`.
 */
#ifndef GRAPH_GRAPH_H
#define GRAPH_GRAPH_H

#include "base/arena.h"
#include "base/tile_set.h"
#include "graph/build_log.h"

static const uint32_t NODE_NONE = UINT32_MAX;

/* Which nodes are made. */
enum redraw_policy {
    REDRAW_CHANGED, /* those that are out of date */
    REDRAW_ALL,     /* all that are made of the data, and so what is made of these */
};

/* Why a node is made, or removed. */
enum dirty_reason {
    UP_TO_DATE,
    DIRTY_NEW,    /* no record: never made, or it failed */
    DIRTY_FORCED, /* REDRAW_ALL */
    DIRTY_RECORD, /* the log is damaged */
    DIRTY_RECIPE, /* made with other settings or by another adtmap */
    DIRTY_MAP,    /* the WDT says otherwise of the tile, or a tile next to it came or went */
    DIRTY_INPUT,  /* a file of the data has changed, came or went, or could not be read */
    DIRTY_OUTPUT, /* its file is missing, not as it was written, or could not be read */
    DIRTY_STRICT, /* assets are missing, and that is a failure now */
    DIRTY_NODE,   /* a node that it is made of is made or has changed */
    DIRTY_GONE,   /* removed: no node any more */
};

/* The files as they are now. Both functions bring a key up to date, and are called from several
 * threads. */
struct graph_disk {
    void *user;
    enum file_match (*file)(void *user, struct build_record *record);
    enum file_match (*input)(void *user, struct dependency *input);
    int threads;
};

enum node_policy { NODE_MAKE, NODE_KEEP, NODE_LEAVE };

/* What a node is made of in addition to its inputs. */
enum node_gathers {
    GATHERS_NOTHING,
    GATHERS_ZOOM, /* all zoom pictures of the pictures */
    GATHERS_ALL,  /* all files of the map but texts: it is a text, which no other is made of */
};

enum node_fate {
    NODE_STAYS,   /* up to date, or of another run */
    NODE_MADE,    /* made by this run */
    NODE_IGNORED, /* stays; other nodes do not see it */
    NODE_REMOVED,
};

struct node {
    struct node_id id; /* its name is copied by graph_add */
    enum node_policy policy;
    struct hash128 recipe; /* of NODE_KEEP may be zero: any */
    struct hash128 facts;
    bool has_facts; /* of a node without inputs: whether they are known and compared */
    enum node_gathers gathers;
    const uint32_t *inputs; /* numbers of nodes; NODE_NONE: no node in this place; copied */
    uint32_t input_count;

    /* Results. */
    enum node_fate fate;
    enum dirty_reason reason;
    const char *changed_input; /* of DIRTY_INPUT: the first file that has changed, the log's */
};

struct graph {
    struct build_log *log;
    enum redraw_policy redraw;
    bool is_strict;
    struct node *nodes;
    uint32_t count;
    struct hash_index index; /* of nodes, by what they are */
    uint32_t made_count;     /* nodes that are made, and records that go */
    uint32_t *removed;       /* indices of records whose files go; set by graph_close */
    uint32_t removed_count;
    uint32_t record_count;        /* of the log when the graph was opened */
    enum file_match *input_match; /* by number of input */
    enum file_match *file_match;  /* by index of record */
    bool *is_claimed;             /* by index of record */
    uint32_t unreadable_count;    /* of inputs and files */
    const char *unreadable;       /* the first of these, the log's */
    bool failed;                  /* out of memory */
    struct arena memory;
};

/* Compares all files and inputs on record, and brings their keys in `log` up to date; without a
 * disk, all count as recorded. False when out of memory; graph_free in any case. */
bool graph_open(struct graph *graph, struct build_log *log, const struct graph_disk *disk);
void graph_free(struct graph *graph);

/* Adds a node and returns its number; NODE_NONE when out of memory, which `failed` keeps. */
uint32_t graph_add(struct graph *graph, const struct node *node);

/* A node by its number, for reading; NODE_NONE: one that is removed. The next graph_add may move
 * it. */
const struct node *graph_node(const struct graph *graph, uint32_t number);

/* The number of a node; NODE_NONE: there is none. */
uint32_t graph_find(const struct graph *graph, struct node_id id);

/* Whether a node is made; no node is not. */
bool graph_makes(const struct graph *graph, struct node_id id);

/* The places of the nodes that are made and that differ from `id` by their place alone. */
struct tile_set graph_made_places(const struct graph *graph, struct node_id id);

/* Counts the file of a record as another than the recorded one: of a node that has several files,
 * each with a record of its own. */
void graph_spoil(struct graph *graph, const struct build_record *record);

/* Marks a record, which may be NULL, as one that stays though it has no node. */
void graph_claim(struct graph *graph, const struct build_record *record);

/* Lists the records to be removed and judges the nodes that are made of many. `has_more`: the run
 * changes records in ways that are no nodes. False when out of memory. */
bool graph_close(struct graph *graph, bool has_more);

static inline bool node_is_text(const struct node *node)
{
    return node->gathers == GATHERS_ALL;
}

/* How the file of a record compares with it. */
enum file_match graph_file_match(const struct graph *graph, const struct build_record *record);

/* What a node is made of beyond files of the data, from the records that there are now: the member
 * `nodes` of its record. */
struct hash128 graph_hash_inputs(const struct graph *graph, const struct node *node);

#endif

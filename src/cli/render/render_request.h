/* What is drawn of a map, by options: shared by the commands that render maps. */
#ifndef CLI_RENDER_RENDER_REQUEST_H
#define CLI_RENDER_RENDER_REQUEST_H

#include "cli/common.h"
#include "cli/options/layer_options.h"
#include "cli/options/picture_options.h"
#include "cli/render/product_options.h"
#include "cli/render/progress.h"
#include "cli/session.h"

struct render_request {
    struct option_optional_tiles tiles;
    enum png_effort effort;
    bool strict;
    const char *parent; /* of the map; NULL: none */
    struct layer_options layers;
    struct job_floors floors;
    struct product_options products;
    struct picture_options picture;
};

/* One run of a request. */
struct render_run {
    const char *map; /* its folder, or `id:N` */
    const char *out;
    const struct option_strings *data; /* the paths of the data, for messages */
    const char *title;                 /* of the map on its pages; NULL: that of the data */
    bool leaves_list;                  /* as in struct job_settings */
    bool drops_others;                 /* the same */
    const char *publisher;             /* the same */
    enum redraw_policy redraw;
    bool is_check;
    bool is_watched;  /* as in struct job_settings */
    bool is_repeat;   /* says nothing if it changes nothing */
    bool is_brief;    /* a check prints one line, unless -v asks for the tiles */
    bool *is_wrong;   /* set if the run is incomplete for another reason than what a check finds out
                         of date; NULL: nobody asks */
    bool *is_changed; /* set if the run has changed the map's records; NULL: nobody asks */
    struct job_shard shard;
    const struct option_strings *from; /* as in struct job_settings; NULL: none */
    bool from_may_lack;                /* the same */
    const struct common_options *common;
    const struct progress_whole *whole; /* the run of many maps that this is part of, or NULL */
};

enum { RENDER_REQUEST_TABLES = 8 };

/* Fills in the defaults, and the rows that are made at run time. */
void render_request_default(struct render_request *request);

/* Frees what reading the options allocated. */
void render_request_free(struct render_request *request);

/* The rows, writing to `request`, in the order of help. */
void render_request_tables(struct render_request *request,
                           struct option_table tables[RENDER_REQUEST_TABLES]);

/* Reads `I/N` or `auto`; NULL: no shard. False, said on stderr, when there is no such shard. */
bool render_shard_read(const struct session *session, const char *text, struct job_shard *shard);

/* False, explained in `problem`, when the options contradict each other. */
bool render_request_check(const struct render_request *request, char problem[OPTION_PROBLEM_BYTES]);

/* Renders a map of the open data and reports the result. `request` has passed the check. */
enum exit_status render_request_run(struct session *session, const struct render_request *request,
                                    const struct render_run *run);

#endif

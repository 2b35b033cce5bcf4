/* The options for outputs that are joined from tiles: the stitched map, the website. */
#ifndef CLI_RENDER_PRODUCT_OPTIONS_H
#define CLI_RENDER_PRODUCT_OPTIONS_H

#include "cli/options/option_kinds.h"
#include "cli/session.h"
#include "job/settings/job_settings.h"
#include "output/client_minimap/client_minimap.h"

struct product_options {
    struct job_settings job; /* its members for outputs, but for what stands here */
    uint64_t memory_bytes;
    bool no_sync;
    struct client_minimap minimap;  /* root NULL: none */
    struct client_minimap worldmap; /* the same */
    struct option_strings zones;    /* of these alone */
};

/* Sets the defaults that are not zero. */
void products_default(struct product_options *options);

/* The rows for the stitched map and threads; of these, those of how the run works alone; for the
 * website, and for the client's minimap. */
struct option_table products_table(struct product_options *options);
struct option_table products_run_table(struct product_options *options);

struct option_table products_web_table(struct product_options *options);
struct option_table products_minimap_table(struct product_options *options);

/* False, explained in `problem`, if an option needs another that was not given,
 * or is out of range. */
bool products_check(const struct product_options *options, char problem[OPTION_PROBLEM_BYTES]);

/* The settings of a job for these outputs; they borrow from `options`. */
struct job_settings products_job(const struct product_options *options);

/* Makes the folders of the client's minimap and world map, if they are asked for. False, said on
 * stderr, when it cannot be written. */
bool products_check_minimap(const struct session *session, const struct product_options *options);

/* What a power cut may take of a run, as the options say; before it writes its first file. */
void products_set_durability(const struct product_options *options);

#endif

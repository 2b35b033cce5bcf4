/* The options for what is put together from tiles: the stitched map, the website. */
#ifndef CLI_REPORT_PRODUCT_OPTIONS_H
#define CLI_REPORT_PRODUCT_OPTIONS_H

#include "cli/session.h"
#include "job/settings/job_settings.h"

struct product_options {
    uint32_t outputs; /* enum job_output bits */
    uint32_t threads;
    uint64_t memory_bytes;
    enum image_format web_format;
    const char *markers;
    const char *leaflet;
    const char *changed;
};

/* The rows for the stitched map and threads, and those for the website. */
struct option_table products_table(struct product_options *options);
struct option_table products_web_table(struct product_options *options);

/* False, said on stderr, when an option goes with another that was not given. */
bool products_check(const struct session *session, const struct product_options *options);

/* Puts the options into `job`. */
void products_apply(const struct product_options *options, struct job_settings *job);

#endif

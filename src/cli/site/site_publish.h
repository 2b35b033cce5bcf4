/* Renders the maps of a site file, each in its renderings, and writes the list of them. */
#ifndef CLI_SITE_SITE_PUBLISH_H
#define CLI_SITE_SITE_PUBLISH_H

#include "cli/site/site_file.h"

struct site_publish_options {
    const char *path; /* of the site file */
    const char *only; /* a map, or a pattern; NULL: all */
    enum redraw_policy redraw;
    bool is_check;
    struct job_shard shard;
    struct option_strings from; /* folders of other sites whose tiles are taken over */
    uint32_t threads;
    uint64_t memory_bytes;
    const char *leaflet;
    const struct common_options *common;
};

/*
 * Writes OUT/RENDERING/MAP/ for each map, and OUT/index.html. What the same site file had before
 * goes (job/phases/site_leaving.h), unless `only` is given, or it is not sure what the file has: an
 * entry is wrong or has no map, or data cannot be read. A map that cannot be rendered is
 * reported and stops no other. EXIT_NOT_RUN if no map could be rendered; of a check, also if an
 * entry is wrong or a map cannot be read, so that EXIT_PARTIAL means that there is something to
 * publish.
 */
enum exit_status site_publish(struct session *session, const struct site_file *file,
                              const struct site_publish_options *options);

#endif

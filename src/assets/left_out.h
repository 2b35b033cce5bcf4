/* Models that are drawn without a file that cannot be read. */
#ifndef ASSETS_LEFT_OUT_H
#define ASSETS_LEFT_OUT_H

#include "base/diag.h"

/* Warns of the failure `why`: "<file>: <why>; <what> left out". */
static inline void warn_left_out(const struct adtmap_log *log, const struct adtmap_message *why,
                                 const char *what)
{
    struct diag diag = {why->file, log, NULL};
    diag_warn(&diag, why->chunk, why->offset, "%s; %s left out", why->what, what);
}

#endif

/*
 * What damaged files of an archive have cost. Damage may make every file of an archive take all the
 * time that it may, or crash the reader: after a few, the others are not tried.
 */
#ifndef ASSETS_SOURCES_MPQ_DAMAGE_H
#define ASSETS_SOURCES_MPQ_DAMAGE_H

#include <stdbool.h>

enum { MPQ_DAMAGED_FILES_MOST = 3, MPQ_DAMAGED_SECONDS_MOST = 10 };

/* Of one archive; zero-initialised it is none. */
struct mpq_damage {
    unsigned files;   /* whose reading was stopped */
    unsigned seconds; /* processor time that they may have taken */
};

/* Whether no more files of the archive are worth trying. */
bool mpq_damage_is_too_much(const struct mpq_damage *damage);

/* Counts a file whose reading was stopped. True for the one that made it too much. */
bool mpq_damage_add(struct mpq_damage *damage, unsigned seconds);

#endif

/* Whether two build logs (graph/build_log.h) say the same. */
#ifndef TESTS_FAULTS_RECORDS_H
#define TESTS_FAULTS_RECORDS_H

#include <stdbool.h>

/* Whether `path` is a build log, be it of a shard. */
bool records_are_at(const char *path);

/*
 * The build logs at both paths have the same records, in whatever order and under whatever numbers;
 * keys of files, which tell their age, do not count. Writes into the current folder.
 */
bool records_are_same(const char *path, const char *other);

#endif

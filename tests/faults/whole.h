/* Whether what a run wrote is whole, and the same as what another wrote. */
#ifndef TESTS_FAULTS_WHOLE_H
#define TESTS_FAULTS_WHOLE_H

#include <stdbool.h>
#include <stddef.h>

enum { WRONG_BYTES = 512 };

/*
 * Every file below `folder` is whole: PNG files decode, JSON parses, archives are as long as they
 * say, others end as the one of the same name below `reference` does; none has a temporary name.
 * False, with what is not so in `wrong`.
 */
bool tree_is_whole(const char *folder, const char *reference, char wrong[WRONG_BYTES]);

/* Both hold the same files with the same bytes. */
bool tree_is_same(const char *folder, const char *reference, char wrong[WRONG_BYTES]);

/* Copies folders and files; exits when that fails. */
void tree_copy(const char *from, const char *to);

/* Removes all of it; nothing there is fine. */
void tree_remove(const char *folder);

#endif

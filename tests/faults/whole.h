/* Whether what a run wrote is whole, and the same as what another wrote. */
#ifndef TESTS_FAULTS_WHOLE_H
#define TESTS_FAULTS_WHOLE_H

#include <stdbool.h>
#include <stddef.h>

enum { WRONG_BYTES = 512 };

/* What of a tree is compared. */
enum compared {
    COMPARE_SEEN,  /* all but the program's records */
    COMPARE_LATER, /* of a later run: all but the list of what it has changed */
    COMPARE_ALL,
};

/*
 * Every file below `folder` is whole: PNG files decode, JSON parses, archives are as long as they
 * say, lists in hidden folders have whole lines, others end as the one of the same name below
 * `reference` does; none has a temporary name. Only a ledger may be cut short: records are appended
 * to it, and the next run copes with any end. False, with what is not so in `wrong`.
 */
bool tree_is_whole(const char *folder, const char *reference, char wrong[WRONG_BYTES]);

/* Both hold the same files with the same bytes, or the same records. */
bool tree_is_same(const char *folder, const char *reference, enum compared compared,
                  char wrong[WRONG_BYTES]);

/* Copies folders and files; exits when that fails. */
void tree_copy(const char *from, const char *to);

/* Removes all of it; nothing there is fine. */
void tree_remove(const char *folder);

#endif

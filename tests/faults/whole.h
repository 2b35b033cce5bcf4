/* Checks that the output of a run is complete and equals that of another run. */
#ifndef TESTS_FAULTS_WHOLE_H
#define TESTS_FAULTS_WHOLE_H

#include <stdbool.h>
#include <stddef.h>

enum { WRONG_BYTES = 512 };

/* Which files are compared. */
enum compared {
    COMPARE_SEEN,  /* all except the program's records */
    COMPARE_LATER, /* of a later run: all but the list of what it has changed */
    COMPARE_ALL,
};

/*
 * Every file below `folder` is whole: PNG files decode, JSON parses, archives are as long as they
 * say, lists in hidden folders have whole lines, others end as the one of the same name below
 * `reference` does; none has a temporary name. Only a build log may be cut short: records are
 * appended to it, and the next run copes with any end. False, with what is not so in `wrong`.
 */
bool tree_is_whole(const char *folder, const char *reference, char wrong[WRONG_BYTES]);

/* Whether both contain the same files with the same bytes or the same records. */
bool tree_is_same(const char *folder, const char *reference, enum compared compared,
                  char wrong[WRONG_BYTES]);

/* Whether `folder` has every file, but the program's records, that both `before` and `reference`
 * have. */
bool tree_keeps(const char *folder, const char *before, const char *reference,
                char wrong[WRONG_BYTES]);

/* Copies folders and files; exits on failure. */
void tree_copy(const char *from, const char *to);

/* Removes a tree, which may be missing. */
void tree_remove(const char *folder);

#endif

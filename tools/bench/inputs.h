/* Records the data files that the library reads: the linker redirects calls of file_read here. */
#ifndef BENCH_INPUTS_H
#define BENCH_INPUTS_H

#include <stddef.h>

struct input_list {
    size_t count;
    char **paths;  /* without duplicates, in the order of first opening */
    size_t opened; /* how often any was read */
};

/* Begins a new list; later reads are recorded. */
void inputs_begin(void);

/* Ends the list, which the caller owns. Ends the program if it is empty. */
struct input_list inputs_end(void);

void inputs_free(struct input_list *list);

#endif

/* The files of the data that the library reads: the linker leads its calls of file_read here. */
#ifndef BENCH_INPUTS_H
#define BENCH_INPUTS_H

#include <stddef.h>

struct input_list {
    size_t count;
    char **paths; /* each once, in order of their first opening */
};

/* Begins a new list; what is read from now on is noted. */
void inputs_begin(void);

/* Ends it, and the program if it is empty; the list is the caller's. */
struct input_list inputs_end(void);

void inputs_free(struct input_list *list);

#endif

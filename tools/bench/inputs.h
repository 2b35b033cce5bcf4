/* The files that the library opens: the linker leads its calls of file_map through here. */
#ifndef BENCH_INPUTS_H
#define BENCH_INPUTS_H

#include <stddef.h>

struct input_list {
    size_t count;
    char **paths; /* each once, in order of their first opening */
};

/* Begins a new list; what is mapped from now on is noted. */
void inputs_begin(void);

/* Ends it; the list is the caller's. */
struct input_list inputs_end(void);

void inputs_free(struct input_list *list);

#endif

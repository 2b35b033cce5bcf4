/* Lets calls fail while an input is read, in builds that count lines. */
#ifndef TESTS_FUZZ_FAILING_H
#define TESTS_FUZZ_FAILING_H

#include <stddef.h>
#include <stdint.h>

/*
 * Reads an input, and again for each call for memory or on a file that comes from a place where
 * none has failed so far: that call then fails. A target that ends itself for want of memory is
 * left.
 */
void failing_read(const uint8_t *data, size_t size);

#endif

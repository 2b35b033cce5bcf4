/* Size arithmetic with overflow check, array length, the smaller and the larger of two numbers. */
#ifndef BASE_SIZE_H
#define BASE_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* *product = a * b; false if that overflows a size_t. */
static inline bool size_multiply(size_t a, size_t b, size_t *product)
{
    return !__builtin_mul_overflow(a, b, product);
}

static inline size_t size_min(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline size_t size_max(size_t a, size_t b)
{
    return a > b ? a : b;
}

static inline uint32_t u32_min(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline uint32_t u32_max(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

#endif

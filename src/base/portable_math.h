/*
 * Transcendental functions whose results are bit-identical on every machine. They use only + - * /
 * and sqrt, which IEEE 754 rounds exactly; the project is built with -ffp-contract=off. The
 * relative error is about 1e-13 in the given ranges, which is enough for placements and demo
 * terrain.
 */
#ifndef BASE_PORTABLE_MATH_H
#define BASE_PORTABLE_MATH_H

#include <stdint.h>

#define PORTABLE_PI 3.14159265358979323846

/* Sine and cosine of radians, |x| < 1e6. */
double portable_sin(double x);
double portable_cos(double x);

/* The angle of the vector (x, y) in radians, -pi..pi; 0 of (0, 0). */
double portable_atan2(double y, double x);

/* e^x and natural logarithm; exp for |x| < 700, log for normal x > 0. */
double portable_exp(double x);
double portable_log(double x);

/* Square root by the processor's instruction, which is exact. That of a C library may be computed
 * with more bits and rounded twice. */
static inline double portable_sqrt(double x)
{
    return __builtin_sqrt(x);
}

/* floor(x) for |x| < 2^52. */
static inline double portable_floor(double x)
{
    double truncated = (double)(int64_t)x;
    return truncated > x ? truncated - 1.0 : truncated;
}

#endif

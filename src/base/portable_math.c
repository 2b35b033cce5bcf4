/*
 * Each function reduces its argument to a small interval, evaluates a series there, and combines:
 *
 *     sin, cos   x = n * pi/2 + r, |r| <= pi/4; Taylor series to r^17 and r^18
 *     atan       atan(x) = 2 atan(x / (1 + sqrt(1 + x^2))), twice; Taylor series to x^29 for |x| <=
 * 0.2 exp        x = n * ln 2 + r, |r| <= 0.35; Taylor series to r^16, times 2^n log        x = 2^n
 * * m, 0.7 < m <= 1.42; 2 artanh((m - 1) / (m + 1)) to the 21st power
 *
 * pi/2 and ln 2 are stored as a sum of two parts. The high part has trailing zero bits, so that its
 * product with n is exact and the reduction loses no digits.
 */
#include "base/portable_math.h"

#include <float.h>
#include <math.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "floats and doubles are rounded at each step");

#define LN2_HIGH 6.93147180369123816490e-01
#define LN2_LOW 1.90821492927058770002e-10
#define HALF_PI_HIGH 1.57079632673412561417e+00
#define HALF_PI_LOW 6.07710050650619224932e-11

/* Taylor series for |x| <= pi/4; the first omitted term is below 1e-17. */
static double sine_core(double x)
{
    double square = x * x;
    double sum = 0.0;
    for (int n = 17; n >= 3; n -= 2) {
        sum = (1.0 + sum) * (-square / (double)(n * (n - 1)));
    }
    return x * (1.0 + sum);
}

static double cosine_core(double x)
{
    double square = x * x;
    double sum = 0.0;
    for (int n = 18; n >= 2; n -= 2) {
        sum = (1.0 + sum) * (-square / (double)(n * (n - 1)));
    }
    return 1.0 + sum;
}

static double sine_quadrant(double x, int64_t shift)
{
    double turns = portable_floor(x / (PORTABLE_PI / 2) + 0.5);
    double rest = (x - turns * HALF_PI_HIGH) - turns * HALF_PI_LOW;
    switch (((int64_t)turns + shift) & 3) {
    case 0:
        return sine_core(rest);
    case 1:
        return cosine_core(rest);
    case 2:
        return -sine_core(rest);
    default:
        return -cosine_core(rest);
    }
}

double portable_sin(double x)
{
    return sine_quadrant(x, 0);
}

double portable_cos(double x)
{
    return sine_quadrant(x, 1);
}

static double power_of_two(int64_t exponent)
{
    uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

double portable_exp(double x)
{
    double twos = portable_floor(x / (LN2_HIGH + LN2_LOW) + 0.5);
    double rest = (x - twos * LN2_HIGH) - twos * LN2_LOW;
    double sum = 0.0;
    for (int n = 16; n >= 1; n--) {
        sum = (1.0 + sum) * (rest / (double)n);
    }
    return (1.0 + sum) * power_of_two((int64_t)twos);
}

double portable_log(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int64_t exponent = (int64_t)(bits >> 52 & 0x7FF) - 1023;
    bits = (bits & 0xFFFFFFFFFFFFF) | (uint64_t)1023 << 52;
    double mantissa;
    memcpy(&mantissa, &bits, sizeof mantissa);
    if (mantissa > 1.4142135623730951) {
        mantissa *= 0.5;
        exponent++;
    }
    double ratio = (mantissa - 1.0) / (mantissa + 1.0);
    double square = ratio * ratio;
    double sum = 0.0;
    for (int n = 21; n >= 1; n -= 2) {
        sum = sum * square + 1.0 / (double)n;
    }
    double twos = (double)exponent;
    return twos * LN2_HIGH + (2.0 * ratio * sum + twos * LN2_LOW);
}

/* The arc tangent of 0 <= x <= 1. */
static double arc_tangent(double x)
{
    double sum = 0.0;
    for (int half = 0; half < 2; half++) {
        x /= 1.0 + sqrt(1.0 + x * x);
    }
    for (int n = 29; n >= 1; n -= 2) {
        sum = 1.0 / (double)n - sum * x * x;
    }
    return 4.0 * x * sum;
}

double portable_atan2(double y, double x)
{
    double height = fabs(y);
    double width = fabs(x);
    double longest = height > width ? height : width;
    if (!(longest > 0.0)) {
        return 0.0;
    }
    double angle = height > width ? PORTABLE_PI / 2 - arc_tangent(width / height)
                                  : arc_tangent(height / width);
    angle = x < 0.0 ? PORTABLE_PI - angle : angle;
    return y < 0.0 ? -angle : angle;
}

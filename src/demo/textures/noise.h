/*
 * Noise from integer hashes, which is the same on every machine. Lengths are in cells of the noise.
 * With a `period` above 0 the noise repeats after that many cells in both directions, which makes
 * textures tileable; with 0 it does not repeat.
 */
#ifndef DEMO_TEXTURES_NOISE_H
#define DEMO_TEXTURES_NOISE_H

#include <stdint.h>

/* The cell whose feature point is nearest to a position, and the distances to the two nearest. */
struct noise_cell {
    int32_t x, y;      /* the cell, modulo the period */
    double nearest;    /* distance to its point, cells */
    double second;     /* distance to the next nearest point */
    double at_x, at_y; /* the nearest point */
};

/* A 32-bit hash; the same as a number 0 <= value < 1. */
uint32_t noise_hash(int32_t x, int32_t y, uint32_t seed);
double noise_unit(int32_t x, int32_t y, uint32_t seed);

/* Sum of octaves of gradient noise, normalised to about -1..1. Octave k has 2^k times the
 * frequency and gain^k the amplitude; `period` is that of the first. */
double noise_sum(double x, double y, uint32_t seed, int octaves, int period, double gain);

/* noise_sum that does not repeat, gain 0.55. The ridged kind, 0..1, has crests where it is 0. */
double noise_fractal(double x, double y, uint32_t seed, int octaves);
double noise_ridged(double x, double y, uint32_t seed, int octaves);

/* Cellular noise with one feature point a cell. */
struct noise_cell noise_cellular(double x, double y, uint32_t seed, int period);

/* `x` clamped to low..high; linear interpolation from a to b; the lower, the higher. All are called
 * for every node of the world, so that the calls would take longer than they do. */
static inline double noise_clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

static inline double noise_mix(double a, double b, double t)
{
    return a + (b - a) * t;
}

static inline double noise_low(double a, double b)
{
    return a < b ? a : b;
}

static inline double noise_high(double a, double b)
{
    return a > b ? a : b;
}

/* Smooth step: 0 below `low`, 1 above `high`, a cubic between. */
static inline double noise_step(double low, double high, double x)
{
    double t = noise_clamp((x - low) / (high - low), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

#endif

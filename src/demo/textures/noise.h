/*
 * Noise from integer hashes, which is the same on every machine. Lengths are in cells of the noise.
 * With a `period` above 0 the noise repeats after that many cells in both directions, which makes
 * textures tileable; with 0 it does not repeat.
 */
#ifndef DEMO_TEXTURES_NOISE_H
#define DEMO_TEXTURES_NOISE_H

#include <stdint.h>

/* Parameters of a fractal sum. Octave k has 2^k times the frequency and gain^k the amplitude. */
struct noise_sum {
    uint32_t seed;
    int octaves;
    int period; /* of the first octave, cells; 0 for none */
    double gain;
};

/* The cell whose feature point is nearest to a position, and the distances to the two nearest. */
struct noise_cell {
    int32_t x, y;      /* the cell, modulo the period */
    double nearest;    /* distance to its point, cells */
    double second;     /* distance to the next nearest point */
    double at_x, at_y; /* the nearest point */
};

/* A 32-bit hash. */
uint32_t noise_hash(int32_t x, int32_t y, uint32_t seed);

/* A hash as a number 0 <= value < 1. */
double noise_unit(int32_t x, int32_t y, uint32_t seed);

/* Gradient noise, about -1..1; 0 at whole coordinates; its second derivative is continuous. */
double noise_gradient(double x, double y, uint32_t seed, int period);

/* Sum of octaves of noise_gradient, normalised to about -1..1. */
double noise_fractal(double x, double y, const struct noise_sum *sum);

/* Sum of octaves of (1 - |noise|)^2, 0..1: crests where the noise is 0. */
double noise_ridged(double x, double y, const struct noise_sum *sum);

/* Cellular noise with one feature point a cell. */
struct noise_cell noise_cellular(double x, double y, uint32_t seed, int period);

/* Smooth step: 0 below `low`, 1 above `high`, a cubic between. */
double noise_step(double low, double high, double x);

/* `x` clamped to low..high. */
double noise_clamp(double x, double low, double high);

/* Linear interpolation: a + (b - a) * t. */
double noise_mix(double a, double b, double t);

#endif

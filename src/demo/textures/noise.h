/*
 * Noise from integer hashes: the same value on every machine for the same place and seed. Lengths
 * are in lattice cells; a `period` of 0 never repeats, any other repeats after that many cells in
 * both directions, which makes tileable textures.
 */
#ifndef DEMO_TEXTURES_NOISE_H
#define DEMO_TEXTURES_NOISE_H

#include <stdint.h>

/* What a fractal sum is made of. Octave k has 2^k times the frequency and gain^k the amplitude. */
struct noise_sum {
    uint32_t seed;
    int octaves;
    int period; /* of the first octave, cells; 0 for none */
    double gain;
};

/* The cell whose feature point is nearest to a place, and how near the two nearest are. */
struct noise_cell {
    int32_t x, y;      /* the cell, inside the period */
    double nearest;    /* distance to its point, cells */
    double second;     /* distance to the next nearest point */
    double at_x, at_y; /* its point */
};

/* 32 well mixed bits. */
uint32_t noise_hash(int32_t x, int32_t y, uint32_t seed);

/* 0 <= value < 1. */
double noise_unit(int32_t x, int32_t y, uint32_t seed);

/* Gradient noise, about -1..1, 0 at whole coordinates, continuous second derivative. */
double noise_gradient(double x, double y, uint32_t seed, int period);

/* Sum of octaves of noise_gradient, normalised to about -1..1. */
double noise_fractal(double x, double y, const struct noise_sum *sum);

/* Sum of octaves of 1 - |noise|: crests, 0..1. */
double noise_ridged(double x, double y, const struct noise_sum *sum);

/* Cellular noise with one feature point a cell. */
struct noise_cell noise_cellular(double x, double y, uint32_t seed, int period);

/* 0 below `low`, 1 above `high`, smooth between. */
double noise_step(double low, double high, double x);

/* `x` held to low..high. */
double noise_clamp(double x, double low, double high);

/* a + (b - a) * t. */
double noise_mix(double a, double b, double t);

#endif

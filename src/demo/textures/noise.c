#include "demo/textures/noise.h"

#include "base/portable_math.h"

uint32_t noise_hash(int32_t x, int32_t y, uint32_t seed)
{
    uint32_t h = (uint32_t)x * 0x9E3779B1u ^ (uint32_t)y * 0x85EBCA77u ^ seed * 0xC2B2AE3Du;
    h = (h ^ h >> 16) * 0x7FEB352Du;
    h = (h ^ h >> 15) * 0x846CA68Bu;
    return h ^ h >> 16;
}

double noise_unit(int32_t x, int32_t y, uint32_t seed)
{
    return (double)(noise_hash(x, y, seed) >> 8) / 16777216.0;
}

static int32_t wrap(int32_t i, int period)
{
    if (period <= 0) {
        return i;
    }
    int32_t rest = i % period;
    return rest < 0 ? rest + period : rest;
}

static double corner(int32_t x, int32_t y, double dx, double dy, uint32_t seed)
{
    static const double gradients[16][2] = {
        {1.0, 0.0},  {0.92388, 0.38268},   {0.70711, 0.70711},   {0.38268, 0.92388},
        {0.0, 1.0},  {-0.38268, 0.92388},  {-0.70711, 0.70711},  {-0.92388, 0.38268},
        {-1.0, 0.0}, {-0.92388, -0.38268}, {-0.70711, -0.70711}, {-0.38268, -0.92388},
        {0.0, -1.0}, {0.38268, -0.92388},  {0.70711, -0.70711},  {0.92388, -0.38268},
    };
    const double *gradient = gradients[noise_hash(x, y, seed) & 15];
    return gradient[0] * dx + gradient[1] * dy;
}

static double fade(double t)
{
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

/* floor(x) without libm. */
static int32_t cell_of(double x)
{
    int32_t cell = (int32_t)x;
    return (double)cell > x ? cell - 1 : cell;
}

/* Gradient noise, about -1..1; 0 at whole coordinates; its second derivative is continuous. */
static double gradient(double x, double y, uint32_t seed, int period)
{
    int32_t cell_x = cell_of(x);
    int32_t cell_y = cell_of(y);
    double dx = x - (double)cell_x;
    double dy = y - (double)cell_y;
    int32_t x0 = wrap(cell_x, period);
    int32_t y0 = wrap(cell_y, period);
    int32_t x1 = wrap(x0 + 1, period);
    int32_t y1 = wrap(y0 + 1, period);
    double u = fade(dx);
    double top = noise_mix(corner(x0, y0, dx, dy, seed), corner(x1, y0, dx - 1.0, dy, seed), u);
    double bottom =
        noise_mix(corner(x0, y1, dx, dy - 1.0, seed), corner(x1, y1, dx - 1.0, dy - 1.0, seed), u);
    return 1.5 * noise_mix(top, bottom, fade(dy));
}

double noise_sum(double x, double y, uint32_t seed, int octaves, int period, double gain)
{
    double total = 0.0;
    double weight = 0.0;
    double amplitude = 1.0;
    double frequency = 1.0;
    for (int i = 0; i < octaves; i++) {
        total += amplitude *
                 gradient(x * frequency, y * frequency, seed + (uint32_t)i * 101u, period << i);
        weight += amplitude;
        amplitude *= gain;
        frequency *= 2.0;
    }
    return total / weight;
}

double noise_fractal(double x, double y, uint32_t seed, int octaves)
{
    return noise_sum(x, y, seed, octaves, 0, 0.55);
}

double noise_ridged(double x, double y, uint32_t seed, int octaves)
{
    double total = 0.0;
    double weight = 0.0;
    double scale = 1.0;
    for (int i = 0; i < octaves; i++) {
        double n = gradient(x / scale, y / scale, seed + (uint32_t)i * 101u, 0);
        double crest = noise_clamp(1.0 - (n < 0.0 ? -n : n), 0.0, 1.0);
        total += scale * crest * crest;
        weight += scale;
        scale *= 0.5;
    }
    return total / weight;
}

static void consider(struct noise_cell *best, int32_t cell_x, int32_t cell_y, double dx, double dy)
{
    double distance = portable_sqrt(dx * dx + dy * dy);
    if (distance >= best->nearest) {
        best->second = distance < best->second ? distance : best->second;
        return;
    }
    best->second = best->nearest;
    best->nearest = distance;
    best->x = cell_x;
    best->y = cell_y;
    best->at_x = dx;
    best->at_y = dy;
}

struct noise_cell noise_cellular(double x, double y, uint32_t seed, int period)
{
    struct noise_cell best = {.nearest = 9.0, .second = 9.0};
    int32_t base_x = cell_of(x);
    int32_t base_y = cell_of(y);
    for (int32_t j = -1; j <= 1; j++) {
        for (int32_t i = -1; i <= 1; i++) {
            int32_t cell_x = wrap(base_x + i, period);
            int32_t cell_y = wrap(base_y + j, period);
            double point_x = (double)(base_x + i) + 0.1 + 0.8 * noise_unit(cell_x, cell_y, seed);
            double point_y =
                (double)(base_y + j) + 0.1 + 0.8 * noise_unit(cell_x, cell_y, seed + 7u);
            consider(&best, cell_x, cell_y, point_x - x, point_y - y);
        }
    }
    best.at_x += x;
    best.at_y += y;
    return best;
}

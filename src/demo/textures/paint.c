#include "demo/textures/paint.h"

#include "base/portable_math.h"
#include "demo/textures/noise.h"

struct colour paint_rgb(uint32_t rgb)
{
    return (struct colour){rgb >> 16, rgb >> 8 & 0xFF, rgb & 0xFF};
}

struct colour paint_blend(struct colour a, struct colour b, double t)
{
    return (struct colour){noise_mix(a.red, b.red, t), noise_mix(a.green, b.green, t),
                           noise_mix(a.blue, b.blue, t)};
}

struct colour paint_lit(struct colour a, double light)
{
    return (struct colour){a.red * light, a.green * light, a.blue * light};
}

double paint_grain(double x, double y, int cells, int octaves, uint32_t seed)
{
    return noise_sum(x * cells, y * cells, seed, octaves, cells, 0.6);
}

double paint_ripple(double phase)
{
    return portable_sin(phase * 2.0 * PORTABLE_PI);
}

struct colour paint_stones(double x, double y, int cells, struct colour face, double joint)
{
    struct noise_cell cell = noise_cellular(x * cells, y * cells, 271u, cells);
    double gap = cell.second - cell.nearest;
    double shade = 0.80 + 0.34 * noise_unit(cell.x, cell.y, 272u);
    double side = ((cell.at_x - x * cells) + (cell.at_y - y * cells)) * 0.35;
    double rim = noise_step(0.02, joint, gap);
    double light = shade * (0.42 + 0.58 * rim) + side * rim;
    double warm = noise_unit(cell.x, cell.y, 273u) - 0.5;
    struct colour stone = {face.red + 14.0 * warm, face.green + 4.0 * warm,
                           face.blue - 12.0 * warm};
    return paint_lit(stone, light + 0.12 * paint_grain(x, y, 48, 2, 274u));
}

uint8_t paint_byte(double value)
{
    return (uint8_t)portable_floor(noise_clamp(value, 0.0, 255.0) + 0.5);
}

void paint_flatten(uint8_t *rgba, int32_t size)
{
    enum { BLOCKS = 8 };
    double mean[BLOCKS][BLOCKS][3] = {{{0.0}}};
    double whole[3] = {0.0};
    int32_t block = size / BLOCKS;
    for (int32_t i = 0; i < size * size; i++) {
        for (int c = 0; c < 3; c++) {
            double share = rgba[4 * i + c] / (double)(block * block);
            mean[i / size / block][i % size / block][c] += share;
            whole[c] += share / (BLOCKS * BLOCKS);
        }
    }
    for (int32_t i = 0; i < size * size; i++) {
        /* the means count at the middles of their blocks */
        double x = (i % size + 0.5) / block + BLOCKS - 0.5;
        double y = (i / size + 0.5) / block + BLOCKS - 0.5;
        int32_t left = (int32_t)x;
        int32_t top = (int32_t)y;
        for (int c = 0; c < 3; c++) {
            double row[2];
            for (int32_t k = 0; k < 2; k++) {
                row[k] = noise_mix(mean[(top + k) % BLOCKS][left % BLOCKS][c],
                                   mean[(top + k) % BLOCKS][(left + 1) % BLOCKS][c], x - left);
            }
            double here = noise_mix(row[0], row[1], y - top);
            rgba[4 * i + c] = paint_byte(rgba[4 * i + c] + whole[c] - here);
        }
    }
}

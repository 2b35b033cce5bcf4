/* Points and directions of models, and what is calculated with them. */
#ifndef DEMO_BUILDINGS_POINT_H
#define DEMO_BUILDINGS_POINT_H

#include "base/portable_math.h"

struct point {
    double x, y, z;
};

static inline struct point xyz(double x, double y, double z)
{
    return (struct point){x, y, z};
}

static inline struct point point_plus(struct point a, struct point b)
{
    return xyz(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline struct point point_minus(struct point a, struct point b)
{
    return xyz(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline struct point point_scaled(struct point a, double factor)
{
    return xyz(a.x * factor, a.y * factor, a.z * factor);
}

static inline double point_dot(struct point a, struct point b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct point point_cross(struct point a, struct point b)
{
    return xyz(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/* Of length 1; zero stays zero. */
static inline struct point point_unit(struct point a)
{
    double length = portable_sqrt(point_dot(a, a));
    length = length > 0.0 ? length : 1.0;
    return xyz(a.x / length, a.y / length, a.z / length);
}

/* From a (t = 0) to b (t = 1). */
static inline struct point point_mix(struct point a, struct point b, double t)
{
    return xyz(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t);
}

#endif

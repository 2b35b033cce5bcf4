/* A line on the ground, and maps of the distance from every lattice node to the nearest of them. */
#ifndef DEMO_WORLD_COURSE_H
#define DEMO_WORLD_COURSE_H

#include <stdbool.h>

/* Distances end here; nodes farther from any line keep this value. */
#define COURSE_FAR_YD 60.0

enum { COURSES_MAX = 32 };

struct course_point {
    double x, y;          /* lattice nodes */
    double level_yd;      /* height of the line at this point */
    double half_width_yd; /* of the river or road */
};

struct course {
    struct course_point *points;
    int count, capacity;
    bool is_road;
};

/* One value per lattice node in each table. */
struct distance_map {
    float *distance_yd;   /* to the nearest line, at most COURSE_FAR_YD */
    float *level_yd;      /* height of that line at its nearest point */
    float *half_width_yd; /* of that line at its nearest point */
};

#endif

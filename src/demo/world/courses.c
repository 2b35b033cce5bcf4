/*
 * A course runs through points of a table, counted in lattice nodes, as a Catmull-Rom spline. It is
 * cut into pieces of about 8 nodes, whose ends get their heights from the land: roads follow it
 * smoothed, rivers never rise. Then each node near a piece learns how far away it is.
 */
#include "demo/world/courses.h"

#include "base/portable_math.h"
#include "base/size.h"
#include "demo/textures/noise.h"
#include "demo/world/sites.h"
#include "demo/world/surface.h"

enum { PIECES_MAX = 400, PIECE_NODES = 8 };

enum course_kind { RIVER, STREAM, LAVA, ROAD, TRAIL };

/* Of streams, the last point lies on another river; of lava, both ends are in the open; trails get
 * lost in the country at their ends. */
#define POINTS(...) ((const int16_t[]){__VA_ARGS__, 0})

static const struct course {
    enum course_kind kind;
    double from_yd, to_yd; /* half widths */
    const int16_t *points; /* x, y; ends with 0 */
} courses[] = {
    {RIVER, 2.2, 9.0,
     POINTS(792, 640, 780, 655, 767, 697, 770, 717, 787, 770, 776, 802, 801, 843, 814, 909, 837,
            962, 880, 1005, 933, 1062, 961, 1099, 949, 1170, 942, 1235, 970, 1275, 1002, 1310, 1026,
            1338, 1062, 1368, 1064, 1414, 1078, 1449, 1078, 1487, 1101, 1526, 1132, 1581, 1158,
            1646, 1176, 1680)},
    {STREAM, 2.2, 4.0,
     POINTS(1028, 664, 995, 697, 953, 721, 924, 730, 905, 750, 882, 755, 845, 773, 818, 781, 797,
            793, 778, 803)},
    {STREAM, 2.2, 5.5,
     POINTS(1344, 612, 1360, 631, 1351, 691, 1358, 722, 1329, 769, 1286, 808, 1275, 830, 1246, 851,
            1226, 883, 1164, 925, 1126, 940, 1104, 972, 1057, 1016, 1025, 1047, 989, 1065, 961,
            1100)},
    {STREAM, 2.2, 4.5,
     POINTS(1432, 1036, 1425, 1070, 1400, 1085, 1383, 1111, 1335, 1148, 1318, 1171, 1279, 1198,
            1252, 1207, 1221, 1240, 1190, 1255, 1148, 1308, 1104, 1342, 1063, 1370)},
    {STREAM, 2.2, 4.0,
     POINTS(548, 920, 560, 938, 589, 928, 630, 929, 670, 913, 701, 913, 750, 877, 778, 863, 806,
            868)},
    {STREAM, 2.2, 4.0,
     POINTS(616, 1272, 640, 1284, 673, 1282, 763, 1266, 793, 1253, 850, 1271, 882, 1253, 909, 1252,
            943, 1238)},
    {LAVA, 4.6, 0.4,
     POINTS(1540, 1516, 1537, 1562, 1521, 1582, 1493, 1595, 1444, 1599, 1398, 1612)},
    {LAVA, 4.6, 0.4,
     POINTS(1508, 1488, 1469, 1488, 1447, 1495, 1412, 1525, 1393, 1549, 1367, 1566)},
    {ROAD, 3.6, 3.6,
     POINTS(1040, 1208, 1039, 1257, 1032, 1304, 1039, 1362, 1062, 1454, 1069, 1493, 1116, 1596,
            1128, 1632)},
    {ROAD, 3.6, 3.6,
     POINTS(1040, 1208, 1026, 1174, 1012, 1139, 1004, 1100, 1003, 1040, 1004, 960, 996, 920, 967,
            865, 965, 808, 944, 709, 937, 655, 931, 625, 937, 588, 929, 562, 930, 541, 952, 527,
            945, 500, 950, 483, 975, 440, 974, 410, 962, 377, 960, 360)},
    {ROAD, 3.6, 3.6,
     POINTS(1040, 1208, 1062, 1190, 1110, 1160, 1154, 1121, 1226, 1075, 1273, 1035, 1318, 994, 1355,
            985, 1384, 968, 1447, 938, 1480, 932, 1522, 953, 1570, 948, 1648, 912, 1680, 905, 1736,
            914, 1784, 904)},
    {ROAD, 3.6, 3.6,
     POINTS(1040, 1208, 1062, 1204, 1104, 1203, 1136, 1216, 1208, 1252, 1229, 1258, 1280, 1261,
            1320, 1257, 1368, 1264)},
    {ROAD, 3.6, 3.6,
     POINTS(1040, 1208, 1021, 1190, 999, 1178, 911, 1167, 848, 1154, 802, 1152, 750, 1143, 706,
            1149, 679, 1161, 652, 1177, 616, 1208)},
    {ROAD, 3.6, 3.6, POINTS(986, 896, 985, 884, 989, 868, 1006, 834, 1024, 800)},
    {TRAIL, 3.6, 0.2,
     POINTS(1368, 1264, 1395, 1257, 1431, 1256, 1463, 1263, 1498, 1286, 1540, 1331, 1554, 1356,
            1544, 1376)},
    {TRAIL, 3.6, 0.2,
     POINTS(616, 1208, 594, 1219, 580, 1236, 577, 1261, 587, 1295, 621, 1358, 633, 1397, 632, 1440,
            640, 1472)},
    {TRAIL, 3.6, 0.2,
     POINTS(616, 1208, 567, 1244, 543, 1256, 491, 1263, 465, 1254, 444, 1191, 401, 1119, 383, 1064,
            368, 1040)},
};

/* The end of a piece of a course. */
struct joint {
    double at[2]; /* lattice nodes */
    double level_yd, half_width_yd;
};

/* Nodes that the piece from a to b is nearest to take its distance, height and width. */
static void map_draw(struct course_map *map, const struct joint *a, const struct joint *b)
{
    const double reach = COURSE_FAR_YD / NODE_YD;
    int32_t low[2];
    int32_t high[2];
    for (int k = 0; k < 2; k++) {
        low[k] = (int32_t)noise_clamp(noise_low(a->at[k], b->at[k]) - reach, 0.0, LATTICE - 1);
        high[k] = (int32_t)noise_clamp(noise_high(a->at[k], b->at[k]) + reach, 0.0, LATTICE - 1);
    }
    for (int32_t j = low[1]; j <= high[1]; j++) {
        for (int32_t i = low[0]; i <= high[0]; i++) {
            double t;
            double distance = portable_sqrt(line_square(i, j, a->at, b->at, &t)) * NODE_YD;
            int32_t node = lattice_node(i, j);
            if (distance < (double)map->distance_yd[node]) {
                map->distance_yd[node] = (float)distance;
                map->level_yd[node] = (float)noise_mix(a->level_yd, b->level_yd, t);
                map->half_width_yd[node] = (float)noise_mix(a->half_width_yd, b->half_width_yd, t);
            }
        }
    }
}

/* Cuts the spline into pieces, wide as the table says. Returns the number of joints. */
static int cut(const struct course *course, struct joint joints[PIECES_MAX])
{
    int points = 0;
    int count = 0;
    while (course->points[2 * points]) {
        points++;
    }
    for (int k = 0; k + 1 < points; k++) {
        const int16_t *p[4];
        for (int i = 0; i < 4; i++) {
            p[i] = course->points + 2 * (int)noise_clamp(k + i - 1, 0.0, points - 1);
        }
        double x = p[2][0] - p[1][0];
        double y = p[2][1] - p[1][1];
        int pieces = (int)(portable_sqrt(x * x + y * y) / PIECE_NODES) + 1;
        for (int i = 0; i < pieces + (k + 2 == points); i++) {
            double t = (double)i / pieces;
            struct joint *joint = &joints[count++];
            for (int axis = 0; axis < 2; axis++) {
                double a = p[2][axis] - p[0][axis];
                double b = 2.0 * p[0][axis] - 5.0 * p[1][axis] + 4.0 * p[2][axis] - p[3][axis];
                double c = 3.0 * (p[1][axis] - p[2][axis]) + p[3][axis] - p[0][axis];
                joint->at[axis] = p[1][axis] + 0.5 * t * (a + t * (b + t * c));
            }
        }
    }
    for (int i = 0; i < count; i++) {
        joints[i].half_width_yd =
            noise_mix(course->from_yd, course->to_yd, (double)i / (count - 1));
    }
    return count;
}

/* Bends a river sideways where the land is flat, and sets the height of the water: below the land
 * at the line, at the lake's level inside the lake, that of the other river at its end, and never
 * rising. It is a trickle at its spring and wide at its mouth. Lava cools into nothing. */
static void finish_river(const struct world *world, enum course_kind kind, struct joint *joints,
                         int count)
{
    const double *last = joints[count - 1].at;
    int32_t mouth = lattice_node((int32_t)last[0], (int32_t)last[1]);
    double end = kind == STREAM ? (double)world->river.level_yd[mouth] : 0.0;
    double level = 1e9;
    for (int i = 0; i < count; i++) {
        struct joint *joint = &joints[i];
        double x = joint->at[0];
        double y = joint->at[1];
        double land = surface_node_height_yd(world, x / NODES_PER_TILE, y / NODES_PER_TILE);
        double flat = kind == LAVA ? 0.0 : 7.0 - 6.0 * noise_step(15.0, 60.0, land);
        flat *= noise_step(0.0, 6.0, i) * noise_step(0.0, 6.0, count - 1 - i);
        joint->at[0] = x + flat * noise_sum(x / 40.0, y / 40.0, 91u, 1, 0, 1.0);
        joint->at[1] = y + flat * noise_sum(x / 40.0, y / 40.0, 92u, 1, 0, 1.0);
        x = joint->at[0] / NODES_PER_TILE;
        y = joint->at[1] / NODES_PER_TILE;
        land = surface_node_height_yd(world, x, y) - 0.6;
        bool lake = lake_inside_yd(x, y) > -6.0;
        level = noise_low(level, lake ? (double)world->lake_level_yd : land);
        level = noise_high(level, end);
        joint->level_yd =
            noise_mix(level, end, kind == STREAM ? noise_step(12.0, 1.0, count - 1 - i) : 0.0);
        if (kind == LAVA) {
            joint->half_width_yd *= noise_step(0.0, 3.0, i) * noise_step(0.0, 12.0, count - 1 - i);
        } else {
            joint->half_width_yd *= 0.12 + 0.88 * noise_step(0.0, 22.0, i);
            joint->half_width_yd *=
                kind == RIVER ? 1.0 + 0.9 * noise_step(8.0, 0.0, count - 1 - i) : 1.0;
        }
    }
}

/* Sets the heights of a road: those of the land, smoothed. */
static void finish_road(const struct world *world, enum course_kind kind, struct joint *joints,
                        int count)
{
    for (int i = 0; i < count; i++) {
        joints[i].level_yd = surface_node_height_yd(world, joints[i].at[0] / NODES_PER_TILE,
                                                    joints[i].at[1] / NODES_PER_TILE);
        if (kind == TRAIL) {
            joints[i].half_width_yd = 0.2 + 2.6 * noise_step(0.0, 9.0, count - 1 - i);
        }
    }
    for (int pass = 0; pass < 5; pass++) {
        double before = joints[0].level_yd;
        for (int i = 1; i + 1 < count; i++) {
            double here = joints[i].level_yd;
            joints[i].level_yd = 0.25 * (before + 2.0 * here + joints[i + 1].level_yd);
            before = here;
        }
    }
}

void courses_add(struct world *world, bool roads)
{
    struct joint joints[PIECES_MAX];
    struct course_map *map = roads ? &world->road : &world->river;
    for (int32_t node = 0; node < LATTICE_NODES; node++) {
        map->distance_yd[node] = (float)COURSE_FAR_YD;
    }
    for (size_t c = 0; c < COUNT_OF(courses); c++) {
        enum course_kind kind = courses[c].kind;
        if ((kind >= ROAD) != roads) {
            continue;
        }
        int count = cut(&courses[c], joints);
        (roads ? finish_road : finish_river)(world, kind, joints, count);
        for (int k = 0; k + 1 < count; k++) {
            map_draw(map, &joints[k], &joints[k + 1]);
        }
    }
}

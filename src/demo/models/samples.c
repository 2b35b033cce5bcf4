/* Samples of materials: a yard of boards with one for each blend mode of buildings and one for each
 * shader that mixes textures, and doodads of glass with a pane for each blend of doodads and each
 * way to combine two textures. Rows start at the back (-x), columns at the right (-y). */
#include "demo/models/building.h"
#include "demo/models/doodad.h"

#define BOARD_YD 5.0
#define PITCH_YD 6.2

/* Boards of consecutive materials, or what lies below them, half pale and half dark, if the first
 * number is set; then the first material, how many, the place of the first, the number in a row, x
 * and y of place 0. */
static void boards(struct pen pen, const double *n)
{
    for (int k = 0; k < (int)n[2]; k++) {
        int place = k + (int)n[3];
        double x = n[5] + PITCH_YD * (place / (int)n[4]);
        double y = n[6] + PITCH_YD * (place % (int)n[4]);
        double middle = y + BOARD_YD / 2.0;
        double x1 = x + BOARD_YD;
        if (n[0] > 0.0) {
            solid_box(WITH(pen, SAMPLE_PALE), N(x - 0.2, y - 0.2, x1 + 0.2, middle, 0.0, 1.0));
            solid_box(WITH(pen, SAMPLE_DARK),
                      N(x - 0.2, middle, x1 + 0.2, y + BOARD_YD + 0.2, 0.0, 1.0));
        } else {
            enum wall_material material = (enum wall_material)((int)n[1] + k);
            solid_sheet(pen_with(pen, material, material), N(x, y, x1, y + BOARD_YD, 1.2));
        }
    }
}

#define BACKING(...) SOLID(boards, OAK, OAK, 1, 0, __VA_ARGS__)
#define BOARDS(...) SOLID(boards, OAK, OAK, 0, __VA_ARGS__)

MODEL(material_samples, OUTSIDE("Yard"), BOX(FLAGSTONES, -14, -23.5, 20.2, 23.5, -6, 0.4),
      BOX(OAK, -14, -23.5, -13.7, 23.5, 0.4, 1.9), BOX(OAK, -14, -23.5, 20.2, -23.2, 0.4, 1.9),
      BOX(OAK, -14, 23.2, 20.2, 23.5, 0.4, 1.9), BACKING(WALL_BLENDS, 0, 7, -11.8, -21.1),
      DOODAD(GLASS, 0, -22, 0, 0, 0), DOODAD(GLASS_LATE, 0, -34, 0, 0, 0), OUTSIDE("Blends"),
      BOARDS(WALL_SAMPLE_BLEND, WALL_BLENDS, 0, 7, -11.8, -21.1), GROUP("Mixes", GROUP_MIXED),
      BOARDS(WALL_SAMPLE_MIX, WALL_MIXES, 14, 7, -11.8, -21.1));

/* What clients without combiners draw too: these blends are their own, a second texture is a second
 * pass. */
MODEL(glass, BOX(FLAGSTONES, -6.6, -15.9, 6.6, 15.9, -6, 0.4), BACKING(10, 0, 5, -5.6, -14.9),
      BOARDS(WALL_SAMPLE_BLEND + BLEND_OPAQUE, 6, 0, 5, -5.6, -14.9),
      BOARDS(WALL_SAMPLE_BLEND + BLEND_NO_ALPHA_ADD, 1, 6, 5, -5.6, -14.9),
      BOARDS(WALL_SAMPLE_STAGES, 3, 7, 5, -5.6, -14.9));

MODEL(glass_late, BOX(FLAGSTONES, -3.5, -12.8, 3.5, 12.8, -6, 0.4), BACKING(4, 0, 4, -2.5, -11.8),
      BOARDS(WALL_SAMPLE_BLEND + BLEND_BLEND_ADD, 1, 0, 4, -2.5, -11.8),
      BOARDS(WALL_SAMPLE_STAGES + 3, 3, 1, 4, -2.5, -11.8));

/* Where the data's tables say that flight masters, graveyards and entrances of dungeons and raids
 * are. */
#ifndef MAP_CLIENT_LANDMARKS_H
#define MAP_CLIENT_LANDMARKS_H

#include "assets/assets.h"

enum landmark_kind { LANDMARK_FLIGHT, LANDMARK_GRAVEYARD, LANDMARK_ENTRANCE, LANDMARK_KINDS };

/* X and Y in yards, within the grid. */
struct landmark {
    enum landmark_kind kind;
    double x;
    double y;
    const char *name; /* not empty; valid during the call */
};

typedef void landmark_visitor(void *user, const struct landmark *landmark);

/*
 * Calls `visit` for each landmark of the map with this folder, in the order of kinds and records:
 * of TaxiNodes, WorldSafeLocs and Map (DBC or DB2). A table that the data lack has none, and a map
 * that Map lacks has none; a table that cannot be read is a warning. Fails with ADTMAP_NO_MEMORY
 * only.
 */
enum adtmap_status client_landmarks_visit(const struct assets *assets, const char *folder,
                                          const struct diag *diag, landmark_visitor *visit,
                                          void *user);

#endif

/* The flights between flight masters of a map, as the data's tables have them. */
#ifndef MAP_CLIENT_FLIGHTS_H
#define MAP_CLIENT_FLIGHTS_H

#include "assets/assets.h"

/* X and Y in yards, within the grid. */
struct flight_point {
    double x;
    double y;
};

/* Valid during the call. */
struct client_flight {
    const char *from; /* names of the ends, not empty */
    const char *to;
    const struct flight_point *points; /* at least 2, from one end to the other */
    size_t count;
};

typedef void flight_visitor(void *user, const struct client_flight *flight);

/*
 * Calls `visit` once for each pair of flight masters of the map with this folder that a flight
 * joins (TaxiNodes, TaxiPath; DBC or DB2), in the order of the flights' ids. Of several flights
 * between two, in either direction, the one with the lowest id counts. TaxiPathNode has the points,
 * those on other maps are left out; a flight with fewer than two points is a straight line. A table
 * that cannot be read is a warning. Fails with ADTMAP_NO_MEMORY only.
 */
enum adtmap_status client_flights_visit(const struct assets *assets, const char *folder,
                                        const struct diag *diag, flight_visitor *visit, void *user);

#endif

/*
 * The axes of published files. Maps lie nowhere on Earth: pictures with a world file and GeoJSON
 * say one local system, yards with easting = -Y (the game's +Y is west) and northing = X, so that
 * geographic programs lay all of them over each other. Without its text GDAL takes GeoJSON for
 * degrees. A version of the text that every GDAL reads (WKT 1), equal in all files: programs
 * compare it.
 */
#ifndef OUTPUT_GAME_AXES_H
#define OUTPUT_GAME_AXES_H

#define GAME_AXES_NAME "Game map in yards: east = -Y, north = X"
#define GAME_AXES_WKT                                                                              \
    "LOCAL_CS[\"" GAME_AXES_NAME "\",LOCAL_DATUM[\"Game map\",0],UNIT[\"yard\",0.9144],"           \
    "AXIS[\"Easting\",EAST],AXIS[\"Northing\",NORTH]]"

/* What PICTURE.aux.xml says, in which GDAL looks for what a picture cannot. */
#define GAME_AXES_AUX_XML "<PAMDataset>\n  <SRS>" GAME_AXES_WKT "</SRS>\n</PAMDataset>\n"

#endif

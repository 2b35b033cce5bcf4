-- What of AzerothCore's world database the queries touch, with spawns of the demo world: two wolves and
-- a chest on the island, a guard in the hall, and a wolf who walks.
CREATE TABLE creature (guid int unsigned PRIMARY KEY, id1 int unsigned, id2 int unsigned, id3 int unsigned, map smallint unsigned,
    zoneId smallint unsigned, areaId smallint unsigned, position_x float, position_y float, position_z float, orientation float);
CREATE TABLE creature_template (entry int unsigned PRIMARY KEY, name char(100), subname char(100));
CREATE TABLE creature_addon (guid int unsigned PRIMARY KEY, path_id int unsigned);
CREATE TABLE gameobject (guid int unsigned PRIMARY KEY, id int unsigned, map smallint unsigned, position_x float, position_y float, position_z float);
CREATE TABLE gameobject_template (entry int unsigned PRIMARY KEY, name varchar(100));
CREATE TABLE waypoint_data (id int unsigned, point int unsigned, position_x float, position_y float, position_z float, PRIMARY KEY (id, point));
INSERT INTO creature_template VALUES (69, 'Timber Wolf', NULL), (70, 'Guard "Öl"\tBrass', NULL);
INSERT INTO creature VALUES (1, 69, 0, 0, 0, 0, 0, 40, -30, 500, 0), (2, 69, 0, 0, 0, 0, 0, 120.5, 80.25, 500, 0), (3, 70, 0, 0, 1, 0, 0, 5, 5, 0, 0);
INSERT INTO gameobject_template VALUES (2843, 'Battered Chest');
INSERT INTO gameobject VALUES (9, 2843, 0, -200, 100, 20);
INSERT INTO creature_addon VALUES (2, 20);
INSERT INTO waypoint_data VALUES (20, 2, 130, 90, 0), (20, 1, 120, 80, 0), (20, 10, 150, 110, 0);

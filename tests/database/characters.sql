-- A server's table of characters: one on the demo world's island, one in its hall, one who is away.
CREATE TABLE characters (guid int unsigned PRIMARY KEY, account int unsigned, name varchar(12) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    race tinyint unsigned, class tinyint unsigned, gender tinyint unsigned, level tinyint unsigned, position_x float, position_y float,
    position_z float, map smallint unsigned, orientation float, online tinyint unsigned);
INSERT INTO characters VALUES (7, 1, 'Ännä', 1, 8, 0, 70, 40.5, -30.25, 20, 0, 0, 1), (8, 2, 'O"k\\', 2, 1, 0, 12, 5, 5, 1, 1, 0, 1),
    (9, 3, 'Asleep', 1, 1, 0, 1, 0, 0, 0, 0, 0, 0);

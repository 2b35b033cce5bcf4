SET NAMES utf8mb4;
SET SESSION group_concat_max_len = 1048576; -- MariaDB cuts an array behind it
-- The players of a server as the JSON that pages of adtmap ask for. It takes the database of characters
-- of AzerothCore, TrinityCore or cmangos. Positions are those that the server has saved. Pages read at most
-- 1 MiB: a player takes up to 240 bytes, so the first 4000 are taken. Factions are those of ChrRaces.
SELECT CONCAT('{"time": ', UNIX_TIMESTAMP(), ', "players": ', COALESCE(JSON_ARRAYAGG(JSON_OBJECT(
    'uuid', CONCAT(guid),
    'name', name,
    'world', map,
    'position', JSON_OBJECT('x', position_x, 'y', position_y, 'z', position_z),
    'class', class,
    'faction', CASE WHEN race IN (1, 3, 4, 7, 11, 22, 25, 29, 30, 32, 34, 37, 52, 85, 86) THEN 'alliance'
        WHEN race IN (2, 5, 6, 8, 9, 10, 26, 27, 28, 31, 35, 36, 70, 84, 91) THEN 'horde' ELSE 'neutral' END,
    'level', level)), '[]'), '}')
FROM (SELECT * FROM characters WHERE online = 1 ORDER BY guid LIMIT 4000) AS players;

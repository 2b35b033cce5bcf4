SET NAMES utf8mb4;
-- The players of a server as the JSON that pages of adtmap ask for. It takes the database of characters
-- of AzerothCore, TrinityCore or cmangos. Positions are those that the server has saved.
SELECT CONCAT('{"time": ', UNIX_TIMESTAMP(), ', "players": ', COALESCE(JSON_ARRAYAGG(JSON_OBJECT(
    'uuid', CONCAT(guid),
    'name', name,
    'world', map,
    'position', JSON_OBJECT('x', position_x, 'y', position_y, 'z', position_z),
    'class', class,
    'faction', IF(race IN (1, 3, 4, 7, 11, 22, 25, 29, 30, 32, 34, 37), 'alliance', 'horde'),
    'level', level)), '[]'), '}')
FROM characters WHERE online = 1;

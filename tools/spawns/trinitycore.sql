SET NAMES utf8mb4;
-- Creatures, objects and paths of TrinityCore's world database as markers of adtmap:
--     mysql -B world < trinitycore.sql > spawns.tsv
SELECT c.map, c.position_x AS x, c.position_y AS y, t.name, 'Creatures' AS `group`, 'skull' AS icon,
    '#b0413e' AS color, CONCAT('guid ', c.guid, ', entry ', c.id) AS text, NULL AS path,
    NULL AS point, 0 AS hidden
FROM creature c JOIN creature_template t ON t.entry = c.id
UNION ALL
SELECT g.map, g.position_x, g.position_y, t.name, 'Objects', 'gem', '#c9a227',
    CONCAT('guid ', g.guid, ', entry ', g.id), NULL, NULL, 0
FROM gameobject g JOIN gameobject_template t ON t.entry = g.id
UNION ALL
SELECT c.map, n.PositionX, n.PositionY, t.name, 'Paths', 'pin', '#2f6fb0',
    CONCAT('path ', n.PathId, ' of guid ', c.guid), c.guid, n.NodeId, 1
FROM waypoint_path_node n
JOIN creature_addon a ON a.PathId = n.PathId
JOIN creature c ON c.guid = a.guid
JOIN creature_template t ON t.entry = c.id;

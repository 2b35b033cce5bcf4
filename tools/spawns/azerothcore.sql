SET NAMES utf8mb4;
-- Creatures, objects and paths of AzerothCore's world database as markers of adtmap:
--     mysql -B acore_world < azerothcore.sql > spawns.tsv
SELECT c.map, c.position_x AS x, c.position_y AS y, t.name, 'Creatures' AS `group`, 'skull' AS icon,
    '#b0413e' AS color, CONCAT('guid ', c.guid, ', entry ', c.id1) AS text, NULL AS path,
    NULL AS point, 0 AS hidden
FROM creature c JOIN creature_template t ON t.entry = c.id1
UNION ALL
SELECT g.map, g.position_x, g.position_y, t.name, 'Objects', 'gem', '#c9a227',
    CONCAT('guid ', g.guid, ', entry ', g.id), NULL, NULL, 0
FROM gameobject g JOIN gameobject_template t ON t.entry = g.id
UNION ALL
SELECT c.map, w.position_x, w.position_y, t.name, 'Paths', 'pin', '#2f6fb0',
    CONCAT('path ', w.id, ' of guid ', c.guid), c.guid, w.point, 1
FROM waypoint_data w
JOIN creature_addon a ON a.path_id = w.id
JOIN creature c ON c.guid = a.guid
JOIN creature_template t ON t.entry = c.id1;

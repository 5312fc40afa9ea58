DROP TRIGGER client_search_insert;
--> statement-breakpoint
DROP TRIGGER client_search_delete;
--> statement-breakpoint
INSERT INTO client_search (client_search) VALUES ('delete-all');
--> statement-breakpoint
-- A client also has a term for each value by which a list can be filtered: each tag, the source, the artist, and whether
-- the client is blocked. Such a term begins with a dot, which no word does, and has the value in hexadecimal.
-- These triggers write the terms of a client. Clients of one tenant with the same rowid have their terms together there. A
-- deletion removes the terms that they share, too, so the others are added again. A move of a tenant copies no terms,
-- because the triggers of the other database write them there.
CREATE TRIGGER client_search_insert AFTER INSERT ON clients
BEGIN
  INSERT INTO client_search (rowid, words)
    SELECT (SELECT sum(instr('123456789abcdef', substr(NEW.id, 5 + n.value, 1)) << (60 - 4 * n.value)) FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]') n),
    (SELECT group_concat(substr(NEW.tenant_id, 5) || k.word, ' ') FROM (
      SELECT substr(w.value, 1, n.value) AS word FROM json_each(NEW.search_words) w CROSS JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n
        WHERE n.value <= length(w.value)
      UNION
      SELECT min(substr(a.value, 1, 2), substr(b.value, 1, 2)) || '·' || max(substr(a.value, 1, 2), substr(b.value, 1, 2))
        FROM json_each(NEW.search_words) a JOIN json_each(NEW.search_words) b ON a.key < b.key
        WHERE length(a.value) >= 2 AND length(b.value) >= 2
      UNION
      SELECT '·t' || hex(t.value) FROM json_each(NEW.tags) t
      UNION
      SELECT f.value FROM json_each(json_array('·b' || NEW.is_blocked, iif(NEW.source IS NULL, NULL, '·s' || hex(NEW.source)),
        iif(NEW.assigned_artist_id IS NULL, NULL, '·a' || hex(NEW.assigned_artist_id)))) f WHERE f.value IS NOT NULL
    ) k);
END;
--> statement-breakpoint
-- The terms of words have a trigger of their own, which stays. This one removes the terms of values that a client has no
-- more and adds those of new values. If another client with the same rowid has a removed term, it gets it again.
CREATE TRIGGER client_filters_update AFTER UPDATE OF tags, source, assigned_artist_id, is_blocked ON clients
  WHEN NEW.tags <> OLD.tags OR NEW.source IS NOT OLD.source OR NEW.assigned_artist_id IS NOT OLD.assigned_artist_id
    OR NEW.is_blocked <> OLD.is_blocked
BEGIN
  INSERT INTO client_search (client_search, rowid, words)
    SELECT 'delete', (SELECT sum(instr('123456789abcdef', substr(OLD.id, 5 + n.value, 1)) << (60 - 4 * n.value)) FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]') n), group_concat(substr(OLD.tenant_id, 5) || k.term, ' ') FROM (SELECT term FROM (
      SELECT '·t' || hex(t.value) AS term FROM json_each(OLD.tags) t
      UNION
      SELECT f.value FROM json_each(json_array('·b' || OLD.is_blocked, iif(OLD.source IS NULL, NULL, '·s' || hex(OLD.source)),
        iif(OLD.assigned_artist_id IS NULL, NULL, '·a' || hex(OLD.assigned_artist_id)))) f WHERE f.value IS NOT NULL
    ) WHERE term NOT IN (SELECT term FROM (
      SELECT '·t' || hex(t.value) AS term FROM json_each(NEW.tags) t
      UNION
      SELECT f.value FROM json_each(json_array('·b' || NEW.is_blocked, iif(NEW.source IS NULL, NULL, '·s' || hex(NEW.source)),
        iif(NEW.assigned_artist_id IS NULL, NULL, '·a' || hex(NEW.assigned_artist_id)))) f WHERE f.value IS NOT NULL
    ))) k
    HAVING count(*) > 0;
  INSERT INTO client_search (rowid, words)
    SELECT (SELECT sum(instr('123456789abcdef', substr(NEW.id, 5 + n.value, 1)) << (60 - 4 * n.value)) FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]') n), group_concat(substr(NEW.tenant_id, 5) || k.term, ' ') FROM (SELECT term FROM (
      SELECT '·t' || hex(t.value) AS term FROM json_each(NEW.tags) t
      UNION
      SELECT f.value FROM json_each(json_array('·b' || NEW.is_blocked, iif(NEW.source IS NULL, NULL, '·s' || hex(NEW.source)),
        iif(NEW.assigned_artist_id IS NULL, NULL, '·a' || hex(NEW.assigned_artist_id)))) f WHERE f.value IS NOT NULL
    ) WHERE term NOT IN (SELECT term FROM (
      SELECT '·t' || hex(t.value) AS term FROM json_each(OLD.tags) t
      UNION
      SELECT f.value FROM json_each(json_array('·b' || OLD.is_blocked, iif(OLD.source IS NULL, NULL, '·s' || hex(OLD.source)),
        iif(OLD.assigned_artist_id IS NULL, NULL, '·a' || hex(OLD.assigned_artist_id)))) f WHERE f.value IS NOT NULL
    ))) k
    HAVING count(*) > 0;
  INSERT INTO client_search (rowid, words)
    SELECT (SELECT sum(instr('123456789abcdef', substr(c.id, 5 + n.value, 1)) << (60 - 4 * n.value)) FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]') n), substr(c.tenant_id, 5) || r.term FROM (SELECT term FROM (
      SELECT '·t' || hex(t.value) AS term FROM json_each(OLD.tags) t
      UNION
      SELECT f.value FROM json_each(json_array('·b' || OLD.is_blocked, iif(OLD.source IS NULL, NULL, '·s' || hex(OLD.source)),
        iif(OLD.assigned_artist_id IS NULL, NULL, '·a' || hex(OLD.assigned_artist_id)))) f WHERE f.value IS NOT NULL
    ) WHERE term NOT IN (SELECT term FROM (
      SELECT '·t' || hex(t.value) AS term FROM json_each(NEW.tags) t
      UNION
      SELECT f.value FROM json_each(json_array('·b' || NEW.is_blocked, iif(NEW.source IS NULL, NULL, '·s' || hex(NEW.source)),
        iif(NEW.assigned_artist_id IS NULL, NULL, '·a' || hex(NEW.assigned_artist_id)))) f WHERE f.value IS NOT NULL
    ))) r CROSS JOIN clients c
    WHERE c.tenant_id = NEW.tenant_id AND c.id >= substr(NEW.id, 1, 20) AND c.id < substr(NEW.id, 1, 20) || 'g' AND c.id <> NEW.id
      AND r.term IN (SELECT term FROM (
      SELECT '·t' || hex(t.value) AS term FROM json_each(c.tags) t
      UNION
      SELECT f.value FROM json_each(json_array('·b' || c.is_blocked, iif(c.source IS NULL, NULL, '·s' || hex(c.source)),
        iif(c.assigned_artist_id IS NULL, NULL, '·a' || hex(c.assigned_artist_id)))) f WHERE f.value IS NOT NULL
    ));
END;
--> statement-breakpoint
CREATE TRIGGER client_search_delete AFTER DELETE ON clients
BEGIN
  INSERT INTO client_search (client_search, rowid, words)
    SELECT 'delete', (SELECT sum(instr('123456789abcdef', substr(OLD.id, 5 + n.value, 1)) << (60 - 4 * n.value)) FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]') n),
    (SELECT group_concat(substr(OLD.tenant_id, 5) || k.word, ' ') FROM (
      SELECT substr(w.value, 1, n.value) AS word FROM json_each(OLD.search_words) w CROSS JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n
        WHERE n.value <= length(w.value)
      UNION
      SELECT min(substr(a.value, 1, 2), substr(b.value, 1, 2)) || '·' || max(substr(a.value, 1, 2), substr(b.value, 1, 2))
        FROM json_each(OLD.search_words) a JOIN json_each(OLD.search_words) b ON a.key < b.key
        WHERE length(a.value) >= 2 AND length(b.value) >= 2
      UNION
      SELECT '·t' || hex(t.value) FROM json_each(OLD.tags) t
      UNION
      SELECT f.value FROM json_each(json_array('·b' || OLD.is_blocked, iif(OLD.source IS NULL, NULL, '·s' || hex(OLD.source)),
        iif(OLD.assigned_artist_id IS NULL, NULL, '·a' || hex(OLD.assigned_artist_id)))) f WHERE f.value IS NOT NULL
    ) k);
  INSERT INTO client_search (rowid, words)
    SELECT (SELECT sum(instr('123456789abcdef', substr(c.id, 5 + n.value, 1)) << (60 - 4 * n.value)) FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]') n),
    (SELECT group_concat(substr(c.tenant_id, 5) || k.word, ' ') FROM (
      SELECT substr(w.value, 1, n.value) AS word FROM json_each(c.search_words) w CROSS JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n
        WHERE n.value <= length(w.value)
      UNION
      SELECT min(substr(a.value, 1, 2), substr(b.value, 1, 2)) || '·' || max(substr(a.value, 1, 2), substr(b.value, 1, 2))
        FROM json_each(c.search_words) a JOIN json_each(c.search_words) b ON a.key < b.key
        WHERE length(a.value) >= 2 AND length(b.value) >= 2
      UNION
      SELECT '·t' || hex(t.value) FROM json_each(c.tags) t
      UNION
      SELECT f.value FROM json_each(json_array('·b' || c.is_blocked, iif(c.source IS NULL, NULL, '·s' || hex(c.source)),
        iif(c.assigned_artist_id IS NULL, NULL, '·a' || hex(c.assigned_artist_id)))) f WHERE f.value IS NOT NULL
    ) k)
    FROM clients c WHERE c.tenant_id = OLD.tenant_id AND c.id >= substr(OLD.id, 1, 20) AND c.id < substr(OLD.id, 1, 20) || 'g';
END;
--> statement-breakpoint
INSERT INTO client_search (rowid, words)
    SELECT (SELECT sum(instr('123456789abcdef', substr(c.id, 5 + n.value, 1)) << (60 - 4 * n.value)) FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]') n),
    (SELECT group_concat(substr(c.tenant_id, 5) || k.word, ' ') FROM (
      SELECT substr(w.value, 1, n.value) AS word FROM json_each(c.search_words) w CROSS JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n
        WHERE n.value <= length(w.value)
      UNION
      SELECT min(substr(a.value, 1, 2), substr(b.value, 1, 2)) || '·' || max(substr(a.value, 1, 2), substr(b.value, 1, 2))
        FROM json_each(c.search_words) a JOIN json_each(c.search_words) b ON a.key < b.key
        WHERE length(a.value) >= 2 AND length(b.value) >= 2
      UNION
      SELECT '·t' || hex(t.value) FROM json_each(c.tags) t
      UNION
      SELECT f.value FROM json_each(json_array('·b' || c.is_blocked, iif(c.source IS NULL, NULL, '·s' || hex(c.source)),
        iif(c.assigned_artist_id IS NULL, NULL, '·a' || hex(c.assigned_artist_id)))) f WHERE f.value IS NOT NULL
    ) k)
    FROM clients c ORDER BY 1;

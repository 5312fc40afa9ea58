-- The rows of client_words follow the words of a client: each prefix of a word, and the beginnings of each two words.
-- They are not moved with a tenant, because the triggers make them in the other database, too.
CREATE TRIGGER client_words_insert AFTER INSERT ON clients WHEN NEW.search_words <> '[]'
BEGIN
  INSERT OR IGNORE INTO client_words (tenant, word, client)
    SELECT unhex(substr(NEW.tenant_id, 5)), k.word, unhex(substr(NEW.id, 5)) FROM (
    SELECT substr(w.value, 1, n.value) AS word FROM json_each(NEW.search_words) w CROSS JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n
      WHERE n.value <= length(w.value)
    UNION
    SELECT min(substr(a.value, 1, 2), substr(b.value, 1, 2)) || ' ' || max(substr(a.value, 1, 2), substr(b.value, 1, 2))
      FROM json_each(NEW.search_words) a JOIN json_each(NEW.search_words) b ON a.key < b.key
      WHERE length(a.value) >= 2 AND length(b.value) >= 2
    ) k;
END;
--> statement-breakpoint
CREATE TRIGGER client_words_update AFTER UPDATE OF search_words ON clients WHEN NEW.search_words <> OLD.search_words
BEGIN
  DELETE FROM client_words WHERE tenant = unhex(substr(OLD.tenant_id, 5)) AND client = unhex(substr(OLD.id, 5)) AND word IN (
    SELECT substr(w.value, 1, n.value) AS word FROM json_each(OLD.search_words) w CROSS JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n
      WHERE n.value <= length(w.value)
    UNION
    SELECT min(substr(a.value, 1, 2), substr(b.value, 1, 2)) || ' ' || max(substr(a.value, 1, 2), substr(b.value, 1, 2))
      FROM json_each(OLD.search_words) a JOIN json_each(OLD.search_words) b ON a.key < b.key
      WHERE length(a.value) >= 2 AND length(b.value) >= 2
    );
  INSERT OR IGNORE INTO client_words (tenant, word, client)
    SELECT unhex(substr(NEW.tenant_id, 5)), k.word, unhex(substr(NEW.id, 5)) FROM (
    SELECT substr(w.value, 1, n.value) AS word FROM json_each(NEW.search_words) w CROSS JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n
      WHERE n.value <= length(w.value)
    UNION
    SELECT min(substr(a.value, 1, 2), substr(b.value, 1, 2)) || ' ' || max(substr(a.value, 1, 2), substr(b.value, 1, 2))
      FROM json_each(NEW.search_words) a JOIN json_each(NEW.search_words) b ON a.key < b.key
      WHERE length(a.value) >= 2 AND length(b.value) >= 2
    ) k;
END;
--> statement-breakpoint
CREATE TRIGGER client_words_delete AFTER DELETE ON clients WHEN OLD.search_words <> '[]'
BEGIN
  DELETE FROM client_words WHERE tenant = unhex(substr(OLD.tenant_id, 5)) AND client = unhex(substr(OLD.id, 5)) AND word IN (
    SELECT substr(w.value, 1, n.value) AS word FROM json_each(OLD.search_words) w CROSS JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n
      WHERE n.value <= length(w.value)
    UNION
    SELECT min(substr(a.value, 1, 2), substr(b.value, 1, 2)) || ' ' || max(substr(a.value, 1, 2), substr(b.value, 1, 2))
      FROM json_each(OLD.search_words) a JOIN json_each(OLD.search_words) b ON a.key < b.key
      WHERE length(a.value) >= 2 AND length(b.value) >= 2
    );
END;

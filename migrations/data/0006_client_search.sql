DROP TRIGGER client_words_insert;
--> statement-breakpoint
DROP TRIGGER client_words_update;
--> statement-breakpoint
DROP TRIGGER client_words_delete;
--> statement-breakpoint
DROP TABLE `client_words`;
--> statement-breakpoint
-- The search index of clients. A term is the tenant and a prefix of a word, or the tenant and the beginnings of two words.
-- The rowid is a number that rises with the ids: the digits 2 to 16 of the id, of which the first is always 0. It holds
-- terms alone, because the words are in the clients' rows.
CREATE VIRTUAL TABLE client_search USING fts5(words, content='', columnsize=0, detail=none, tokenize='ascii');
--> statement-breakpoint
-- These triggers write the terms of a client. Clients of one tenant with the same rowid have their terms together there. A
-- deletion removes the terms that they share, too, so the others are added again. A move of a tenant copies no terms,
-- because the triggers of the other database write them there.
CREATE TRIGGER client_search_insert AFTER INSERT ON clients WHEN NEW.search_words <> '[]'
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
    ) k);
END;
--> statement-breakpoint
CREATE TRIGGER client_search_update AFTER UPDATE OF search_words ON clients WHEN NEW.search_words <> OLD.search_words
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
    ) k)
    WHERE OLD.search_words <> '[]';
  INSERT INTO client_search (rowid, words)
    SELECT (SELECT sum(instr('123456789abcdef', substr(c.id, 5 + n.value, 1)) << (60 - 4 * n.value)) FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]') n),
    (SELECT group_concat(substr(c.tenant_id, 5) || k.word, ' ') FROM (
      SELECT substr(w.value, 1, n.value) AS word FROM json_each(c.search_words) w CROSS JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n
        WHERE n.value <= length(w.value)
      UNION
      SELECT min(substr(a.value, 1, 2), substr(b.value, 1, 2)) || '·' || max(substr(a.value, 1, 2), substr(b.value, 1, 2))
        FROM json_each(c.search_words) a JOIN json_each(c.search_words) b ON a.key < b.key
        WHERE length(a.value) >= 2 AND length(b.value) >= 2
    ) k)
    FROM clients c WHERE c.tenant_id = NEW.tenant_id AND c.id >= substr(NEW.id, 1, 20) AND c.id < substr(NEW.id, 1, 20) || 'g' AND c.search_words <> '[]';
END;
--> statement-breakpoint
CREATE TRIGGER client_search_delete AFTER DELETE ON clients WHEN OLD.search_words <> '[]'
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
    ) k)
    WHERE OLD.search_words <> '[]';
  INSERT INTO client_search (rowid, words)
    SELECT (SELECT sum(instr('123456789abcdef', substr(c.id, 5 + n.value, 1)) << (60 - 4 * n.value)) FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]') n),
    (SELECT group_concat(substr(c.tenant_id, 5) || k.word, ' ') FROM (
      SELECT substr(w.value, 1, n.value) AS word FROM json_each(c.search_words) w CROSS JOIN json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]') n
        WHERE n.value <= length(w.value)
      UNION
      SELECT min(substr(a.value, 1, 2), substr(b.value, 1, 2)) || '·' || max(substr(a.value, 1, 2), substr(b.value, 1, 2))
        FROM json_each(c.search_words) a JOIN json_each(c.search_words) b ON a.key < b.key
        WHERE length(a.value) >= 2 AND length(b.value) >= 2
    ) k)
    FROM clients c WHERE c.tenant_id = OLD.tenant_id AND c.id >= substr(OLD.id, 1, 20) AND c.id < substr(OLD.id, 1, 20) || 'g' AND c.search_words <> '[]';
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
    ) k)
    FROM clients c WHERE c.search_words <> '[]' ORDER BY 1;

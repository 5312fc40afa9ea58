-- The transaction that places a hold keeps the caps by itself: past a cap the visitor goes on without a hold, so nothing
-- is to be refused.
DROP TRIGGER holds_cap_insert;

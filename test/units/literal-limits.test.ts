import { expect, it } from "vitest";
import { withLiteralLimits } from "../../src/platform/db/statements/literal-limits.ts";

it.each<[string, unknown[], string, unknown[]]>([
	["select a from t where b = ? limit ?", ["x", 51], "select a from t where b = ? limit 51", ["x"]],
	[
		"SELECT (SELECT 1 FROM u LIMIT ?) FROM t WHERE a = ? LIMIT  ?",
		[3, "x", 7],
		"SELECT (SELECT 1 FROM u LIMIT 3) FROM t WHERE a = ? LIMIT  7",
		["x"],
	],
	["select 'limit ?', \"limit ?\", ? limit ?", ["x", 1], "select 'limit ?', \"limit ?\", ? limit 1", ["x"]],
	["select 'it''s ?' where a = ? limit ?", ["x", 1], "select 'it''s ?' where a = ? limit 1", ["x"]],
	["select a from t where b = ?", ["x"], "select a from t where b = ?", ["x"]],
	["select a from t limit ?", ["1; drop table t"], "select a from t limit ?", ["1; drop table t"]],
	["select a from t limit ?", [Number.NaN], "select a from t limit ?", [Number.NaN]],
	["select a from t limit ?", [-1], "select a from t limit -1", []],
	["select a from t where b = ?1 limit ?2", ["x", 500], "select a from t where b = ?1 limit ?2", ["x", 500]],
	["select unlimited ?", [1], "select unlimited ?", [1]],
])("%s with %j becomes %s with %j", (sql, params, expected, rest) => {
	for (const _ of [1, 2]) expect(withLiteralLimits({ sql, params })).toEqual({ sql: expected, params: rest });
});

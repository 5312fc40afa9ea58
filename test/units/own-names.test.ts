import { describe, expect, it } from "vitest";
import { withUniqueColumnNames } from "../../src/platform/db/statements/unique-column-names.ts";

describe("a SELECT whose columns have names of their own", () => {
	it.each([
		['select "id", "name" from "clients"', 'select "id", "name" from "clients"', 2],
		[
			'select "a"."id", "b"."id" from "a" inner join "b" on "a"."x" = "b"."x"',
			'select "a"."id" as "c0", "b"."id" as "c1" from "a" inner join "b" on "a"."x" = "b"."x"',
			2,
		],
		['select distinct "tenant_id" from "t"', 'select distinct "tenant_id" from "t"', 1],
		['select count(*) from "t"', 'select count(*) as "c0" from "t"', 1],
		[
			'select coalesce("a", \', from \'), 1 from "t"',
			'select coalesce("a", \', from \') as "c0", 1 as "c1" from "t"',
			2,
		],
		[
			'select "id", (SELECT count(*) FROM x, y WHERE x.a = y.b) from "t"',
			'select "id", (SELECT count(*) FROM x, y WHERE x.a = y.b) as "c1" from "t"',
			2,
		],
		['select "a" as "b", "t"."c" from "t"', 'select "a" as "b", "t"."c" as "c1" from "t"', 2],
		['select "odd, from ""name""" from "t"', 'select "odd, from ""name""" as "c0" from "t"', 1],
	])("%s", (given, expected, columns) => {
		expect(withUniqueColumnNames(given)).toEqual({ sql: expected, columns });
	});

	it.each(["update t set a = 1", "select 1", "with x as (select 1) select * from x"])("refuses %s", (sql) => {
		expect(() => withUniqueColumnNames(sql)).toThrow();
	});
});

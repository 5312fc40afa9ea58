import type { Dice } from "./dice.ts";
import type { Json } from "./document.ts";

/** Values that no field takes, or that only some take. */
const oddValues: readonly Json[] = [
	null,
	true,
	"",
	" ",
	0,
	-1,
	-0.5,
	1.5,
	2 ** 31,
	2 ** 53,
	1e308,
	[],
	{},
	[[]],
	[null],
	{ "": "" },
	"a\0b",
	"a\ud800",
	"\udc00",
	"\u202e\ufeff\uffff",
	"x".repeat(10_001),
	"x".repeat(70_000),
	"null",
	"NaN",
	"' OR 1=1 --",
	"%00",
	"2026-02-30T25:61:00Z",
	"0000-00-00",
	"+275760-09-13T00:00:00.001Z",
	"9999-12-31T23:59:59.999+23:59",
	"javascript:alert(1)",
	"http://[::1",
	"http://user:pass@127.0.0.1:1025/",
	"file:///etc/passwd",
	"a@b",
	`${"a".repeat(300)}@example.com`,
	{ $ne: null },
	{ toString: 1, __proto__: 1 },
	Array.from({ length: 500 }, () => "x"),
	Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, "v"])),
];

/** Changes or removes one value. */
export function nearlyValid(body: Json, dice: Dice): Json {
	const places = pathsIn(body);
	if (places.length === 0) return dice.pick(oddValues);
	const copy = structuredClone(body);
	const path = dice.pick(places);
	const last = path.at(-1) ?? "";
	const parent = path.slice(0, -1).reduce((at, key) => at[key], copy);
	if (dice.chance(0.15)) delete parent[last];
	else parent[last] = dice.pick(oddValues);
	return copy;
}

function pathsIn(value: Json, at: string[] = []): string[][] {
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => [[...at, key], ...pathsIn(inner, [...at, key])]);
}

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

/** Not JSON, or JSON of another kind. */
export const hostileBodies: readonly ((valid: string, dice: Dice) => string | Uint8Array)[] = [
	() => "",
	() => "{",
	() => "[]",
	() => "null",
	() => '"text"',
	() => "1e400",
	() => "[".repeat(100_000),
	() => nested(10_000),
	() => `{"${"x".repeat(1_100_000)}":1}`,
	(valid) => `\ufeff${valid}`,
	(valid) => valid.slice(0, -1),
	(valid) => `${valid}${valid}`,
	(valid) => valid.replaceAll('"', "'"),
	(valid) => valid.replace("{", '{"__proto__":{"x":1},"constructor":{"prototype":{}},'),
	(valid) => valid.replace("{", `{${'"a":1,'.repeat(20_000)}`),
	(valid) => valid.replace(/"[^"]*":/, (name) => `${name}"\\ud800",${name}`),
	(valid) => new TextEncoder().encode(valid).map((byte, n) => (n % 17 === 5 ? 0xff : byte)),
	(_, dice) => Uint8Array.from({ length: 200 }, () => dice.below(256)),
	(valid) => encodeURIComponent(valid),
];

export const contentTypes = [
	"text/plain",
	"application/x-www-form-urlencoded",
	"multipart/form-data",
	"application/json; charset=utf-16",
	"application/problem+json",
	"json",
	"",
	"application/json".repeat(50),
];

export const oddIds = [
	"x",
	"cli_",
	"%00",
	"%zz",
	"..%2f..",
	"%2e%2e",
	"a".repeat(2000),
	"__proto__",
	"null",
	"%F0%9F",
	"*",
];

export const oddQueries = [
	"limit=0",
	"limit=101",
	"limit=-1",
	"limit=1e9",
	"limit=NaN",
	"limit=1&limit=2",
	"cursor=x",
	"cursor=%00",
	`cursor=${"A".repeat(3000)}`,
	"cursor=eyJ0IjoxfQ",
	"updated_since=yesterday",
	"updated_since=%ED%A0%80",
	"created_since=2026-01-01",
	"sort=name",
	"sort=updated_at&updated_since=0001-01-01T00:00:00Z",
	"type=__proto__",
	"status=9xx",
	"q=%25_%25%27",
	`q=${"%F0%9F%A6%9C".repeat(100)}`,
	"q=",
	"email=%00",
	"after_sequence=-1",
	"after_sequence=99999999999999999999",
	"from=2026-01-01T00:00:00Z&to=2099-01-01T00:00:00Z",
	"%=%&&&==",
	"a[]=1&a[b]=2",
];

export const oddHeaders: readonly Record<string, string>[] = [
	{ "Idempotency-Key": "x".repeat(256) },
	{ "Idempotency-Key": "é" },
	{ "Idempotency-Key": '""' },
	{ "Idempotency-Key": " " },
	{ "If-Match": "*" },
	{ "If-Match": '"' },
	{ "If-Match": `"${"x".repeat(5000)}"` },
	{ "If-Match": 'W/"1", "2",,' },
	{ "If-None-Match": "*" },
	{ "If-None-Match": ",".repeat(1000) },
	{ "Service-Dry-Run": "yes" },
	{ "Service-Dry-Run": "true" },
	{ "X-Request-ID": "a b" },
	{ "X-Request-ID": "x".repeat(129) },
	{ "Accept-Encoding": "gzip;q=x" },
	{ "Content-Encoding": "gzip" },
	{ Accept: "text/html" },
	{ Origin: "null" },
	{ Range: "bytes=0-1" },
	{ "X-HTTP-Method-Override": "DELETE" },
	{ Authorization: "Bearer" },
	{ Authorization: "Basic Og==" },
	{ Authorization: "Bearer svc_live_sk_x" },
	{ Authorization: `Bearer svcoat_${"x".repeat(4000)}` },
	{ Authorization: "Bearer ü" },
];

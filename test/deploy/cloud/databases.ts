import { randomUUID } from "node:crypto";
import { type QueryResult, Sqlite } from "../../../lab/platform/d1/sqlite.ts";
import { hasSeveralStatements } from "../../../lab/platform/d1/statement-text.ts";
import { failure, page, result } from "./answers.ts";
import type { Asked, Cloud, Routes } from "./cloud.ts";
import type { Database } from "./resources.ts";

const mostOfFreePlan = 10;

export const findDatabase = ({ databases }: Cloud, idOrName: string | undefined): Database | undefined =>
	databases.find(({ uuid, name }) => uuid === idOrName || name === idOrName);

const shown = ({ uuid, name, jurisdiction, created_at }: Database) => ({
	uuid,
	name,
	jurisdiction,
	created_at,
	version: "production",
});

const inDatabase = (run: (database: Database, asked: Asked) => Response | Promise<Response>) => (asked: Asked) => {
	const database = findDatabase(asked.cloud, decodeURIComponent(asked.parts.id ?? ""));
	return database ? run(database, asked) : failure(404, 7404, "The database could not be found");
};

interface Making {
	name: string;
	jurisdiction?: string;
	primary_location_hint?: string;
}

export const databaseRoutes: Routes = {
	"GET /d1/database": ({ cloud, query }) => page(cloud.databases.map(shown), query, 1000),
	"POST /d1/database": async ({ cloud, request }) => {
		const { name, jurisdiction = null, primary_location_hint: hint } = (await request.json()) as Making;
		if (findDatabase(cloud, name)) return failure(400, 7502, "A database with that name already exists");
		if (cloud.isFree && cloud.databases.length >= mostOfFreePlan)
			return failure(400, 7406, "The account has reached its limit of databases");
		const created_at = new Date().toISOString();
		const made = {
			uuid: randomUUID(),
			name,
			jurisdiction,
			location: jurisdiction ? undefined : hint,
			created_at,
			sqlite: new Sqlite(),
			history: [],
		};
		cloud.databases.push(made);
		return result(shown(made));
	},
	"GET /d1/database/:id": inDatabase((database) =>
		result({ ...shown(database), file_size: database.sqlite.content().length }),
	),
	"POST /d1/database/:id/query": inDatabase(async (database, { request }) => {
		const { sql } = (await request.json()) as { sql: string };
		return query(database, sql);
	}),
	"GET /d1/database/:id/time_travel/bookmark": inDatabase((database, { query }) => {
		const at = query.get("timestamp");
		const found = at === null ? remember(database) : database.history.findLast((each) => each.at <= Date.parse(at));
		return found ? result({ bookmark: found.bookmark }) : failure(400, 7400, "No bookmark at that time");
	}),
	"POST /d1/database/:id/time_travel/restore": inDatabase((database, { query }) => {
		const previous = remember(database);
		const found = database.history.find(({ bookmark }) => bookmark === query.get("bookmark"));
		if (!found) return failure(400, 7400, "No such bookmark");
		database.sqlite.load(found.content);
		return result({ bookmark: remember(database).bookmark, previous_bookmark: previous.bookmark, message: "restored" });
	}),
};

/** The endpoint divides a text at semicolons, also within triggers: github.com/cloudflare/workers-sdk/issues/15690. */
function query(database: Database, sql: string): Response {
	if (/\bCREATE\s+TRIGGER\b/i.test(sql)) return failure(400, 7500, "incomplete input: SQLITE_ERROR");
	const results = runAll(database, sql);
	if (results instanceof Error) return failure(400, 7500, results.message);
	return result(
		results.map(({ columns, rows, changes }) => ({
			results: rows.map((row) => Object.fromEntries(columns.map((name, n) => [name, row[n]]))),
			success: true,
			meta: { duration: 0.1, changes, rows_read: rows.length, rows_written: changes },
		})),
	);
}

/** All statements run, or none of them. */
export function runAll({ sqlite }: Database, sql: string): QueryResult[] | Error {
	// A statement alone is undone by SQLite itself.
	const before = hasSeveralStatements(sql) ? sqlite.content() : undefined;
	try {
		return sqlite.transaction([{ sql, params: [] }]);
	} catch (error) {
		if (before) sqlite.load(before.length > 0 ? before : undefined);
		return new Error(String((error as Error).message).replace(/^D1_ERROR: /, ""));
	}
}

/** Notes the present content of a database. */
export function remember(database: Database, at = Date.now()) {
	const number = String(database.history.length).padStart(8, "0");
	const made = { at, bookmark: `${number}-00000000-00000000-${"0".repeat(32)}`, content: database.sqlite.content() };
	database.history.push(made);
	return made;
}

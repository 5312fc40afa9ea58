import { firstIdAt } from "../../lib/ids.ts";
import { dayMs, hourMs, minuteMs } from "../../lib/time.ts";

/** A request of /v1 after its answer. It holds no query, no body and no secret (contract: Requests 4). */
export interface AnsweredRequest {
	/** Made by the service at the time at which the request came. */
	id: string;
	/** The `X-Request-ID`, which a caller may choose and use again. */
	requestId: string;
	method: string;
	path: string;
	operationId: string;
	status: number;
	/** The code of the problem in the answer; null when it has none. */
	code: string | null;
	durationMs: number;
	credential: { type: "api_key" | "oauth_app"; id: string };
	/** The hint of the key's value that was sent, or the grant under which the app acted. */
	by: string;
	/** The names in `Service-Ignored-Fields`. */
	ignored: string[];
	createdAt: number;
	/** The gate refused it for plan, scope or rate. No bucket limits how many of these come. */
	refused: boolean;
}

export type KeptRequest = Omit<AnsweredRequest, "refused" | "by">;

export interface RequestsOfHour {
	at: number;
	count: number;
	/** How many of them got a status of 400 or more. */
	failed: number;
}

export interface RequestFilters {
	credentialId?: string | undefined;
	statuses?: readonly [number, number] | undefined;
	operationId?: string | undefined;
	path?: string | undefined;
	createdSince?: number | undefined;
	createdUntil?: number | undefined;
}

/** Contract: Requests 2. */
export const requestsKeptMs = 3 * dayMs;
export const maxKept = 50_000;
export const refusalsKeptPerMinute = 1000;

/** Expired requests are not shown. They are deleted with the next batch, or at most this long after they expired. */
const sweepAtMostEveryMs = hourMs;
/** Each new batch deletes at most this many expired requests, so that the call stays short. */
const removedAtOnce = 1000;

const schema = `
	CREATE TABLE IF NOT EXISTS requests (
		id TEXT PRIMARY KEY, request_id TEXT, method TEXT NOT NULL, path TEXT NOT NULL, operation_id TEXT NOT NULL,
		status INTEGER NOT NULL, code TEXT, duration_ms INTEGER NOT NULL, credential_type TEXT NOT NULL,
		credential_id TEXT NOT NULL, ignored TEXT NOT NULL, created_at INTEGER NOT NULL
	) WITHOUT ROWID;
	CREATE INDEX IF NOT EXISTS requests_by_request_id ON requests (request_id, id) WHERE request_id IS NOT NULL;
`;

interface Row extends Record<string, SqlStorageValue> {
	id: string;
	/** Null if it equals the id, so that such a request costs no row of the index. */
	request_id: string | null;
	method: string;
	path: string;
	operation_id: string;
	status: number;
	code: string | null;
	duration_ms: number;
	credential_type: AnsweredRequest["credential"]["type"];
	credential_id: string;
	ignored: string;
	created_at: number;
}

/** The requests of one tenant in the last days, in the storage of an object of its own. */
export class RequestLog {
	private readonly sql: SqlStorage;
	private hasTable: boolean | undefined;
	/** The number of kept requests; counted at the first request after the object has woken. */
	private count: number | undefined;
	private refusals = { minute: 0, kept: 0 };

	constructor(sql: SqlStorage) {
		this.sql = sql;
	}

	/** Keeps a batch. A batch that comes twice changes nothing. */
	add(requests: AnsweredRequest[], now: number): void {
		if (!this.exists()) this.sql.exec(schema);
		this.hasTable = true;
		this.count ??= this.sql.exec<{ n: number }>("SELECT COUNT(*) AS n FROM requests").one().n;
		for (const request of requests) if (this.hasRoomFor(request, now)) this.count += this.insert(request);
		this.removeExpired(now);
		if (this.count > maxKept) this.removeOldest(this.count - maxKept);
	}

	/** At most `take` requests after the id `after`, the newest first. */
	list(filters: RequestFilters, { after, take }: { after?: string | undefined; take: number }, now: number) {
		const { credentialId, statuses, operationId, path, createdSince = 0, createdUntil } = filters;
		const conditions: [string, ...SqlStorageValue[]][] = [
			["id >= ?", firstKept(Math.max(createdSince, now - requestsKeptMs))],
		];
		// With two conditions SQLite would start at one and walk to the other.
		const [before] = [after, createdUntil === undefined ? undefined : firstKept(createdUntil)].filter(isGiven).sort();
		if (before !== undefined) conditions.push(["id < ?", before]);
		if (credentialId !== undefined) conditions.push(["credential_id = ?", credentialId]);
		if (statuses) conditions.push(["status BETWEEN ? AND ?", ...statuses]);
		if (operationId !== undefined) conditions.push(["operation_id = ?", operationId]);
		if (path !== undefined) conditions.push(["path = ?", path]);
		return this.read(
			`SELECT * FROM requests WHERE ${conditions.map(([sql]) => sql).join(" AND ")} ORDER BY id DESC LIMIT ?`,
			...conditions.flatMap(([, ...values]) => values),
			take,
		);
	}

	latest(requestId: string, now: number): KeptRequest | null {
		const since = firstKept(now - requestsKeptMs);
		const [latest] = this.read(
			`SELECT * FROM (
				SELECT * FROM requests WHERE id = ?1 AND request_id IS NULL AND id >= ?2
				UNION ALL
				SELECT * FROM (SELECT * FROM requests WHERE request_id = ?1 AND id >= ?2 ORDER BY id DESC LIMIT 1)
			) ORDER BY id DESC LIMIT 1`,
			requestId,
			since,
		);
		return latest ?? null;
	}

	/** The number of requests in each hour, the oldest first. An hour without requests is left out. */
	hours(now: number): RequestsOfHour[] {
		if (!this.exists()) return [];
		const counted = this.sql.exec<{ at: number; count: number; failed: number }>(
			`SELECT created_at / ?1 * ?1 AS at, COUNT(*) AS count, SUM(status >= 400) AS failed
				FROM requests WHERE id >= ?2 GROUP BY 1 ORDER BY 1`,
			hourMs,
			firstKept(now - requestsKeptMs),
		);
		return counted.toArray();
	}

	/** Removes expired requests. Returns in how many milliseconds the next sweep is due; null if nothing is left. */
	sweep(now: number): number | null {
		if (!this.exists()) return null;
		while (this.removeExpired(now) > 0);
		const [oldest] = this.sql.exec<Row>("SELECT * FROM requests ORDER BY id LIMIT 1");
		return oldest ? Math.max(oldest.created_at + requestsKeptMs - now, sweepAtMostEveryMs) : null;
	}

	/** Forgets the requests that have one of these texts, in lower case, in their address or in the fields that were dropped. */
	forget(texts: string[]): void {
		if (!this.exists()) return;
		this.sql.exec(
			`DELETE FROM requests WHERE EXISTS (
				SELECT 1 FROM json_each(?) t WHERE instr(lower(requests.path), t.value) > 0 OR instr(lower(ignored), t.value) > 0
			)`,
			JSON.stringify(texts),
		);
		this.count = undefined;
	}

	clear(): void {
		if (this.exists()) this.sql.exec("DELETE FROM requests");
		this.count = 0;
	}

	/** The time from a new request to the sweep that may delete it. */
	readonly sweepDueMs = requestsKeptMs;

	private exists(): boolean {
		this.hasTable ??= this.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'requests'").toArray().length > 0;
		return this.hasTable;
	}

	/** Refused requests take no tokens. Without a limit of their own a flood of them would be a flood of writes. */
	private hasRoomFor({ refused }: AnsweredRequest, now: number): boolean {
		if (!refused) return true;
		const minute = Math.floor(now / minuteMs);
		if (this.refusals.minute !== minute) this.refusals = { minute, kept: 0 };
		return this.refusals.kept++ < refusalsKeptPerMinute;
	}

	private insert(request: AnsweredRequest): number {
		const { id, requestId, credential } = request;
		const inserted = this.sql.exec(
			`INSERT INTO requests VALUES (${Array(12).fill("?").join(", ")}) ON CONFLICT DO NOTHING RETURNING 1`,
			id,
			requestId === id ? null : requestId,
			request.method,
			request.path,
			request.operationId,
			request.status,
			request.code,
			request.durationMs,
			credential.type,
			credential.id,
			JSON.stringify(request.ignored),
			request.createdAt,
		);
		return inserted.toArray().length;
	}

	private removeExpired(now: number): number {
		return this.remove(
			"SELECT id FROM requests WHERE id < ? ORDER BY id LIMIT ?",
			firstKept(now - requestsKeptMs),
			removedAtOnce,
		);
	}

	private removeOldest(count: number): number {
		return this.remove("SELECT id FROM requests ORDER BY id LIMIT ?", count);
	}

	private remove(selectIds: string, ...values: SqlStorageValue[]): number {
		const removed = this.sql
			.exec(`DELETE FROM requests WHERE id IN (${selectIds}) RETURNING 1`, ...values)
			.toArray().length;
		if (this.count !== undefined) this.count -= removed;
		return removed;
	}

	private read(query: string, ...values: SqlStorageValue[]): KeptRequest[] {
		return this.exists()
			? this.sql
					.exec<Row>(query, ...values)
					.toArray()
					.map(toRequest)
			: [];
	}
}

const isGiven = (id: string | undefined): id is string => id !== undefined;

const firstKept = (ms: number): string => firstIdAt("request", ms);

const toRequest = (row: Row): KeptRequest => ({
	id: row.id,
	requestId: row.request_id ?? row.id,
	method: row.method,
	path: row.path,
	operationId: row.operation_id,
	status: row.status,
	code: row.code,
	durationMs: row.duration_ms,
	credential: { type: row.credential_type, id: row.credential_id },
	ignored: JSON.parse(row.ignored),
	createdAt: row.created_at,
});

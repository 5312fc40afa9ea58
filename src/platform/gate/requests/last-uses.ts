import { dayMs, minuteMs } from "../../lib/time.ts";
import type { AnsweredRequest } from "./request-log.ts";

export interface LastUse {
	credentialId: string;
	/** The value or the grant of the credential, as in `AnsweredRequest`. */
	by: string;
	at: number;
}

/** Contract: Dashboard 10. */
const keptMs = 366 * dayMs;
export const maxUsesKept = 1000;

const schema = `
	CREATE TABLE IF NOT EXISTS last_uses (
		credential_id TEXT NOT NULL, used_by TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (credential_id, used_by)
	) WITHOUT ROWID
`;

/**
 * The last use of each credential of a tenant, and of which of its values. It is kept longer than the requests
 * themselves. A use is written at most once a minute, so that a busy key costs no more.
 */
export class LastUses {
	private readonly sql: SqlStorage;
	private hasTable: boolean | undefined;
	/** The uses that the object has written since it was loaded. */
	private readonly written = new Map<string, number>();

	constructor(sql: SqlStorage) {
		this.sql = sql;
	}

	note(requests: Pick<AnsweredRequest, "credential" | "by" | "createdAt">[]): void {
		const uses = new Map<string, LastUse>();
		for (const { credential, by, createdAt } of requests) {
			const at = createdAt - (createdAt % minuteMs);
			const name = `${credential.id} ${by}`;
			if (at > (uses.get(name)?.at ?? this.written.get(name) ?? 0))
				uses.set(name, { credentialId: credential.id, by, at });
		}
		if (uses.size === 0) return;
		if (!this.exists()) this.sql.exec(schema);
		this.hasTable = true;
		const hasNew = [...uses.keys()].some((name) => !this.written.has(name));
		if (this.written.size > maxUsesKept) this.written.clear();
		for (const [name, { credentialId, by, at }] of uses) {
			this.sql.exec(
				`INSERT INTO last_uses VALUES (?, ?, ?)
					ON CONFLICT (credential_id, used_by) DO UPDATE SET at = max(at, excluded.at)`,
				credentialId,
				by,
				at,
			);
			this.written.set(name, at);
		}
		if (hasNew) this.removeOldest();
	}

	list(credentialId: string | undefined, now: number): LastUse[] {
		if (!this.exists()) return [];
		const rows = this.sql.exec<{ credential_id: string; used_by: string; at: number }>(
			"SELECT * FROM last_uses WHERE at > ?1 AND (?2 IS NULL OR credential_id = ?2) ORDER BY at DESC LIMIT ?3",
			now - keptMs,
			credentialId ?? null,
			maxUsesKept,
		);
		return rows.toArray().map(({ credential_id, used_by, at }) => ({ credentialId: credential_id, by: used_by, at }));
	}

	/** Removes old and surplus uses. Returns in how many milliseconds the next sweep is due; null if none is. */
	sweep(now: number): number | null {
		if (!this.exists()) return null;
		this.sql.exec("DELETE FROM last_uses WHERE at <= ?", now - keptMs);
		this.removeOldest();
		const { oldest } = this.sql.exec<{ oldest: number | null }>("SELECT min(at) AS oldest FROM last_uses").one();
		return oldest === null ? null : oldest + keptMs - now;
	}

	clear(): void {
		if (this.exists()) this.sql.exec("DELETE FROM last_uses");
		this.written.clear();
	}

	private removeOldest(): void {
		this.sql.exec(
			`DELETE FROM last_uses WHERE (credential_id, used_by) IN
				(SELECT credential_id, used_by FROM last_uses ORDER BY at DESC LIMIT -1 OFFSET ?)`,
			maxUsesKept,
		);
	}

	private exists(): boolean {
		this.hasTable ??= this.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'last_uses'").toArray().length > 0;
		return this.hasTable;
	}
}

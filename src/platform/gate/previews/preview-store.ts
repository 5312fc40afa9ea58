import { dayMs } from "../../lib/time.ts";

export interface Preview {
	id: string;
	/** The API key, or the grant, that alone may make the change. */
	credential: string;
	/** The change, sealed by its owner. */
	content: string;
	createdAt: number;
}

/** As long as the answer of a change is kept for its Idempotency-Key, so that a repetition still gets it. */
export const previewsKeptMs = dayMs;
/** A credential's own older previews make room for its new ones. */
const mostPreviews = { count: 200, characters: 4 * 1024 * 1024 };

const schema = `
	CREATE TABLE IF NOT EXISTS previews (
		id TEXT PRIMARY KEY, credential TEXT NOT NULL, content TEXT NOT NULL, created_at INTEGER NOT NULL
	) WITHOUT ROWID;
	CREATE INDEX IF NOT EXISTS previews_by_credential ON previews (credential, created_at, length(content));
	CREATE INDEX IF NOT EXISTS previews_by_time ON previews (created_at);
`;

/** The previews of one tenant, in the storage of an object of its own. */
export class PreviewStore {
	private readonly sql: SqlStorage;
	private hasTable: boolean | undefined;

	constructor(sql: SqlStorage) {
		this.sql = sql;
	}

	keep({ id, credential, content, createdAt }: Preview): void {
		if (!this.exists()) this.sql.exec(schema);
		this.hasTable = true;
		this.sql.exec("INSERT INTO previews VALUES (?, ?, ?, ?)", id, credential, content, createdAt);
		this.removeSurplus(credential);
	}

	find(id: string, now: number): Preview | null {
		if (!this.exists()) return null;
		const [row] = this.sql
			.exec<{ id: string; credential: string; content: string; created_at: number }>(
				"SELECT * FROM previews WHERE id = ? AND created_at > ?",
				id,
				now - previewsKeptMs,
			)
			.toArray();
		return row ? { id: row.id, credential: row.credential, content: row.content, createdAt: row.created_at } : null;
	}

	clear(): void {
		if (this.exists()) this.sql.exec("DELETE FROM previews");
	}

	/** Removes old previews. Returns in how many milliseconds the next sweep is due; null if none is. */
	sweep(now: number): number | null {
		if (!this.exists()) return null;
		this.sql.exec("DELETE FROM previews WHERE created_at <= ?", now - previewsKeptMs);
		const { oldest } = this.sql.exec<{ oldest: number | null }>("SELECT min(created_at) AS oldest FROM previews").one();
		return oldest === null ? null : oldest + previewsKeptMs - now;
	}

	/** The newest stay, as many as the credential may have. */
	private removeSurplus(credential: string): void {
		this.sql.exec(
			`DELETE FROM previews WHERE id IN (
				SELECT id FROM (
					SELECT id, row_number() OVER newest AS n, sum(length(content)) OVER newest AS characters
					FROM previews WHERE credential = ? WINDOW newest AS (ORDER BY created_at DESC, id DESC)
				) WHERE n > ? OR characters > ?
			)`,
			credential,
			mostPreviews.count,
			mostPreviews.characters,
		);
	}

	private exists(): boolean {
		this.hasTable ??= this.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'previews'").toArray().length > 0;
		return this.hasTable;
	}
}

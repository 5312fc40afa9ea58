import { previewsKeptMs } from "./preview-store.ts";

/** A secret that a change of an agent has made, until an owner of the studio has seen it. */
export interface LeftSecret {
	/** That of the preview. */
	id: string;
	/** The secret and what it is for, sealed by their owner. */
	content: string;
	createdAt: number;
}

/** As long as the answer with the secret is stored for its Idempotency-Key. */
export const secretsLeftMs = previewsKeptMs;

/** Older ones make room. */
const mostLeft = 50;

const schema = `
	CREATE TABLE IF NOT EXISTS left_secrets (
		id TEXT PRIMARY KEY, content TEXT, created_at INTEGER NOT NULL
	) WITHOUT ROWID;
`;

/** The secrets that wait for the owners of one tenant, in the storage of the object that keeps its previews. */
export class LeftSecretStore {
	private readonly sql: SqlStorage;
	private hasTable: boolean | undefined;

	constructor(sql: SqlStorage) {
		this.sql = sql;
	}

	/** A repetition of the change leaves nothing again, even after the secret was seen. */
	leave({ id, content, createdAt }: LeftSecret): void {
		if (!this.exists()) this.sql.exec(schema);
		this.hasTable = true;
		this.sql.exec("INSERT OR IGNORE INTO left_secrets VALUES (?, ?, ?)", id, content, createdAt);
		this.sql.exec(
			"DELETE FROM left_secrets WHERE id NOT IN (SELECT id FROM left_secrets ORDER BY created_at DESC, id DESC LIMIT ?)",
			mostLeft,
		);
	}

	/** The newest first. */
	list(now: number): LeftSecret[] {
		if (!this.exists()) return [];
		return this.sql
			.exec<{ id: string; content: string; created_at: number }>(
				"SELECT * FROM left_secrets WHERE content IS NOT NULL AND created_at > ? ORDER BY created_at DESC, id DESC",
				now - secretsLeftMs,
			)
			.toArray()
			.map(({ id, content, created_at }) => ({ id, content, createdAt: created_at }));
	}

	/** Removes the secret that was seen. */
	remove(id: string): void {
		if (this.exists()) this.sql.exec("UPDATE left_secrets SET content = NULL WHERE id = ?", id);
	}

	/** Returns in how many milliseconds the next sweep is due; null if none is. */
	sweep(now: number): number | null {
		if (!this.exists()) return null;
		this.sql.exec("DELETE FROM left_secrets WHERE created_at <= ?", now - secretsLeftMs);
		const { oldest } = this.sql
			.exec<{ oldest: number | null }>("SELECT min(created_at) AS oldest FROM left_secrets")
			.one();
		return oldest === null ? null : oldest + secretsLeftMs - now;
	}

	private exists(): boolean {
		this.hasTable ??= this.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'left_secrets'").toArray().length > 0;
		return this.hasTable;
	}
}

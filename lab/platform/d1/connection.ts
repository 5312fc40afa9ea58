import { DatabaseSync, type StatementSync } from "node:sqlite";
import { authorize } from "./authorizer.ts";
import { limits } from "./limits.ts";

/** They replace SQLite's own clock and source of randomness. */
export interface Surroundings {
	now(): number;
	randomBytes(length: number): Uint8Array<ArrayBuffer>;
}

/** A connection to a database in memory, with the transactions of the platform. */
export class Connection {
	/** How many steps of compilations the database has reported so far. */
	compiled = 0;
	/** A transaction around all others is open. It is never committed, and its end brings back what was before. */
	isKeeping = false;
	private readonly database: DatabaseSync;
	private isPlatformStatement = false;
	/** The statements of the platform itself. */
	private readonly prepared = new Map<string, StatementSync>();

	constructor(content: Uint8Array | undefined, surroundings: Surroundings | undefined) {
		const database = new DatabaseSync(":memory:", { limits } as ConstructorParameters<typeof DatabaseSync>[1]);
		this.database = database;
		// Without this SQLite makes files for what it materialises.
		database.exec("PRAGMA temp_store = MEMORY");
		if (surroundings) {
			const { randomBytes, now } = surroundings;
			database.function("random", () => new DataView(randomBytes(8).buffer).getBigInt64(0));
			database.function("randomblob", (length) => randomBytes(Number(length)));
			// The service asks in this form alone: unixepoch('subsec').
			database.function("unixepoch", (form) => (form === "subsec" ? now() / 1000 : null));
		}
		authorize(
			database,
			() => this.isPlatformStatement,
			() => {
				this.compiled++;
			},
		);
		if (content) this.own(() => database.deserialize(content));
	}

	prepare(sql: string): StatementSync {
		const statement = this.database.prepare(sql);
		statement.setReturnArrays(true);
		return statement;
	}

	exec = (script: string): void => this.database.exec(script);
	content = (): Uint8Array => this.database.serialize();
	close = (): void => this.database.close();

	begin = (): void => this.run(this.isKeeping ? "SAVEPOINT batch" : "BEGIN");
	commit = (): void => this.run(this.isKeeping ? "RELEASE batch" : "COMMIT");

	rollback(): void {
		// Some errors have ended the transaction.
		if (!this.database.isTransaction) return;
		if (this.isKeeping) {
			this.run("ROLLBACK TO batch");
			this.commit();
		} else this.run("ROLLBACK");
	}

	/** Keeps the present content, so that it can come back. */
	keep(): void {
		this.run("BEGIN");
		this.isKeeping = true;
	}

	bringBack(): void {
		this.isKeeping = false;
		this.run("ROLLBACK");
	}

	forgetKept(): void {
		this.isKeeping = false;
		this.run("COMMIT");
	}

	/** The row of a statement of the platform itself. */
	ask(sql: string): number[] {
		const rows: unknown[] = this.platformStatement(sql).all();
		return (rows as number[][])[0] ?? [];
	}

	/** SQLite compiles a statement again when it runs after a change of the schema. */
	private run(sql: string): void {
		const statement = this.platformStatement(sql);
		this.own(() => statement.run());
	}

	private platformStatement(sql: string): StatementSync {
		const known = this.prepared.get(sql);
		if (known) return known;
		const statement = this.own(() => this.prepare(sql));
		this.prepared.set(sql, statement);
		return statement;
	}

	/** SQLite loads a content by attaching it. */
	private own<T>(work: () => T): T {
		const before = this.isPlatformStatement;
		this.isPlatformStatement = true;
		try {
			return work();
		} finally {
			this.isPlatformStatement = before;
		}
	}
}

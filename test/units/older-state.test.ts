import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { migrateLocally } from "../../scripts/local/databases.ts";

const root = join(import.meta.dirname, "../..");
const older = /is of an older schema, .* Remove that folder and start again\.$/;
let state: string;

beforeEach(() => {
	state = mkdtempSync(join(tmpdir(), "state-"));
});
afterEach(() => rmSync(state, { recursive: true }));

const databaseFiles = () =>
	globSync(join(state, "v3/d1/**/*.sqlite")).filter((path) => !path.endsWith("metadata.sqlite"));

it("a start says in one sentence that the local data is of an older schema, and leaves it as it is", async () => {
	await migrateLocally(root, state);
	const stamp = join(state, "migrated");
	const present = readFileSync(stamp, "utf8");
	await migrateLocally(root, state);
	expect(readFileSync(stamp, "utf8")).toBe(present);

	writeFileSync(stamp, present.replace(/[0-9a-f]{64}/, "0".repeat(64)));
	await expect(migrateLocally(root, state)).rejects.toThrow(older);
	writeFileSync(stamp, present.replace('"DB"\n', '"00000000-0000-0000-0000-000000000100"\n'));
	await expect(migrateLocally(root, state)).rejects.toThrow(older);
	writeFileSync(stamp, "f".repeat(64));
	await expect(migrateLocally(root, state)).rejects.toThrow(older);

	// A start that broke off left no stamp.
	rmSync(stamp);
	await migrateLocally(root, state);
	expect(readFileSync(stamp, "utf8")).toBe(present);
	rmSync(stamp);
	for (const path of databaseFiles()) {
		const database = new DatabaseSync(path);
		const { n } = database.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name = 'd1_migrations'").get() ?? {};
		if (n === 1) database.exec("INSERT INTO d1_migrations (name) VALUES ('0001_gone.sql')");
		database.close();
	}
	expect(databaseFiles().length).toBeGreaterThan(1);
	await expect(migrateLocally(root, state)).rejects.toThrow(older);
});

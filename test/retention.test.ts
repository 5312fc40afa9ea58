import { expect, it } from "vitest";
import { repeatStep } from "../src/platform/commit/in-bulk/repeat-step.ts";
import { clock } from "../src/platform/lib/clock.ts";
import { firstIdAt, newId } from "../src/platform/lib/ids.ts";
import { call } from "./support/api.ts";
import { advanceToMinute } from "./support/clock.ts";
import { database } from "./support/database.ts";
import { localIn } from "./support/local.ts";
import { scheduledWork } from "./support/scheduled.ts";
import { newTenant, newWorld } from "./support/world.ts";

const day = 86_400_000;
/** More than two steps delete. */
const many = 1100;
const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many})`;

const left = async (table: string, where: string): Promise<number> =>
	(await database.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).first<{ n: number }>())?.n ?? -1;

const addEntries = (tenantId: string, at: number) =>
	database
		.prepare(
			`${numbers} INSERT INTO audit_entries (id, tenant_id, action, resource_id, actor_type, request_id, created_at)
			SELECT ?1 || printf('%020x', i), ?2, 'client.updated', 'cli', 'system', 'req', ?3 FROM n`,
		)
		.bind(firstIdAt("audit_entry", at), tenantId, at)
		.run();

it("audit entries are kept two years and then forgotten, all of them in one run", async () => {
	const world = await newWorld();
	await addEntries(world.id, clock.now() - 731 * day);
	await database
		.prepare(
			`INSERT INTO audit_entries (id, tenant_id, action, resource_id, actor_type, request_id, created_at)
			VALUES (?1, ?2, 'client.created', ?3, 'system', 'req', 1)`,
		)
		.bind(newId("audit_entry", clock.now() - 729 * day), world.id, newId("client", 1))
		.run();
	await scheduledWork();
	const { body } = await call(200, "/v1/audit_log", { key: world.key });
	expect(body.data.map(({ action }: { action: string }) => action)).toEqual(["client.created"]);
});

it("a run forgets everything else that has ended, however much it is", async () => {
	const [tenantId, userId] = [await newTenant(), newId("user", clock.now())];
	const ended = clock.now() - 91 * day;
	await database.batch([
		database
			.prepare(
				`${numbers} INSERT INTO idempotency_records (tenant_id, credential_id, key, fingerprint, status, content_type, body, expires_at, created_at)
				SELECT ?1, 'key', i, '', 200, '', '', ?2, 1 FROM n`,
			)
			.bind(tenantId, ended),
		database
			.prepare(
				"INSERT INTO users (id, email, email_key, password_hash, created_at, updated_at) VALUES (?1, ?1, ?1, '', 1, 1)",
			)
			.bind(userId),
		database
			.prepare(`${numbers} INSERT INTO sessions (hash, user_id, expires_at, created_at) SELECT i, ?1, ?2, 1 FROM n`)
			.bind(userId, ended),
		database
			.prepare(
				`${numbers} INSERT INTO password_resets (hash, user_id, expires_at, created_at) SELECT i, ?1, ?2, 1 FROM n`,
			)
			.bind(userId, ended),
	]);
	// Answers are deleted once an hour.
	advanceToMinute(17);
	await scheduledWork();
	expect(await left("idempotency_records", `tenant_id = '${tenantId}'`)).toBe(0);
	expect(await left("sessions", `user_id = '${userId}'`)).toBe(0);
	expect(await left("password_resets", `user_id = '${userId}'`)).toBe(0);
});

it("steps end when nothing is left, and also when their time is over", async () => {
	const { caller, writer } = localIn("DATA_1");
	let steps = 0;
	const step = (last: number) => () => ({ result: ++steps < last, writes: [] });
	await repeatStep(writer, caller, 60_000, step(3));
	expect(steps).toBe(3);
	steps = 0;
	await repeatStep(writer, caller, 0, step(3));
	expect(steps).toBe(1);
});

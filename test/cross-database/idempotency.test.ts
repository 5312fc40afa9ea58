import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { connectionLost } from "../../lab/harness/faulty-database.ts";
import { execute } from "../../src/platform/commit/execute.ts";
import { forgetAnswersElsewhere } from "../../src/platform/commit/keys/operator-keys.ts";
import { systemCaller } from "../../src/platform/commit/system-caller.ts";
import { openWriter } from "../../src/platform/commit/writer.ts";
import type { Call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { rows } from "../support/database.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { everyDay, newArtist } from "../support/studio.ts";
import { newWorld } from "../support/world.ts";
import { envWithFaults, operateWith, withoutDatabases } from "./faults.ts";

interface Asked {
	path: string;
	call: Call;
}

interface Kind {
	of(tenant: { id: string; key: string }): Promise<Asked>;
	other: object;
	made(tenantId: string): Promise<number>;
	status: number;
}

const count = async (sql: string, id: string) => (await rows(sql, id)).length;

const kinds: [string, Kind][] = [
	[
		"an event",
		{
			of: async ({ id }) => ({
				path: `/admin/tenants/${id}/events`,
				call: { body: { type: "message.created", data: { n: 1 } } },
			}),
			other: { type: "message.created", data: { n: 2 } },
			made: (id) => count("SELECT id FROM events WHERE type = 'message.created' AND tenant_id = ?", id),
			status: 201,
		},
	],
	[
		"working hours",
		{
			of: async ({ key }) => ({
				path: `/admin/artists/${await newArtist(key)}/working_hours`,
				call: { method: "PUT", body: { hours: everyDay } },
			}),
			other: { hours: [] },
			made: (id) =>
				count("SELECT id FROM audit_entries WHERE action = 'artist.working_hours_set' AND tenant_id = ?", id),
			status: 200,
		},
	],
];

const inTwo = async () => [await newWorld({ database: "DATA_1" }), await newWorld({ database: "DATA_2" })] as const;

let keys = 0;
const newSender = () => {
	const headers = { "Idempotency-Key": `seam-${++keys}` };
	return async ({ path, call }: Asked, bindings = env, body?: object) => {
		const answer = await operateWith(bindings, path, { ...call, headers, ...(body ? { body } : {}) });
		await answer.over;
		return answer;
	};
};

describe.each(kinds)("a key of the operator's for %s", (_, { of, other, made, status }) => {
	it("is replayed, and refused for another body and for a tenant in another database", async () => {
		const [a, b] = await inTwo();
		const [asked, elsewhere] = [await of(a), await of(b)];
		const send = newSender();
		const first = await send(asked);
		expect(first.status).toBe(status);
		const again = await send(asked);
		expect([again.status, again.text, again.headers.get("Idempotent-Replayed")]).toEqual([status, first.text, "true"]);
		for (const refused of [await send(asked, env, other), await send(elsewhere), await send(elsewhere, env, other)])
			expect([refused.status, refused.body.code]).toEqual([422, "idempotency_key_mismatch"]);
		expect([await made(a.id), await made(b.id)]).toEqual([1, 0]);
	});

	it("is used up by a crash before the commit: its request is made then, and no other", async () => {
		const [a, b] = await inTwo();
		const [asked, elsewhere] = [await of(a), await of(b)];
		const send = newSender();
		const crashing = envWithFaults(async (binding, run, sql) => {
			if (binding !== "DB" && sql.some((one) => /^insert into "?idempotency_records/i.test(one)))
				throw connectionLost();
			return await run();
		});
		expect((await send(asked, crashing)).status).toBe(503);
		expect(await rows("SELECT tenant_id FROM answers_elsewhere WHERE key = ?", `seam-${keys}`)).toEqual([
			{ tenant_id: a.id },
		]);
		for (const refused of [await send(asked, env, other), await send(elsewhere)])
			expect([refused.status, refused.body.code]).toEqual([422, "idempotency_key_mismatch"]);
		const first = await send(asked);
		expect([first.status, first.headers.get("Idempotent-Replayed")]).toEqual([status, null]);
		expect((await send(asked)).headers.get("Idempotent-Replayed")).toBe("true");
		expect([await made(a.id), await made(b.id)]).toEqual([1, 0]);
	});

	it("is 503 while its tenant's database is away, and replayed afterwards", async () => {
		const [a] = await inTwo();
		const asked = await of(a);
		const send = newSender();
		const first = await send(asked);
		const away = await send(asked, withoutDatabases("DATA_1"));
		expect([away.status, away.headers.get("Retry-After")]).toEqual([503, "1"]);
		expect((await send(asked)).text).toBe(first.text);
		expect(await made(a.id)).toBe(1);
	});

	it.each([
		["before anything expired is deleted", async () => {}],
		["after only the control database has deleted what expired", async () => void (await forgetInControl())],
		["after everything that expired is deleted", () => scheduledWork()],
	])("is new after a day, for the same tenant and for another one, %s", async (_, meanwhile) => {
		const [a, b] = await inTwo();
		const [asked, moved] = [await of(a), await of(a)];
		const [send, sendOther] = [newSender(), newSender()];
		for (const one of [await send(asked), await sendOther(moved)]) expect(one.status).toBe(status);
		advance(24 * 3600 + 1);
		await meanwhile();
		const again = await send(asked, env, other);
		expect([again.status, again.headers.get("Idempotent-Replayed")], again.text).toEqual([status, null]);
		const replayed = await send(asked, env, other);
		expect([replayed.text, replayed.headers.get("Idempotent-Replayed")]).toEqual([again.text, "true"]);
		const elsewhere = await sendOther(await of(b));
		expect([elsewhere.status, elsewhere.headers.get("Idempotent-Replayed")], elsewhere.text).toEqual([status, null]);
		expect([await made(a.id), await made(b.id)]).toEqual([3, 1]);
	});
});

async function forgetInControl(): Promise<void> {
	const { databases, writer } = openWriter(env, () => {});
	const caller = systemCaller(env, databases);
	await execute(writer, caller, () => forgetAnswersElsewhere(caller.now));
}

it("two requests with one key for tenants in different databases at once: one is made", async () => {
	const [a, b] = await inTwo();
	const send = newSender();
	const [, { of, made }] = kinds[0] as (typeof kinds)[number];
	const asked = [await of(a), await of(b), await of(a), await of(b)];
	const answers = await Promise.all(asked.map((one) => send(one)));
	expect(answers.map(({ status }) => status).every((status) => [201, 409, 422].includes(status))).toBe(true);
	expect((await made(a.id)) + (await made(b.id))).toBe(1);
});

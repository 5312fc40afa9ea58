import { afterAll, beforeAll, expect, it } from "vitest";
import { randomFrom } from "../../lab/harness/random.ts";
import { Server, sleep, until } from "../../lab/harness/server.ts";

const server = new Server();
beforeAll(() => server.start());
afterAll(() => server.remove());

const crashes = Number(process.env.IMPORT_CRASHES ?? 5);
const rows = crashes * 400;

it("the service killed at random moments of an import: each row happens once, with one event and one audit entry", async () => {
	const key = await server.newKey();
	const emails = Array.from({ length: rows }, (_, n) => `row${n}@example.com`);
	const file = ["email,first_name", ...emails.map((email, n) => `${n % 50 === 49 ? "nobody" : email},N${n}`)].join(
		"\n",
	);
	const response = await fetch(`${server.origin}/v1/imports?type=clients`, {
		method: "POST",
		headers: { Authorization: `Bearer ${key}`, "Content-Type": "text/csv" },
		body: file,
	});
	expect(response.status).toBe(202);
	const body = (await response.json()) as { id: string };
	const read = async () => (await server.call("GET", `/v1/imports/${body.id}`, { key })).body;
	const random = randomFrom(Date.now());
	let done = 0;
	for (let crash = 0; crash < crashes; crash++) {
		// The next steps begin when the claim of the killed run has ended.
		await until(async () => (await read()).rows_done > done, 60_000, "the import goes on");
		await sleep(random() * 400);
		done = (await read()).rows_done;
		process.stdout.write(`${done} of ${rows} rows at crash ${crash + 1}\n`);
		await server.crash();
		await server.start();
	}
	await until(async () => (await read()).finished_at !== null, 240_000, "the import ends");
	const failed = rows / 50;
	expect(await read()).toMatchObject({ status: "DONE", rows_done: rows, created: rows - failed, failed, skipped: 0 });
	const clients = await server.all("/v1/clients", key);
	const expected = emails.filter((_, n) => n % 50 !== 49).sort();
	expect(clients.map(({ email }) => email).sort()).toEqual(expected);
	const ids = clients.map(({ id }) => id).sort();
	const events = await server.all("/v1/events?type=client.created", key);
	expect(events.map(({ data }) => data.clientId).sort()).toEqual(ids);
	expect(events.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(ids.map((_, n) => n + 1));
	const entries = (await server.all("/v1/audit_log", key)).filter(({ action }) => action === "client.created");
	expect(entries.map(({ resource_id }) => resource_id).sort()).toEqual(ids);
	const listed = await server.all(`/v1/imports/${body.id}/rows`, key);
	expect(listed.map(({ row }) => row)).toEqual(emails.map((_, n) => n + 1));
}, 900_000);

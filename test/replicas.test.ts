import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { connectionLost } from "../lab/harness/faulty-database.ts";
import { openWriter } from "../src/platform/commit/writer.ts";
import { credentialCache } from "../src/platform/gate/credentials/credential-cache.ts";
import worker from "../src/worker.ts";
import { envWith } from "./support/database.ts";
import { dataDatabase, move } from "./support/moves.ts";
import { newWorld, type Tenant } from "./support/world.ts";

/** The bookmark of the last transaction of each database. A replica that lags has nothing since the one before it. */
let last: Map<string, string>;
let asked: string[];
/** The connection breaks after the next transaction that writes, so that its answer is lost. */
let losesNextAnswer: boolean;

/** A database whose replica lacks all later writes, unless a read names the last bookmark. */
function replicated(d1: D1Database, binding: string): D1Database {
	if (binding === "DB") return d1;
	const session = (constraint: string): D1DatabaseSession => {
		asked.push(`${binding} ${constraint}`);
		const inner = d1.withSession("first-primary");
		const isPrimary = constraint === "first-primary";
		const lags = () => !isPrimary && last.has(binding) && constraint < String(last.get(binding));
		const nothing = (result: D1Result): D1Result => (lags() ? { ...result, results: [] } : result);
		return {
			prepare(sql: string) {
				const statement = inner.prepare(sql);
				const bind = statement.bind.bind(statement);
				statement.bind = (...params: unknown[]) => {
					const bound = bind(...params);
					const all = bound.all.bind(bound);
					bound.all = (async () => nothing(await all())) as typeof bound.all;
					return bound;
				};
				return statement;
			},
			async batch(statements: D1PreparedStatement[]) {
				const results = await inner.batch(statements);
				const wrote = results.some(({ meta }) => meta.rows_written > 0);
				if (isPrimary && wrote) last.set(binding, String(inner.getBookmark()));
				if (wrote && losesNextAnswer) {
					losesNextAnswer = false;
					throw connectionLost();
				}
				return results.map(nothing);
			},
			getBookmark: () => inner.getBookmark(),
		} as D1DatabaseSession;
	};
	return new Proxy(d1, {
		get(target, name) {
			if (name === "withSession") return session;
			const member = Reflect.get(target, name, target);
			return typeof member === "function" ? member.bind(target) : member;
		},
	});
}

let world: Tenant;
beforeEach(async () => {
	world = await newWorld();
	[last, asked, losesNextAnswer] = [new Map(), [], false];
});

async function send(
	method: string,
	path: string,
	body?: object,
	{ token = world.key, READ_REPLICATION = "on", headers: more = {} } = {},
) {
	const ctx = createExecutionContext();
	const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...more };
	const request = new Request(`https://api.test${path}`, {
		method,
		headers,
		...(body ? { body: JSON.stringify(body) } : {}),
	});
	const response = await worker.fetch(request, { ...envWith(replicated), READ_REPLICATION }, ctx);
	// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
	const answer = { status: response.status, body: (await response.json()) as any };
	await waitOnExecutionContext(ctx);
	return answer;
}

const newClient = () => ({ first_name: "Ana", email: `${crypto.randomUUID()}@example.com` });
const inAnotherIsolate = () => credentialCache.clear();
const sinceBookmarks = () => asked.filter((line) => !line.endsWith(" first-primary"));

describe("with read replicas that lag", () => {
	it("a tenant reads what it wrote, in the isolate that wrote and in every other", async () => {
		for (let n = 0; n < 3; n++) {
			const { body } = await send("POST", "/v1/clients", newClient());
			expect((await send("GET", `/v1/clients/${body.id}`)).body.id).toBe(body.id);
			inAnotherIsolate();
			expect((await send("GET", `/v1/clients/${body.id}`)).body.id).toBe(body.id);
			expect((await send("GET", "/v1/clients")).body.data).toHaveLength(n + 1);
		}
		expect(sinceBookmarks().length).toBeGreaterThan(0);
	});

	it("a read that began before it was known what was written last is made again", async () => {
		const { body } = await send("POST", "/v1/clients", newClient());
		await send("GET", `/v1/clients/${body.id}`);
		await send("PATCH", `/v1/clients/${body.id}`, { first_name: "Mia" });
		expect((await send("GET", `/v1/clients/${body.id}`)).body.first_name).toBe("Mia");
	});

	it("a change decides by what was written last", async () => {
		const { body } = await send("POST", "/v1/clients", newClient());
		inAnotherIsolate();
		for (const first_name of ["Eva", "Ida"]) {
			const answer = await send("PATCH", `/v1/clients/${body.id}`, { first_name });
			expect(answer).toMatchObject({ status: 200, body: { first_name } });
		}
	});

	it("a tenant reads what it wrote, although the answer of the database was lost", async () => {
		await send("POST", "/v1/clients", newClient());
		losesNextAnswer = true;
		const { status, body } = await send("POST", "/v1/clients", newClient());
		expect([status, losesNextAnswer]).toEqual([201, false]);
		expect((await send("GET", `/v1/clients/${body.id}`)).status).toBe(200);
		inAnotherIsolate();
		expect((await send("GET", `/v1/clients/${body.id}`)).status).toBe(200);
	});

	it("a repeated request finds its stored answer, although the gate was not told of it", async () => {
		const headers = { "Idempotency-Key": "again" };
		const first = await send("POST", "/v1/clients", newClient(), { headers });
		const database = asked.at(-1)?.split(" ")[0] ?? "";
		last.set(database, "later than every bookmark that the gate knows");
		const client = { first_name: "Ana", email: first.body.email };
		expect(await send("POST", "/v1/clients", client, { headers })).toEqual(first);
	});

	it("a commit of which the gate knows nothing is read from the primary", async () => {
		await send("GET", "/v1/clients");
		expect(sinceBookmarks()).toEqual([]);
	});

	it("a reader of the feed that waits reads what it was told of", async () => {
		const answer = send("GET", "/v1/events?after_sequence=0&wait=15");
		await scheduler.wait(300);
		const { body } = await send("POST", "/v1/clients", newClient());
		const [event] = (await answer).body.data;
		expect(event.data.clientId).toBe(body.id);
		expect(sinceBookmarks().length).toBeGreaterThan(0);
	});

	it("a reader of the feed who has seen more than a replica is not told to begin again", async () => {
		await send("POST", "/v1/clients", newClient());
		const { body } = await send("GET", "/v1/events?after_sequence=0");
		last.set(asked.at(-1)?.split(" ")[0] ?? "", "later than every bookmark that the gate knows");
		const after = body.next_after_sequence;
		const answer = await send("GET", `/v1/events?after_sequence=${after}`);
		expect(answer).toMatchObject({ status: 200, body: { data: [], next_after_sequence: after } });
		expect(asked.at(-1)).toContain("first-primary");
		expect((await send("GET", `/v1/events?after_sequence=${after + 1}`)).status).toBe(410);
	});

	it("a tenant that has moved is read from the replicas of where it went, as it came there", async () => {
		const [home, target] = ["DATA_1", "DATA_2"];
		world = await newWorld({ database: home });
		const { body } = await send("POST", "/v1/clients", newClient());
		// The target has seen more writes than the database of the tenant.
		await newWorld({ database: target });
		for (let n = 0; n < 100; n++) await dataDatabase(target).prepare("UPDATE studios SET name = name").run();
		const { writer } = openWriter({ ...envWith(replicated), READ_REPLICATION: "on" }, () => {});
		expect((await move(world.id, target, writer)).status).toBe("DONE");
		inAnotherIsolate();
		asked = [];
		expect((await send("GET", `/v1/clients/${body.id}`)).body.id).toBe(body.id);
		expect(sinceBookmarks().map((line) => line.split(" ")[0])).toContain(target);
	});

	it("what the service itself writes for a tenant is read, too", async () => {
		await send("POST", "/v1/clients", newClient());
		await send("PATCH", `/admin/tenants/${world.id}`, { plan: "crew" }, { token: String(env.OPERATOR_TOKEN) });
		inAnotherIsolate();
		const actions = (await send("GET", "/v1/audit_log")).body.data.map(({ action }: { action: string }) => action);
		expect(actions).toContain("tenant.updated");
	});
});

it("without replicas no session is opened", async () => {
	await send("POST", "/v1/clients", newClient(), { READ_REPLICATION: "" });
	await send("GET", "/v1/clients", undefined, { READ_REPLICATION: "" });
	expect(asked).toEqual([]);
});

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import worker from "../src/worker.ts";
import { call } from "./support/api.ts";
import { envWith, rows } from "./support/database.ts";
import { basic, type Connection, expectDead, me, newConnection, newTokens, refresh } from "./support/oauth.ts";
import { newTenant, newWorld } from "./support/world.ts";

type Moment = "before the commit" | "after the commit";
type Fault = Moment | `${Moment}, and the database stays away`;

/** Bindings whose databases lose the connection at the first transaction that writes. */
function losing(fault: Fault): typeof env {
	const writes = new WeakSet<D1PreparedStatement>();
	let lost = false;
	const away = () => {
		throw new Error("D1_ERROR: Network connection lost.");
	};
	const faulty: ProxyHandler<D1Database> = {
		get(target, name) {
			if (name === "prepare")
				return (sql: string) => {
					const statement = target.prepare(sql);
					const bind = statement.bind.bind(statement);
					statement.bind = (...params: unknown[]) => {
						const bound = bind(...params);
						if (!/^\s*select/i.test(sql)) writes.add(bound);
						return bound;
					};
					return statement;
				};
			if (name === "batch")
				return async (statements: D1PreparedStatement[]) => {
					if (lost && fault.endsWith("away")) away();
					if (lost || !statements.some((statement) => writes.has(statement))) return await target.batch(statements);
					lost = true;
					if (fault.startsWith("after")) await target.batch(statements);
					return away();
				};
			const member = Reflect.get(target, name, target);
			return typeof member === "function" ? member.bind(target) : member;
		},
	};
	return envWith((d1) => new Proxy(d1, faulty));
}

async function send(fault: Fault, path: string, headers: Record<string, string>, body: string) {
	const ctx = createExecutionContext();
	const request = new Request(`https://api.test${path}`, { method: "POST", headers, body });
	const response = await worker.fetch(request, losing(fault), ctx);
	// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
	const answer = { status: response.status, headers: response.headers, body: (await response.json()) as any };
	await waitOnExecutionContext(ctx);
	return answer;
}

const client = JSON.stringify({ email: "lost@example.com", first_name: "Lost" });
const json = (key: string, more: Record<string, string> = {}) => ({
	Authorization: `Bearer ${key}`,
	"Content-Type": "application/json",
	...more,
});

describe("a commit whose answer is lost", () => {
	it.each([{}, { "Idempotency-Key": "lost" }])(
		"is answered like any other when the change is there (%j)",
		async (more) => {
			const { id, key } = await newWorld();
			const answer = await send("after the commit", "/v1/clients", json(key, more), client);
			expect(answer).toMatchObject({ status: 201, body: { object: "client", email: "lost@example.com" } });
			expect(await rows("SELECT id FROM clients WHERE tenant_id = ?", id)).toEqual([{ id: answer.body.id }]);
			await call(200, `/v1/clients/${answer.body.id}`, { key });
		},
	);

	it("is a 503 that invites to try again when nothing was changed", async () => {
		const { id, key } = await newWorld();
		const answer = await send("before the commit", "/v1/clients", json(key), client);
		expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "1"]);
		expect(await rows("SELECT id FROM clients WHERE tenant_id = ?", id)).toEqual([]);
		await call(201, "/v1/clients", { key, body: JSON.parse(client) });
	});

	it("is a 503 that invites to nothing when nobody can tell", async () => {
		const { id, key } = await newWorld();
		const fault = "after the commit, and the database stays away";
		const answer = await send(fault, "/v1/clients", json(key), client);
		expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, null]);
		expect(answer.body.detail).toContain("not known whether the change was made");
		expect(await rows("SELECT id FROM clients WHERE tenant_id = ?", id)).toHaveLength(1);
	});

	it("of a published event still tells the event's number, and a repetition replays it", async () => {
		const id = await newTenant();
		const headers = json(env.OPERATOR_TOKEN ?? "", { "Idempotency-Key": `lost-${id}` });
		const body = JSON.stringify({ type: "message.created", data: {} });
		const first = await send("after the commit", `/admin/tenants/${id}/events`, headers, body);
		expect(first).toMatchObject({ status: 201, body: { sequence: 1 } });
		const again = await call(201, `/admin/tenants/${id}/events`, { headers, body: JSON.parse(body) });
		expect(again.body).toEqual(first.body);
	});
});

describe("a refresh whose answer is lost", () => {
	const lose = (fault: Fault, { app }: Connection, refresh_token: string) =>
		send(
			fault,
			"/oauth/token",
			{ ...basic(app), "Content-Type": "application/x-www-form-urlencoded" },
			new URLSearchParams({ grant_type: "refresh_token", refresh_token }).toString(),
		);

	it("still hands out the tokens when they are there", async () => {
		const connection = await newConnection();
		const { refresh_token } = await newTokens(connection);
		const { status, body } = await lose("after the commit", connection, refresh_token);
		expect(status).toBe(200);
		await me(200, body.access_token);
		expect((await refresh(connection.app, body.refresh_token)).status).toBe(200);
	});

	it("may be repeated with the same token when nobody could tell, once; the token after it is then the only one", async () => {
		const connection = await newConnection();
		const first = await newTokens(connection);
		const fault = "after the commit, and the database stays away";
		expect((await lose(fault, connection, first.refresh_token)).status).toBe(503);
		const again = await refresh(connection.app, first.refresh_token);
		expect(again.status).toBe(200);
		await me(200, again.body.access_token);
		expect((await refresh(connection.app, first.refresh_token)).body.error).toBe("invalid_grant");
		await expectDead([again.body], "refresh_replayed");
	});

	it("is no licence for later: once a repetition has rotated, the token is used like any other", async () => {
		const connection = await newConnection();
		const first = await newTokens(connection);
		const fault = "before the commit, and the database stays away";
		expect((await lose(fault, connection, first.refresh_token)).status).toBe(503);
		const again = await refresh(connection.app, first.refresh_token);
		expect(again.status).toBe(200);
		expect((await refresh(connection.app, first.refresh_token)).body.error).toBe("invalid_grant");
		await expectDead([again.body], "refresh_replayed");
	});

	it("may be repeated when nothing was rotated", async () => {
		const connection = await newConnection();
		const { refresh_token } = await newTokens(connection);
		expect((await lose("before the commit", connection, refresh_token)).status).toBe(503);
		expect((await refresh(connection.app, refresh_token)).status).toBe(200);
	});
});

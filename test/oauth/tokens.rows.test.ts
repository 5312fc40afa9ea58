import { beforeAll, describe, expect, it } from "vitest";
import { credentialCache } from "../../src/platform/gate/credentials/credential-cache.ts";
import { call } from "../support/api.ts";
import { costOf } from "../support/cost.ts";
import { type Connection, me, newConnection, newTokens, revoke, type Tokens } from "../support/oauth.ts";
import { changePlan } from "../support/world.ts";

let connection: Connection;
let tokens: Tokens;
beforeAll(async () => {
	connection = await newConnection();
	tokens = await newTokens(connection);
});

describe("what a request with a token costs in a warm isolate", () => {
	it("GET /v1/me asks the gate once and the database never", async () => {
		await me(200, tokens.access_token);
		expect(await costOf("/v1/me", tokens.access_token)).toMatchObject({
			status: 200,
			gate: { inSequence: 1 },
			db: { inSequence: 0 },
			rowsRead: 0,
		});
	});

	it("the first request of a cold isolate waits for one read of the control database, and another runs beside it", async () => {
		credentialCache.clear();
		expect(await costOf("/v1/me", tokens.access_token)).toMatchObject({
			gate: { inSequence: 1 },
			db: { inSequence: 1 },
			// The token takes 4, and to learn that no change of an app is untold 5.
			rowsRead: 9,
		});
	});

	it("a change with an Idempotency-Key asks the database twice in sequence", async () => {
		const cost = await costOf("/v1/clients", tokens.access_token, {
			method: "POST",
			body: JSON.stringify({ email: "cost@example.com", first_name: "Ana" }),
			headers: { "Content-Type": "application/json", "Idempotency-Key": "cost" },
		});
		expect(cost).toMatchObject({ status: 201, gate: { inSequence: 1 } });
		expect(cost.db.inSequence).toBeLessThanOrEqual(2);
	});

	it("a refused one asks the gate once and the database never", async () => {
		const own = await newTokens(connection);
		await revoke(connection.app, own.access_token);
		await me(401, own.access_token);
		expect(await costOf("/v1/me", own.access_token)).toMatchObject({
			status: 401,
			gate: { inSequence: 1 },
			db: { inSequence: 0 },
		});
	});

	const warm = async (path: string, key: string, status: number) => {
		await call(status, path, { key });
		return await costOf(path, key);
	};

	it("a record and a page ask the gate once and the database once", async () => {
		const { body } = await call(201, "/v1/clients", {
			key: tokens.access_token,
			body: { email: "warm@example.com", first_name: "Ana" },
		});
		for (const path of [`/v1/clients/${body.id}`, "/v1/clients"])
			expect(await warm(path, tokens.access_token, 200)).toMatchObject({
				gate: { inSequence: 1 },
				db: { inSequence: 1 },
				rowsWritten: 0,
			});
	});

	it("a refusal for the scope, the plan or a dead grant asks the gate once and the database never", async () => {
		const own = await newConnection();
		const given = await newTokens(own);
		const free = { gate: { inSequence: 1 }, db: { inSequence: 0 }, rowsRead: 0 };
		expect(await warm("/v1/leads", given.access_token, 403)).toMatchObject({ status: 403, ...free });
		await changePlan(own.tenantId, "light");
		expect(await warm("/v1/me", given.access_token, 403)).toMatchObject({ status: 403, ...free });
		await revoke(own.app, given.refresh_token);
		expect(await warm("/v1/me", given.access_token, 401)).toMatchObject({ status: 401, ...free });
	});

	it("a mistyped token asks the database never", async () => {
		const mistyped = tokens.access_token.replace(/.$/, (last) => (last === "a" ? "b" : "a"));
		expect(await costOf("/v1/me", mistyped)).toMatchObject({ status: 401, db: { inSequence: 0 } });
	});

	it("a change of a record with an Idempotency-Key asks the database at most twice in sequence", async () => {
		const { body } = await call(201, "/v1/clients", {
			key: tokens.access_token,
			body: { email: "patched@example.com", first_name: "Ana" },
		});
		const cost = await costOf(`/v1/clients/${body.id}`, tokens.access_token, {
			method: "PATCH",
			body: JSON.stringify({ first_name: "Bea" }),
			headers: { "Content-Type": "application/json", "Idempotency-Key": "patched" },
		});
		expect(cost).toMatchObject({ status: 200, gate: { inSequence: 1 } });
		expect(cost.db.inSequence).toBeLessThanOrEqual(2);
	});
});

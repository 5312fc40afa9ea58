import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { runScheduledWork } from "../../src/entry/schedule/control.ts";
import { stopClock } from "../support/clock.ts";
import { expectDead, me, newConnection, newTokens, refresh, type Tokens } from "../support/oauth.ts";

const [minuteMs, hourMs] = [60_000, 3_600_000];
const days = 90;

afterEach(() => vi.restoreAllMocks());

async function scheduledWork(): Promise<void> {
	const ctx = createExecutionContext();
	await runScheduledWork({ ...env, SCHEDULE: { sendBatch: async () => {} } as unknown as Queue }, ctx);
	await waitOnExecutionContext(ctx);
}

const controlBytes = async (): Promise<number> => (await env.DB.prepare("SELECT 1").run()).meta.size_after;

describe(`a grant that is refreshed every hour for ${days} days`, () => {
	it("grows the control database by less than 5 KB, and still knows its first refresh token", async () => {
		const connection = await newConnection();
		const { set } = stopClock();
		const first = await newTokens(connection);
		await scheduledWork();
		const before = await controlBytes();
		let tokens: Tokens = first;
		for (let hour = 1; hour <= days * 24; hour++) {
			set(hour * hourMs);
			const { status, body, text } = await refresh(connection.app, tokens.refresh_token);
			expect(status, text).toBe(200);
			tokens = body;
			if (hour % 12 === 0) await scheduledWork();
		}
		expect((await controlBytes()) - before).toBeLessThan(5000);
		await me(200, tokens.access_token);
		await refresh(connection.app, first.refresh_token);
		await expectDead([tokens], "refresh_replayed");
	}, 300_000);
});

describe("a grant", () => {
	it("gets 60 access tokens an hour; beyond them a refresh is told when to come again, and is not used up", async () => {
		const connection = await newConnection();
		const { set } = stopClock();
		let tokens = await newTokens(connection);
		set(minuteMs);
		for (let n = 1; n < 60; n++) {
			const { status, body, text } = await refresh(connection.app, tokens.refresh_token);
			expect(status, text).toBe(200);
			tokens = body;
		}
		set(2 * minuteMs);
		for (let n = 0; n < 2; n++) {
			const refused = await refresh(connection.app, tokens.refresh_token);
			expect([refused.status, refused.body.error]).toEqual([429, "temporarily_unavailable"]);
			expect(refused.headers.get("Retry-After")).toBe(String(58 * 60));
		}
		await me(200, tokens.access_token);
		const other = await newTokens(connection);
		expect((await refresh(connection.app, other.refresh_token)).status).toBe(200);
		set(hourMs - 1);
		expect((await refresh(connection.app, tokens.refresh_token)).status).toBe(429);
		set(hourMs);
		expect((await refresh(connection.app, tokens.refresh_token)).status).toBe(200);
	});

	it("that has had its tokens of the hour is still ended by a replay", async () => {
		const connection = await newConnection();
		const first = await newTokens(connection);
		let tokens = first;
		for (let n = 1; n < 60; n++) tokens = (await refresh(connection.app, tokens.refresh_token)).body;
		expect((await refresh(connection.app, first.refresh_token)).body.error).toBe("invalid_grant");
		await expectDead([tokens], "refresh_replayed");
	});
});

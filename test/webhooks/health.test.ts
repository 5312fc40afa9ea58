import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { clock } from "../../src/platform/lib/clock.ts";
import { call, send } from "../support/api.ts";
import { database } from "../support/database.ts";
import { endPendingDeliveries } from "../support/deliveries.ts";
import {
	deliveriesOf,
	type EndpointOfTenant,
	endpointOf,
	newEndpoint,
	patchEndpoint,
	publish,
	settled,
} from "../support/endpoints.ts";
import { MailService } from "../support/mail-service.ts";
import { readAllPages } from "../support/read-all-pages.ts";
import { pause, Receiver, until } from "../support/receiver.ts";
import { scheduledWork } from "../support/scheduled.ts";
import { letPass, newKey, newTenant, newWorld } from "../support/world.ts";

interface Sent {
	to: string;
	from: string;
	subject: string;
	text: string;
	html: string;
}

let receiver: Receiver;
const mail = new MailService();

afterEach(async () => void (await endPendingDeliveries()));
beforeAll(() => {
	receiver = new Receiver();
});
beforeEach(() => mail.reset());

const later = () => new Response("later", { status: 500 });
const never = () => new Response("never", { status: 400 });
const thanks = () => new Response("thanks");

const about = ({ id }: EndpointOfTenant, subject = /./) =>
	mail.sent.filter(({ text, subject: told }: Sent) => text.includes(id) && subject.test(told));
const warnings = (hook: EndpointOfTenant) => about(hook, /failing/);
const notices = (hook: EndpointOfTenant) => about(hook, /disabled/);
const failures = async (hook: EndpointOfTenant): Promise<number> => (await endpointOf(hook)).consecutive_failures;

/** Publishes `count` events at once and waits for an attempt at each. The endpoint refuses for good, or gives `reply`. */
async function attempts(hook: EndpointOfTenant, count: number, reply = never): Promise<void> {
	const before = receiver.at(hook.url).length;
	receiver.answers(hook.url, reply);
	await Promise.all(Array.from({ length: count }, () => publish(hook.tenantId)));
	await receiver.until(hook.url, before + count);
	await settled(hook);
}

/** Mails leave the outbox after the attempts and in the scheduled runs. */
async function mailsLeft(): Promise<void> {
	await until(async () => {
		const left = await database.prepare("SELECT count(*) AS n FROM mails").first<{ n: number }>();
		return left?.n === 0;
	});
}

/** A tenant with this email address and one endpoint. */
async function owned(email: string): Promise<EndpointOfTenant> {
	const id = await newTenant({ email, name: "Black & White" });
	const { key } = await newKey(id, { rate_limit_tier: "custom", rate_limit_per_minute: 100_000 });
	return await newEndpoint({ id, key });
}

const sentIds = (hook: EndpointOfTenant): string[] => receiver.at(hook.url).map(({ event }) => event.id);

describe("consecutive_failures", () => {
	it("counts every attempt that fails, terminal or not, and a success sets it to 0", async () => {
		const hook = await newEndpoint(await newWorld());
		const replies = [
			later,
			never,
			() => new Response("gone", { status: 410 }),
			() => new Response("slower", { status: 429 }),
			() => new Response("there", { status: 302, headers: { Location: "https://hooks.example/there" } }),
			() => {
				throw new Error("connection refused");
			},
		];
		for (const [n, reply] of replies.entries()) {
			await attempts(hook, 1, reply);
			expect(await failures(hook)).toBe(n + 1);
		}
		await attempts(hook, 1, () => new Response(null, { status: 204 }));
		expect(await failures(hook)).toBe(0);
		await attempts(hook, 1);
		expect(await failures(hook)).toBe(1);
	});

	it("counts the attempts of one delivery, not deliveries", async () => {
		const hook = await newEndpoint(await newWorld());
		await attempts(hook, 1, later);
		for (const [n, seconds] of [30, 60, 300].entries()) {
			await letPass(seconds);
			await receiver.until(hook.url, n + 2);
			await settled(hook);
		}
		expect(await deliveriesOf(hook)).toMatchObject([{ attempt_count: 4, status: "PENDING" }]);
		expect(await failures(hook)).toBe(4);
	});

	it("is each endpoint's own", async () => {
		const world = await newWorld();
		const [bad, good] = [await newEndpoint(world), await newEndpoint(world)];
		await attempts(bad, 3);
		await settled(good);
		expect([await failures(bad), await failures(good)]).toEqual([3, 0]);
	});

	it("counts no test send", async () => {
		const hook = await newEndpoint(await newWorld());
		await attempts(hook, 1);
		const test = () => call(200, `/v1/webhook_endpoints/${hook.id}/test`, { method: "POST", key: hook.key });
		await test();
		await receiver.until(hook.url, 2);
		await settled(hook);
		expect(await failures(hook)).toBe(1);
		receiver.answers(hook.url, thanks);
		await test();
		await receiver.until(hook.url, 3);
		await settled(hook);
		expect(await failures(hook)).toBe(1);
	});

	it("counts failed replays, and a successful one ends the count", async () => {
		const hook = await newEndpoint(await newWorld());
		await attempts(hook, 2);
		const [delivery] = await deliveriesOf(hook);
		const replay = () => call(200, `/v1/deliveries/${delivery.id}/replay`, { method: "POST", key: hook.key });
		await replay();
		await receiver.until(hook.url, 3);
		await settled(hook);
		expect(await failures(hook)).toBe(3);
		receiver.answers(hook.url, thanks);
		await replay();
		await receiver.until(hook.url, 4);
		await settled(hook);
		expect(await failures(hook)).toBe(0);
	});
});

describe("50 failures in a row", () => {
	it("are audited once as the service's act, beside each delivery that was given up", async () => {
		const hook = await owned("audited@example.com");
		await attempts(hook, 50);
		const pages = (await readAllPages("/v1/audit_log?limit=100", hook.key)).flat();
		const own = pages.filter(({ actor }) => actor.type === "system");
		const disabled = own.filter(({ action }) => action === "webhook_endpoint.disabled");
		expect(disabled).toMatchObject([{ resource_id: hook.id, actor: { type: "system", id: null }, ip_address: null }]);
		const dead = (await deliveriesOf(hook)).filter(({ status }) => status === "DEAD").map(({ id }) => id);
		const givenUp = own.filter(({ action }) => action === "delivery.given_up").map(({ resource_id }) => resource_id);
		expect(dead).toHaveLength(50);
		expect(givenUp.sort()).toEqual(dead.sort());
	});

	it("disable the endpoint, with reason and time, and the tenant is told in one mail; half way it was warned in one", async () => {
		const hook = await owned("disabled@example.com");
		await attempts(hook, 24);
		await mailsLeft();
		expect(about(hook)).toEqual([]);
		await attempts(hook, 1);
		await mailsLeft();
		expect(about(hook)).toHaveLength(1);
		const [warning] = warnings(hook);
		expect(warning).toMatchObject({ to: "disabled@example.com", from: expect.stringContaining("@") });
		await letPass(60);
		await attempts(hook, 24);
		expect(await endpointOf(hook)).toMatchObject({ status: "ACTIVE", consecutive_failures: 49, disabled_at: null });
		await mailsLeft();
		expect(about(hook)).toEqual([warning]);
		await letPass(60);
		await attempts(hook, 1);
		const { attempted_at } = (await deliveriesOf(hook))[0].attempts[0];
		const endpoint = await endpointOf(hook);
		expect(endpoint).toMatchObject({
			status: "DISABLED",
			consecutive_failures: 50,
			disabled_reason: "failures",
			disabled_at: endpoint.updated_at,
		});
		expect(Math.abs(Date.parse(endpoint.disabled_at) - Date.parse(attempted_at))).toBeLessThan(2000);
		await mailsLeft();
		await scheduledWork();
		expect(about(hook)).toHaveLength(2);
		const [notice] = notices(hook);
		expect(notice).toMatchObject({ to: "disabled@example.com", text: expect.stringContaining(hook.url) });
		expect(notice?.html).toContain("Black &amp; White");
		expect(notice?.text).toContain(`https://api.test/dashboard/webhooks/${hook.id}\n`);
	});

	it("are not reached where a success came between; another 25 are warned of again", async () => {
		const hook = await owned("again@example.com");
		await attempts(hook, 49);
		await attempts(hook, 1, thanks);
		await attempts(hook, 49);
		expect(await endpointOf(hook)).toMatchObject({ status: "ACTIVE", consecutive_failures: 49 });
		await mailsLeft();
		expect(warnings(hook)).toHaveLength(2);
		expect(notices(hook)).toEqual([]);
	});

	it("reached by many attempts at once disable once and are told once, whatever still fails after", async () => {
		const hook = await owned("parallel@example.com");
		await attempts(hook, 45);
		const gate = { open: false };
		receiver.answers(hook.url, async () => {
			while (!gate.open) await pause();
			return later();
		});
		await Promise.all(Array.from({ length: 15 }, () => publish(hook.tenantId)));
		// Ten attempts run at the same time, and all of them fail together.
		await receiver.until(hook.url, 55);
		gate.open = true;
		await settled(hook);
		await mailsLeft();
		const endpoint = await endpointOf(hook);
		expect(endpoint).toMatchObject({ status: "DISABLED", disabled_reason: "failures" });
		expect(endpoint.consecutive_failures).toBe(receiver.at(hook.url).length);
		expect(endpoint.consecutive_failures).toBeGreaterThan(50);
		await letPass(600);
		await scheduledWork();
		expect([warnings(hook).length, notices(hook).length]).toEqual([1, 1]);
	});

	it("after a re-activation count anew: a second disabling is told in a second mail", async () => {
		const hook = await owned("twice@example.com");
		await attempts(hook, 50);
		const { disabled_at: first } = await endpointOf(hook);
		await letPass(60);
		expect(await patchEndpoint(hook, { status: "ACTIVE" })).toMatchObject({
			status: "ACTIVE",
			consecutive_failures: 0,
			disabled_at: null,
			disabled_reason: null,
		});
		await attempts(hook, 49);
		expect((await endpointOf(hook)).status).toBe("ACTIVE");
		await attempts(hook, 1);
		const { disabled_at: second } = await endpointOf(hook);
		expect(second > first).toBe(true);
		await mailsLeft();
		expect([warnings(hook).length, notices(hook).length]).toEqual([2, 2]);
	});

	it("are told in no mail where the endpoint was disabled by hand before", async () => {
		const hook = await owned("manual@example.com");
		await attempts(hook, 45);
		const gate = { open: false };
		receiver.answers(hook.url, async () => {
			while (!gate.open) await pause();
			return later();
		});
		await Promise.all(Array.from({ length: 10 }, () => publish(hook.tenantId)));
		await receiver.until(hook.url, 55);
		const disabled = await patchEndpoint(hook, { status: "DISABLED" });
		gate.open = true;
		await settled(hook);
		await mailsLeft();
		expect(await endpointOf(hook)).toEqual({ ...disabled, consecutive_failures: receiver.at(hook.url).length });
		expect(notices(hook)).toEqual([]);
	});
});

describe("while an endpoint is disabled", () => {
	async function disabledByFailures(): Promise<EndpointOfTenant> {
		const hook = await newEndpoint(await newWorld());
		await attempts(hook, 50, later);
		expect(await endpointOf(hook)).toMatchObject({ status: "DISABLED", disabled_reason: "failures" });
		return hook;
	}
	async function disabledByHand(): Promise<EndpointOfTenant> {
		const hook = await newEndpoint(await newWorld());
		await attempts(hook, 50 - 1, later);
		await patchEndpoint(hook, { status: "DISABLED" });
		return hook;
	}

	it.each([
		["failures", disabledByFailures],
		["hand", disabledByHand],
	])("by %s, what is pending waits; ACTIVE sends it at once and counts from 0", async (_, disabled) => {
		const hook = await disabled();
		const sent = receiver.at(hook.url).length;
		const waiting = await deliveriesOf(hook);
		expect(waiting).toHaveLength(sent);
		for (const delivery of waiting) expect(delivery).toMatchObject({ status: "PENDING", next_attempt_at: null });
		for (const seconds of [30, 3600, 86_400]) {
			await letPass(seconds);
			await scheduledWork();
		}
		expect(receiver.at(hook.url)).toHaveLength(sent);
		expect(await deliveriesOf(hook)).toEqual(waiting);
		receiver.answers(hook.url, thanks);
		expect(await patchEndpoint(hook, { status: "ACTIVE" })).toMatchObject({ consecutive_failures: 0 });
		await receiver.until(hook.url, 2 * sent);
		await settled(hook);
		for (const delivery of await deliveriesOf(hook))
			expect(delivery).toMatchObject({ status: "SUCCEEDED", attempt_count: 2 });
	});

	it("what is emitted meanwhile makes no delivery and stays in the log", async () => {
		const hook = await newEndpoint(await newWorld());
		await patchEndpoint(hook, { status: "DISABLED" });
		const event = await publish(hook.tenantId);
		await scheduledWork();
		expect(await deliveriesOf(hook)).toEqual([]);
		await call(200, `/v1/events/${event.id}`, { key: hook.key });
	});

	it("an attempt that was under way is recorded: a success ends the delivery, a failure waits with the rest", async () => {
		for (const reply of [thanks, later]) {
			const hook = await newEndpoint(await newWorld());
			const gate = { open: false };
			receiver.answers(hook.url, async () => {
				while (!gate.open) await pause();
				return reply();
			});
			await publish(hook.tenantId);
			await receiver.until(hook.url, 1);
			await patchEndpoint(hook, { status: "DISABLED" });
			gate.open = true;
			await settled(hook);
			await letPass(3600);
			await scheduledWork();
			const [delivery] = await deliveriesOf(hook);
			expect(delivery).toMatchObject({ attempt_count: 1, next_attempt_at: null });
			expect(delivery.status).toBe(reply === thanks ? "SUCCEEDED" : "PENDING");
			expect(receiver.at(hook.url)).toHaveLength(1);
		}
	});

	it("a replay waits too and is sent at once at re-activation", async () => {
		const hook = await newEndpoint(await newWorld());
		await attempts(hook, 2);
		await patchEndpoint(hook, { status: "DISABLED" });
		const [one, two] = await deliveriesOf(hook);
		const replayed = await call(200, `/v1/deliveries/${one.id}/replay`, { method: "POST", key: hook.key });
		const body = { since: two.created_at };
		await call(200, `/v1/webhook_endpoints/${hook.id}/recover`, { key: hook.key, body });
		expect(replayed.body).toMatchObject({ status: "PENDING", next_attempt_at: null });
		for (const delivery of await deliveriesOf(hook))
			expect(delivery).toMatchObject({ status: "PENDING", next_attempt_at: null });
		await letPass(3600);
		await scheduledWork();
		expect(receiver.at(hook.url)).toHaveLength(2);
		receiver.answers(hook.url, thanks);
		await patchEndpoint(hook, { status: "ACTIVE" });
		await receiver.until(hook.url, 4);
		await settled(hook);
		for (const delivery of await deliveriesOf(hook))
			expect(delivery).toMatchObject({ status: "SUCCEEDED", attempt_count: 2 });
	});

	it("a re-activation while an attempt is under way sends nothing twice", async () => {
		const hook = await newEndpoint(await newWorld());
		const gate = { open: false };
		receiver.answers(hook.url, async () => {
			while (!gate.open) await pause();
			return thanks();
		});
		await publish(hook.tenantId);
		await receiver.until(hook.url, 1);
		await patchEndpoint(hook, { status: "DISABLED" });
		await patchEndpoint(hook, { status: "ACTIVE", replay_missed: true });
		await scheduledWork();
		gate.open = true;
		await settled(hook);
		expect(await deliveriesOf(hook)).toMatchObject([{ status: "SUCCEEDED", attempt_count: 1 }]);
		expect(receiver.at(hook.url)).toHaveLength(1);
	});
});

describe("replay_missed", () => {
	const types = ["message.created", "client.updated"];
	const missing = async () => {
		const hook = await newEndpoint(await newWorld(), { events: types });
		receiver.answers(hook.url, thanks);
		return hook;
	};

	it("sends what was emitted during the present outage and is listened to, once each", async () => {
		const hook = await missing();
		const before = await publish(hook.tenantId);
		await receiver.until(hook.url, 1);
		await patchEndpoint(hook, { status: "DISABLED" });
		const earlier = await publish(hook.tenantId);
		await patchEndpoint(hook, { status: "ACTIVE" });
		const between = await publish(hook.tenantId);
		await receiver.until(hook.url, 2);
		await patchEndpoint(hook, { status: "DISABLED" });
		await letPass(60);
		const missed = [await publish(hook.tenantId), await publish(hook.tenantId, { type: "client.updated" })];
		const other = await publish(hook.tenantId, { type: "payout.paid" });
		await letPass(60);
		await patchEndpoint(hook, { status: "ACTIVE", replay_missed: true });
		await patchEndpoint(hook, { status: "ACTIVE", replay_missed: true });
		await receiver.until(hook.url, 4);
		await scheduledWork();
		await settled(hook);
		expect(sentIds(hook).slice(0, 2)).toEqual([before.id, between.id]);
		expect(sentIds(hook).slice(2).sort()).toEqual(missed.map(({ id }) => id).sort());
		expect(sentIds(hook)).not.toContain(earlier.id);
		expect(sentIds(hook)).not.toContain(other.id);
		const sent = receiver.at(hook.url).find(({ event }) => event.id === missed[0].id);
		expect({ object: "event", ...sent?.event }).toEqual(missed[0]);
	});

	it("sends nothing again at the next outage's end", async () => {
		const hook = await missing();
		for (let n = 1; n <= 2; n++) {
			await patchEndpoint(hook, { status: "DISABLED" });
			await publish(hook.tenantId);
			await patchEndpoint(hook, { status: "ACTIVE", replay_missed: true });
			await receiver.until(hook.url, n);
		}
		await patchEndpoint(hook, { status: "DISABLED" });
		await patchEndpoint(hook, { status: "ACTIVE", replay_missed: true });
		await scheduledWork();
		await settled(hook);
		expect(new Set(sentIds(hook)).size).toBe(2);
		expect(sentIds(hook)).toHaveLength(2);
	});

	it("left out or false sends none of it, also not later", async () => {
		const hook = await missing();
		for (const more of [{}, { replay_missed: false }]) {
			await patchEndpoint(hook, { status: "DISABLED" });
			await publish(hook.tenantId);
			await patchEndpoint(hook, { status: "ACTIVE", ...more });
		}
		await patchEndpoint(hook, { status: "ACTIVE", replay_missed: true });
		await scheduledWork();
		expect(await deliveriesOf(hook)).toEqual([]);
	});

	it("after a disabling by failures sends what was pending and what was missed, once each", async () => {
		const hook = await missing();
		await attempts(hook, 50, later);
		const pending = sentIds(hook);
		const missed = [await publish(hook.tenantId), await publish(hook.tenantId)].map(({ id }) => id);
		receiver.answers(hook.url, thanks);
		await patchEndpoint(hook, { status: "ACTIVE", replay_missed: true });
		await receiver.until(hook.url, 102);
		await settled(hook);
		expect(sentIds(hook).slice(50).sort()).toEqual([...pending, ...missed].sort());
	});

	it("goes by the types of the same request", async () => {
		const hook = await missing();
		await patchEndpoint(hook, { status: "DISABLED" });
		await publish(hook.tenantId);
		const payout = await publish(hook.tenantId, { type: "payout.paid" });
		await patchEndpoint(hook, { status: "ACTIVE", replay_missed: true, events: ["payout.paid"] });
		await receiver.until(hook.url, 1);
		await settled(hook);
		expect(sentIds(hook)).toEqual([payout.id]);
	});

	it("asked twice at the same time sends once", async () => {
		const hook = await missing();
		await patchEndpoint(hook, { status: "DISABLED" });
		await publish(hook.tenantId);
		const body = { status: "ACTIVE", replay_missed: true };
		const path = `/v1/webhook_endpoints/${hook.id}`;
		const answers = await Promise.all([1, 2].map(() => send(path, { method: "PATCH", key: hook.key, body })));
		expect(answers.map(({ status }) => status)).toContain(200);
		await receiver.until(hook.url, 1);
		await scheduledWork();
		await settled(hook);
		expect(sentIds(hook)).toHaveLength(1);
	});

	it("of events emitted while the endpoint comes back loses and doubles none", async () => {
		const hook = await missing();
		await patchEndpoint(hook, { status: "DISABLED" });
		const [events] = await Promise.all([
			Promise.all(Array.from({ length: 20 }, () => publish(hook.tenantId))),
			pause().then(() => patchEndpoint(hook, { status: "ACTIVE", replay_missed: true })),
		]);
		await receiver.until(hook.url, 20);
		await settled(hook);
		expect(sentIds(hook).sort()).toEqual(events.map(({ id }) => id).sort());
	});

	it("of events emitted while the endpoint is disabled loses and doubles none", async () => {
		const hook = await missing();
		const [events] = await Promise.all([
			Promise.all(Array.from({ length: 20 }, () => publish(hook.tenantId))),
			pause().then(() => patchEndpoint(hook, { status: "DISABLED" })),
		]);
		await patchEndpoint(hook, { status: "ACTIVE", replay_missed: true });
		await receiver.until(hook.url, 20);
		await settled(hook);
		expect(sentIds(hook).sort()).toEqual(events.map(({ id }) => id).sort());
	});
});

describe("a mail that the mail service refuses", () => {
	// Each refusal is logged.
	beforeAll(() => {
		vi.spyOn(console, "error").mockImplementation(() => {});
	});

	it("is sent at a later scheduled run, once", async () => {
		const hook = await owned("outage@example.com");
		mail.fault = "E_INTERNAL_SERVER_ERROR";
		await attempts(hook, 25);
		await until(() => mail.refusals === 1);
		await letPass(600);
		await scheduledWork();
		expect(mail.sent).toEqual([]);
		mail.fault = null;
		await letPass(600);
		await scheduledWork();
		expect(warnings(hook)).toHaveLength(1);
		await letPass(600);
		await scheduledWork();
		expect(mail.sent).toHaveLength(1);
		await mailsLeft();
	});

	it("is sent once where two scheduled runs come at the same time", async () => {
		const hook = await owned("runs@example.com");
		mail.fault = "E_INTERNAL_SERVER_ERROR";
		await attempts(hook, 50);
		await until(() => mail.refusals === 2);
		mail.fault = null;
		await letPass(600);
		await Promise.all([scheduledWork(), scheduledWork(), scheduledWork()]);
		// The warning is not true any more.
		expect([warnings(hook).length, notices(hook).length]).toEqual([0, 1]);
		await mailsLeft();
	});

	it("goes to the address the tenant has by then", async () => {
		const hook = await owned("old@example.com");
		mail.fault = "E_INTERNAL_SERVER_ERROR";
		await attempts(hook, 25);
		await until(() => mail.refusals === 1);
		await call(200, `/admin/tenants/${hook.tenantId}`, {
			method: "PATCH",
			headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}` },
			body: { email: "new@example.com" },
		});
		mail.fault = null;
		await letPass(600);
		await scheduledWork();
		expect(warnings(hook).map(({ to }) => to)).toEqual(["new@example.com"]);
	});

	it("that is slow is given up after ten seconds, and the next is not claimed before its turn", async () => {
		const [one, other] = [await owned("slow-1@example.com"), await owned("slow-2@example.com")];
		mail.fault = "E_INTERNAL_SERVER_ERROR";
		for (const hook of [one, other]) await attempts(hook, 25);
		await until(() => mail.refusals >= 2);
		mail.fault = null;
		await letPass(600);
		const begun = Date.now();
		mail.hangs = true;
		const run = scheduledWork();
		await until(() => !mail.hangs);
		const claims = await database.prepare("SELECT leased_until FROM mails").all();
		const now = clock.now();
		expect(claims.results.map(({ leased_until }) => Number(leased_until) > now).sort()).toEqual([false, true]);
		await run;
		expect(Date.now() - begun).toBeLessThan(20_000);
		expect(mail.sent).toHaveLength(1);
		await letPass(3600);
		await scheduledWork();
		expect([warnings(one).length, warnings(other).length]).toEqual([1, 1]);
		await mailsLeft();
	});

	it("does not go unsent because the service is down for a day", async () => {
		const hook = await owned("day@example.com");
		mail.fault = "E_INTERNAL_SERVER_ERROR";
		await attempts(hook, 25);
		await until(() => mail.refusals === 1);
		for (let hour = 0; hour < 24; hour += 4) {
			await letPass(4 * 3600);
			await scheduledWork();
		}
		mail.fault = null;
		await letPass(24 * 3600);
		await scheduledWork();
		expect(warnings(hook)).toHaveLength(1);
	});
});

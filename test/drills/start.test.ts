import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Server, sleep, until } from "../../lab/harness/server.ts";
import { signInAt } from "../../scripts/pages/crawl.ts";
import { countsOf, recordsIn, studioLists } from "./demo-studio.ts";

const timeoutMs = 300_000;

/** The processes that still run. */
const alive = (pids: number[]) =>
	pids.filter((pid) => {
		try {
			process.kill(pid, 0);
			return true;
		} catch {
			return false;
		}
	});

describe("npm start", () => {
	const server = new Server();
	beforeAll(() => server.start(), timeoutMs);
	afterAll(() => server.remove());

	it("prints what a newcomer needs, each on a line of its own", async () => {
		expect(Object.keys(server.printed)).toEqual(
			expect.arrayContaining(["DEMO_API_KEY", "OPERATOR_TOKEN", "DEMO_BOOKING_URL", "DEMO_EMAIL", "DEMO_PASSWORD"]),
		);
		expect(server.output.match(/^curl /gm)).toHaveLength(3);
		// Wrangler's own notices are about things that `npm start` does.
		expect(server.output).not.toMatch(/WARNING|wrangler/i);
		expect((await server.call("GET", "/v1/me")).body).toMatchObject({ object: "me", tenant_name: "Demo Studio" });
	});

	it("prints a booking address at which a client can book at once, with reminders to rehearse", async () => {
		const address = server.printed.DEMO_BOOKING_URL ?? "";
		const page = await fetch(address, { headers: { Accept: "text/html" } });
		expect(page.status).toBe(200);
		const text = await page.text();
		expect(text.match(/\?day=\d{4}-\d\d-\d\d/g)?.length).toBeGreaterThan(0);
		const types = await recordsIn(server, "/v1/event_types");
		const type = types.find(({ booking_url }) => new URL(String(booking_url)).pathname === new URL(address).pathname);
		expect(type).toMatchObject({
			visibility: "PUBLIC",
			is_active: true,
			requires_approval: false,
			reminder_hours: [72, 24],
		});
	});

	it.each(studioLists)("the demo studio shows something in %s", async (path) => {
		expect((await server.call("GET", path)).body.data).not.toEqual([]);
	});

	it("the demo studio has submissions of every form", async () => {
		for (const { id } of await recordsIn(server, "/v1/forms"))
			expect(await recordsIn(server, `/v1/forms/${id}/submissions`)).not.toEqual([]);
	});

	it.each([
		["/v1/appointments", "status", ["SCHEDULED", "COMPLETED", "CANCELLED", "NO_SHOW"]],
		["/v1/event_types", "kind", ["CONSULTATION", "TATTOO", "TOUCH_UP", "PIERCING", "OTHER"]],
		["/v1/leads", "stage", ["NEW", "CONTACTED", "QUALIFIED", "BOOKED", "LOST"]],
		["/v1/forms", "kind", ["INTAKE", "CONSENT", "CUSTOM"]],
	])("the demo studio's %s are of every %s", async (path, field, values) => {
		const records = await recordsIn(server, path);
		expect(new Set(records.map((record) => record[field]))).toEqual(new Set(values));
	});

	it("the demo studio's calendar shows something in this week", async () => {
		const weekMs = 7 * 86_400_000;
		const monday = weekMs * Math.floor((Date.now() - 4 * 86_400_000) / weekMs) + 4 * 86_400_000;
		const [from, to] = [monday, monday + weekMs].map((ms) => new Date(ms).toISOString());
		const { body } = await server.call("GET", `/v1/appointments?start_from=${from}&start_to=${to}`);
		expect(body.data).not.toEqual([]);
	});

	it("the demo studio has an endpoint with deliveries that arrived, that wait for a retry and that were given up", async () => {
		const [endpoint] = await recordsIn(server, "/v1/webhook_endpoints");
		const path = `/v1/webhook_endpoints/${endpoint?.id}/deliveries`;
		const states = async () => new Set((await recordsIn(server, path)).map(({ status }) => status));
		await until(async () => (await states()).size === 3, 10_000, "each delivery was tried");
		expect(await states()).toEqual(new Set(["SUCCEEDED", "PENDING", "DEAD"]));
		const answered = (await recordsIn(server, path)).filter(({ status }) => status === "SUCCEEDED");
		expect(answered.length).toBeGreaterThan(3);
	});

	it("the demo studio has an automation hook, a connected app that was used, and a deletion", async () => {
		expect(await recordsIn(server, "/v1/automation/hooks")).toMatchObject([{ status: "ACTIVE" }]);
		expect(await recordsIn(server, "/v1/deletions")).toMatchObject([{ type: "lead" }]);
		const { DEMO_EMAIL = "", DEMO_PASSWORD = "" } = server.printed;
		const cookie = await signInAt(server.origin, DEMO_EMAIL, DEMO_PASSWORD);
		const page = await (
			await fetch(`${server.origin}/dashboard/connected_apps`, { headers: { Cookie: cookie } })
		).text();
		expect(page).toContain("Waiting list");
		expect(page).not.toContain("Never used");
	});

	it("leaves the demo key's limits untouched", async () => {
		const { headers } = await server.call("POST", "/v1/appointments", { body: {} });
		expect(headers.get("RateLimit-Remaining")).toBe("29");
	});

	it("takes no body at all where a body is optional, whatever the client makes of none", async () => {
		const { body: made } = await server.call("POST", "/v1/webhook_endpoints", {
			body: { url: "http://127.0.0.1:9999/", events: ["*"] },
		});
		const path = `${server.origin}/v1/webhook_endpoints/${made.endpoint.id}/test`;
		const headers = { Authorization: `Bearer ${server.printed.DEMO_API_KEY}` };
		expect((await fetch(path, { method: "POST", headers })).status).toBe(200);
		expect((await fetch(path, { method: "POST", headers, body: "" })).status).toBe(200);
		const { stdout } = spawnSync("curl", ["-s", "-X", "POST", path, "-H", `Authorization: ${headers.Authorization}`], {
			encoding: "utf8",
		});
		expect(JSON.parse(stdout).object).toBe("delivery");
		expect((await fetch(path, { method: "POST", headers, body: "type=x" })).status).toBe(415);
		await server.call("DELETE", `/v1/webhook_endpoints/${made.endpoint.id}`);
	});

	it("tells in Server-Timing what a warm request cost", async () => {
		await server.call("GET", "/v1/me");
		const { headers } = await server.call("GET", "/v1/me");
		expect(headers.get("Server-Timing")).toMatch(/^gate;dur=[\d.]+;desc="1", db;dur=0\.0;desc="0"$/);
	});

	it(
		"says that the state folder is in use, and by which server",
		() => {
			const port = String(Number(new URL(server.origin).port) + 1);
			const env = { ...process.env, PORT: port, STATE_DIR: server.stateDir };
			const other = spawnSync("npm", ["start", "--silent"], { env, encoding: "utf8" });
			expect(other.status).toBe(1);
			expect(other.stderr).toContain(
				`${server.stateDir} is in use by the server on port ${new URL(server.origin).port}`,
			);
		},
		timeoutMs,
	);

	it(
		"says in one line that the port is taken, and leaves the server there alone",
		async () => {
			const port = new URL(server.origin).port;
			const other = spawnSync("npm", ["start", "--silent"], {
				env: { ...process.env, PORT: port, STATE_DIR: `${server.stateDir}-other` },
				encoding: "utf8",
			});
			expect(other.status).toBe(1);
			expect(
				other.stderr
					.trim()
					.split("\n")
					.filter((line) => !line.startsWith("npm warn")),
			).toEqual([expect.stringContaining(port)]);
			expect((await server.call("GET", "/v1/me")).status).toBe(200);
		},
		timeoutMs,
	);

	it.each(["SIGTERM", "SIGINT"] as const)(
		"ends at %s with no process left, and starts again with its data, to which it adds nothing",
		async (signal) => {
			const { body } = await server.call("POST", "/v1/clients", {
				body: { email: `${signal}@example.com`, first_name: "Ana" },
			});
			const { DEMO_API_KEY } = server.printed;
			const before = await countsOf(server, studioLists);
			const pids = server.processes();
			expect(pids.length).toBeGreaterThan(2);
			await server.stop(signal);
			await until(() => alive(pids).length === 0, 3000, "every process has ended");
			await server.start();
			expect(server.printed.DEMO_API_KEY).toBe(DEMO_API_KEY);
			expect((await server.call("GET", `/v1/clients/${body.id}`)).status).toBe(200);
			expect(await countsOf(server, studioLists)).toEqual(before);
			const tenants = (await server.operate("GET", "/admin/tenants")).body.data;
			expect(tenants.filter(({ name }: { name: string }) => name === "Demo Studio")).toHaveLength(1);
		},
		timeoutMs,
	);

	it(
		"killed by itself it takes its runtime along, so that the next start finds the port free",
		async () => {
			const pids = server.processes();
			process.kill(pids[1] ?? 0, "SIGKILL");
			await until(() => alive(pids).length === 0, 3000, "every process has ended");
			await server.start();
			expect((await server.call("GET", "/v1/me")).status).toBe(200);
		},
		timeoutMs,
	);

	it(
		"runs the scheduled work too",
		async () => {
			const { body: tenant } = await server.operate("POST", "/admin/tenants", {
				name: "Trial",
				plan: "solo",
				email: "trial@example.com",
				subscription_status: "trialing",
				trial_ends_at: new Date(Date.now() + 86_400_000).toISOString(),
			});
			const { body } = await server.operate("POST", `/admin/tenants/${tenant.id}/api_keys`, {
				name: "Trial",
				rate_limit_tier: "custom",
				rate_limit_per_minute: 10_000,
			});
			const events = async () => (await server.call("GET", "/v1/events", { key: body.key })).body.data;
			await until(async () => (await events())?.length > 0, 8_000, "the trial's end is announced");
			expect((await events())[0].type).toBe("subscription.trial_ending");
		},
		timeoutMs,
	);
});

describe("ENVIRONMENT=production npm start", () => {
	const server = new Server();
	beforeAll(() => server.start({ ENVIRONMENT: "production", LOG: "errors" }), timeoutMs);
	afterAll(() => server.remove());

	it("with LOG=errors says nothing of a request that succeeds", async () => {
		const { output } = server;
		expect(
			(await server.call("POST", "/v1/clients", { body: { email: "ana@example.com", first_name: "Ana" } })).status,
		).toBe(201);
		await sleep(500);
		expect(server.output.slice(output.length).trim()).toBe("");
	});

	it("serves with production's rules and still prints the operator's token", async () => {
		expect((await server.operate("GET", "/admin/tenants")).status).toBe(200);
		expect((await server.operate("POST", "/admin/dev/advance", { seconds: 1 })).status).toBe(404);
		expect((await server.call("GET", "/v1/me")).headers.has("Server-Timing")).toBe(false);
		const body = { url: "http://127.0.0.1:9999/", events: ["*"] };
		expect((await server.call("POST", "/v1/webhook_endpoints", { body })).body.code).toBe("validation_error");
	});
});

it(
	"a port that is taken by another program is told at once",
	async () => {
		const holder = createServer().listen(0, "127.0.0.1");
		await once(holder, "listening");
		const address = holder.address();
		const port = typeof address === "object" && address ? String(address.port) : "";
		const startedAt = Date.now();
		const { status, stderr } = spawnSync("npm", ["start", "--silent"], {
			env: { ...process.env, PORT: port },
			encoding: "utf8",
		});
		holder.close();
		expect(status).toBe(1);
		expect(stderr).toContain(port);
		expect(Date.now() - startedAt).toBeLessThan(5000);
	},
	timeoutMs,
);

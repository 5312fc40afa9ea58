import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newStudio } from "../../lab/harness/person.ts";
import { scopes } from "../../src/platform/gate/scopes.ts";
import { ProjectWithClient } from "./packed-client.ts";
import { sharedServer } from "./shared-server.ts";

const server = sharedServer();
let project: ProjectWithClient;

beforeAll(async () => {
	project = new ProjectWithClient();
	project.write("package.json", '{ "type": "module" }');
	cpSync(join(import.meta.dirname, "../../client/examples"), project.folder, { recursive: true });
	await server.ready();
});
afterAll(() => project.remove());

const run = (args: string[], env: Record<string, string>, input = ""): string =>
	execFileSync(process.execPath, args, {
		cwd: project.folder,
		encoding: "utf8",
		input,
		env: { ...process.env, ...env },
		timeout: 240_000,
	});

it("the bot and the report run as programs", async () => {
	const tenant = await newStudio(server, "Examples", "empire");
	const { body } = await server.operate("POST", `/admin/tenants/${tenant}/api_keys`, { name: "Examples", scopes });
	const make = async (method: string, path: string, given: object) =>
		(await server.call(method, path, { key: path.startsWith("/v1") ? body.key : server.operatorToken, body: given }))
			.body;
	const artist = await make("POST", "/v1/artists", { name: "Mia Ro", timezone: "Europe/Berlin" });
	const hours = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, start: "00:00", end: "24:00" }));
	await make("PUT", `/v1/artists/${artist.id}/working_hours`, { hours });
	const type = { artist_id: artist.id, name: "Tattoo", slug: "tattoo", kind: "TATTOO", duration_minutes: 60 };
	const { id: typeId } = await make("POST", `/admin/tenants/${tenant}/event_types`, type);

	const env = { TATTOO_STUDIO_API_KEY: body.key, TATTOO_STUDIO_BASE_URL: server.origin };
	const lines = "book\nbook 3\nbook 3\nmove 2\n";
	const said = run(["calendar-bot.ts", artist.id, typeId, "kai@example.com", "Kai"], env, lines).split("\n");
	expect(said[1]).toBe("These times are free:");
	expect(said[4]).toMatch(/^3\. \w+day, /);
	expect(said).toContain(`You are booked for ${said[4]?.slice(3)}.`);
	expect(said.find((line) => line.startsWith("Your appointment is now on"))).toBeDefined();

	const nextYear = new Date(Date.now() + 366 * 86_400_000).toISOString().slice(0, 10);
	const report = run(["report.ts", "2020-01-01", nextYear], env);
	expect(report).toMatch(/^artist,month,currency,appointments,no_shows,amount\n"Mia Ro",\d{4}-\d\d,\w*,1,0,\d+\n$/);
});

/** Answers a list of a million appointments, page by page, in the place of the network. */
const million = `
	const count = 1_000_000;
	const first = Date.UTC(2016, 0, 1);
	const appointment = (n) => ({
		object: "appointment", id: "apt_" + String(n).padStart(32, "0"), artist_id: "art_" + (n % 20), client_id: "cli_" + n,
		shop_id: null, event_type_id: null, status: "COMPLETED", start_at: new Date(first + n * 300_000).toISOString(),
		end_at: new Date(first + n * 300_000 + 3_600_000).toISOString(), timezone: "Europe/Berlin", title: "A fern",
		notes: "Along the forearm. ".repeat(10), location: null, price_amount: 100, currency: "EUR", metadata: {},
	});
	globalThis.fetch = async (url) => {
		const { pathname, searchParams } = new URL(url);
		if (pathname === "/v1/artists") return Response.json({ object: "list", data: [], has_more: false, next_cursor: null });
		const from = Number(searchParams.get("cursor") ?? 0);
		const data = Array.from({ length: 100 }, (_, n) => appointment(from + n));
		const has_more = from + 100 < count;
		return Response.json({ object: "list", data, has_more, next_cursor: has_more ? String(from + 100) : null });
	};
`;

it("the report reads a million appointments with a heap of 24 MB", () => {
	const standIn = project.write("million.mjs", million);
	const env = { TATTOO_STUDIO_API_KEY: "svc_live_sk_1", TATTOO_STUDIO_BASE_URL: "https://api.test" };
	const limits = ["--max-old-space-size=24", "--max-semi-space-size=2"];
	const [head, ...lines] = run([...limits, "--import", standIn, "report.ts", "2016-01-01", "2026-01-01"], env)
		.trim()
		.split("\n");
	expect(head).toBe("artist,month,currency,appointments,no_shows,amount");
	expect(lines.length).toBeGreaterThan(2000);
	const counts = lines.map((line) => Number(line.split(",")[3]));
	expect(counts.reduce((sum, one) => sum + one)).toBe(1_000_000);
}, 300_000);

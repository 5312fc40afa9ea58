import { beforeAll, describe, expect, it, vi } from "vitest";
import { endpoints } from "../../src/api/v1.ts";
import type { ChangeEndpoint } from "../../src/platform/http/endpoint/endpoint.ts";
import { clock } from "../../src/platform/lib/clock.ts";
import { acceptableRequest } from "../contract/changes.ts";
import { MailService } from "../support/mail-service.ts";
import { Receiver } from "../support/receiver.ts";
import { newWorld, type Tenant } from "../support/world.ts";
import { agreed, preview, use } from "./mcp.ts";

new MailService();
let world: Tenant;
beforeAll(async () => {
	new Receiver();
	world = await newWorld({ plan: "empire" });
});

const changes = endpoints.filter((endpoint) => endpoint.kind === "change") as ChangeEndpoint[];

/** The arguments of a tool for such a request of /v1. */
async function argumentsFor(endpoint: ChangeEndpoint) {
	const { path, request } = await acceptableRequest(endpoint, world.key);
	const pattern = new RegExp(`^${endpoint.path.replaceAll(/:(\w+)/g, "(?<$1>[^/?]+)")}`);
	const ids = { ...pattern.exec(path)?.groups };
	const headers = new Headers(request.headers);
	const sent = async () => new Response(request.raw);
	const content_type = headers.get("Content-Type") ?? (request.raw as Blob | undefined)?.type;
	const body =
		endpoint.takesFile === "rows"
			? { content_type, text: await (await sent()).text(), type: "clients" }
			: endpoint.takesFile
				? { content_type, base64: Buffer.from(await (await sent()).arrayBuffer()).toString("base64") }
				: request.body;
	return { path: ids, ...(body === undefined ? {} : { body }) };
}

describe("a preview shows nothing that the real change makes anew", () => {
	it.each(changes.map((endpoint) => [endpoint.id, endpoint] as const))("%s", async (id, endpoint) => {
		const given = await argumentsFor(endpoint);
		// Two trials at one moment differ in what is made anew alone.
		const now = clock.now();
		const still = vi.spyOn(clock, "now").mockReturnValue(now);
		const trials = [await preview(world.key, id, given), await preview(world.key, id, given)];
		still.mockRestore();
		expect(trials[1].answer).toEqual(trials[0].answer);
		expect(trials[1].summary).toEqual(trials[0].summary);
		expect(JSON.stringify(trials)).not.toMatch(/whsec_/);
		expect(trials[0].summary).not.toMatch(/undefined|\[object|NaN|Invalid/);
	});
});

describe("no secret passes through a model", () => {
	const withSecret = changes.filter(({ secretAnswer }) => secretAnswer !== null);

	it.each(withSecret.map((endpoint) => [endpoint.id, endpoint] as const))("%s", async (id, endpoint) => {
		const field = String(endpoint.secretAnswer);
		expect(Object.keys(endpoint.answer.shape)).toContain(field);
		const applied = await use(
			world.key,
			"apply_change",
			agreed(await preview(world.key, id, await argumentsFor(endpoint))),
		);
		expect(applied[field]).toBeNull();
		expect(applied.secret_at).toBe(`https://api.test/dashboard/new_secrets?studio=${world.id}`);
	});

	it("every other answer has none", () => {
		const others = endpoints.filter((one) => one.kind === "read" || one.secretAnswer === null);
		for (const { id, answer } of others) expect(Object.keys(answer.shape), id).not.toContain("secret");
	});
});

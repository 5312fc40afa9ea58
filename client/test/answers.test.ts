import { describe, expect, it } from "vitest";
import { json, noel, service } from "./service.ts";

const headers = {
	"X-Request-ID": "req_7",
	"RateLimit-Limit": "300",
	"RateLimit-Remaining": "299",
	"RateLimit-Reset": "1",
	"Service-Ignored-Fields": "nick%2Cname,limits,+2",
	ETag: '"3"',
};
const record = { object: "client", id: "cli_1" };

describe("an answer", () => {
	it("is the record, with what the answer tells beside it and not among its fields", async () => {
		const { studio } = service([json(record, { headers })]);
		const client = await studio.clients.get("cli_1");
		expect(client.requestId).toBe("req_7");
		expect(client.rateLimit).toEqual({ limit: 300, remaining: 299, reset: 1 });
		expect(client.ignoredFields).toEqual(["nick,name", "limits", "+2"]);
		expect(client.etag).toBe('"3"');
		expect(client.replayed).toBe(false);
		expect(client.dryRunEvents).toBeNull();
		expect(Object.keys(client)).toEqual(["object", "id"]);
		expect(JSON.parse(JSON.stringify(client))).toEqual(record);
		expect({ ...client }).toEqual(record);
	});

	it("says that a change had happened before, and what a dry run would have caused", async () => {
		const { studio, received } = service([
			json(record, { headers: { "Idempotent-Replayed": "true" } }),
			json(record, { headers: { "Service-Dry-Run": "true", "Service-Dry-Run-Events": "client.created,idea.created" } }),
			json(record, { headers: { "Service-Dry-Run": "true", "Service-Dry-Run-Events": "" } }),
		]);
		expect((await studio.clients.create(noel)).replayed).toBe(true);
		expect((await studio.clients.create(noel, { dryRun: true })).dryRunEvents).toEqual([
			"client.created",
			"idea.created",
		]);
		expect((await studio.clients.create(noel, { dryRun: true })).dryRunEvents).toEqual([]);
		expect(received.map((one) => one.headers.get("Service-Dry-Run"))).toEqual([null, "true", "true"]);
	});

	it("that is an array has them, too", async () => {
		const { studio } = service([json([record], { headers })]);
		const found = await studio.automation.searchClient({ email: "noel@example.com" });
		expect(found).toEqual([record]);
		expect(found.requestId).toBe("req_7");
	});

	it("is null while the record is the version that the caller has", async () => {
		const { studio, received } = service([new Response(null, { status: 304, headers })]);
		expect(await studio.clients.get("cli_1", { ifNoneMatch: '"3"' })).toBeNull();
		expect(received[0]?.headers.get("If-None-Match")).toBe('"3"');
	});
});

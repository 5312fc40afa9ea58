import { afterEach, beforeAll, beforeEach, describe, expect } from "vitest";
import { endpoints } from "../../src/api/v1.ts";
import type { ChangeEndpoint } from "../../src/platform/http/endpoint/endpoint.ts";
import { eventsOfOperations } from "../../src/web/docs/reference/events-of-operations.ts";
import { send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { settledDatabase, wholeDatabase } from "../support/database.ts";
import { expectLimits, expectProblem } from "../support/expect.ts";
import { cancelExports } from "../support/exports.ts";
import { Receiver } from "../support/receiver.ts";
import { newWorld, type Tenant } from "../support/world.ts";
import { acceptableRequest } from "./changes.ts";
import { atEach, pathOf, requestOf } from "./requests.ts";

let world: Tenant;
beforeAll(async () => {
	new Receiver();
	world = await newWorld({ plan: "empire" });
});
beforeEach(() => advance(60));

const changes = endpoints.filter((endpoint): endpoint is ChangeEndpoint => endpoint.kind === "change");
const dry = { "Service-Dry-Run": "true", "Idempotency-Key": "the same for all" };

/** The address of a picture has its id and a code, and that of a calendar feed is a new secret. */
const isSigned = (value: unknown): boolean => typeof value === "string" && /\/(pictures|calendars)\//.test(value);

/** An answer without the values that differ between requests. A dry run sends no mail. */
const shape = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(shape);
	if (typeof value === "object" && value !== null)
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [
				name,
				/(^|_)(id|at|secret|notified)$/.test(name) || isSigned(inner) ? inner !== null : shape(inner),
			]),
		);
	return value;
};

describe("a dry run of", () => {
	afterEach(cancelExports);

	// That of a file of rows answers what would become of them (contract: Imports 8).
	const alike = changes.filter(({ statusOfDryRun }) => statusOfDryRun === undefined);
	atEach(alike, {
		"answers like the change, tells its events and keeps nothing": async (endpoint) => {
			const { path, request } = await acceptableRequest(endpoint, world.key);
			const before = await settledDatabase();
			const tried = await send(path, { ...request, headers: dry });
			expect(await wholeDatabase()).toEqual(before);
			expect(tried.headers.get("Service-Dry-Run")).toBe("true");
			expectLimits(tried);
			const made = await send(path, request);
			expect([tried.status, shape(tried.body)]).toEqual([made.status, shape(made.body)]);
			expect([200, 201, 202]).toContain(made.status);
			expect(made.headers.has("Service-Dry-Run")).toBe(false);
			const told = (headers: Headers) => ["ETag", "Location"].map((name) => headers.has(name));
			expect(told(tried.headers)).toEqual(told(made.headers));
			const events = tried.headers.get("Service-Dry-Run-Events") ?? "";
			expect(events).toBe(emitted(before, await wholeDatabase()));
			expect(eventsOfOperations[endpoint.id] ?? []).toEqual(expect.arrayContaining(events.split(",").filter(Boolean)));
		},
	});

	atEach(alike, {
		"is refused like the change": async (endpoint) => {
			const path = pathOf(endpoint);
			const request = { ...requestOf(endpoint, world.key), ...(endpoint.body ? { body: { email: 1, name: 1 } } : {}) };
			const [tried, refused] = [await send(path, { ...request, headers: dry }), await send(path, request)];
			expect([tried.status, tried.body.code]).toEqual([refused.status, refused.body.code]);
			expect(tried.headers.get("Service-Dry-Run")).toBe("true");
			expect(tried.headers.has("Service-Dry-Run-Events")).toBe(false);
		},
	});

	atEach(changes, {
		"is not guessed from another value": async (endpoint) => {
			const { path, request } = await acceptableRequest(endpoint, world.key);
			const before = await settledDatabase();
			for (const value of ["1", "True", "yes", "true, true"]) {
				const answer = await send(path, { ...request, headers: { "Service-Dry-Run": value } });
				expectProblem(answer, path, "validation_failed");
				expect(answer.body.errors[0]).toMatchObject({ location: "headers", path: "Service-Dry-Run" });
			}
			expect(await wholeDatabase()).toEqual(before);
			const { status, headers } = await send(path, { ...request, headers: { "Service-Dry-Run": "false" } });
			expect([200, 201, 202]).toContain(status);
			expect(headers.has("Service-Dry-Run")).toBe(false);
		},
	});
});

function emitted(before: Record<string, string>, after: Record<string, string>): string {
	const types = Object.keys(after)
		.filter((table) => table.endsWith(".events"))
		.flatMap((table) => {
			const events = (text = "[]") => JSON.parse(text) as { id: string; type: string; sequence: number }[];
			const known = new Set(events(before[table]).map(({ id }) => id));
			return events(after[table]).filter(({ id }) => !known.has(id));
		})
		.sort((a, b) => a.sequence - b.sequence)
		.map(({ type }) => type);
	return [...new Set(types)].join(",");
}

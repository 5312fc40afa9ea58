import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { z } from "zod";
import { endpoints } from "../../src/api/v1.ts";
import type { ChangeEndpoint, Endpoint } from "../../src/platform/http/endpoint/endpoint.ts";
import { call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { settledDatabase, wholeDatabase } from "../support/database.ts";
import { operationFor, resolved } from "../support/document.ts";
import { expectLimits, expectProblem } from "../support/expect.ts";
import { Receiver } from "../support/receiver.ts";
import { newWorld, type Tenant } from "../support/world.ts";
import { acceptableRequest, readyIds } from "./changes.ts";
import { atEach, pathOf, requestOf } from "./requests.ts";

let world: Tenant;
beforeAll(async () => {
	new Receiver();
	world = await newWorld({ plan: "empire" });
});
beforeEach(() => advance(60));

const strong = /^"[\x21\x23-\x7e]+"$/;
const changes = endpoints.filter((endpoint): endpoint is ChangeEndpoint => endpoint.kind === "change");
const ofRecords = changes.filter(({ changedRecord: changes }) => changes !== null);
const reads = endpoints.filter((endpoint) => endpoint.kind === "read" && endpoint.hasEtag);

// biome-ignore lint/suspicious/noExplicitAny: a JSON schema is read by path
type Schema = any;

/** Whether a schema of the API document is a record that can change, or contains one. */
function hasRecord({ schema }: { schema: Schema }, depth = 0): boolean {
	const { properties = {}, allOf = [] }: Schema = resolved(schema);
	if ("updated_at" in properties || allOf.some((part: Schema) => hasRecord({ schema: part }, depth))) return true;
	return depth < 1 && Object.values(properties).some((inner) => hasRecord({ schema: inner }, depth + 1));
}

describe("the versions", () => {
	it("are told by every endpoint whose answer is a record that can change", () => {
		for (const endpoint of endpoints) {
			const { responses } = operationFor(endpoint);
			const { headers, content } = resolved(responses[201] ?? responses[200] ?? responses[202]);
			expect("ETag" in (headers ?? {}), endpoint.id).toBe(hasRecord(content["application/json"]));
		}
	});

	it("can be demanded by every change of what a path names, and by no other", () => {
		for (const { id, params, status, changedRecord: record } of changes)
			expect(record !== null, id).toBe(Object.keys(params).length > 0 && status === 200);
	});
});

const record = async (endpoint: Endpoint) => {
	const path = pathOf(endpoint, await readyIds(endpoint, world.key));
	// The attempt of a delivery changes it.
	if (endpoint.path.includes(":delivery_id")) await settledDatabase();
	const { headers } = await call(200, path, requestOf(endpoint, world.key));
	return { path, tag: headers.get("ETag") ?? "" };
};

describe("the record of", () => {
	atEach(reads, {
		"has a strong tag, which stays while nothing changes": async (endpoint) => {
			const { path, tag } = await record(endpoint);
			expect(tag).toMatch(strong);
			const again = await call(200, path, requestOf(endpoint, world.key));
			expect(again.headers.get("ETag")).toBe(tag);
		},

		"is not sent to who has it, and the request counts all the same": async (endpoint) => {
			const { path, tag } = await record(endpoint);
			for (const known of [tag, `W/${tag}`, `"none", W/${tag} ,,`, " * "]) {
				const headers = { "If-None-Match": known };
				const answer = await call(304, path, requestOf(endpoint, world.key, { headers }));
				expect([answer.text, answer.headers.get("ETag")]).toEqual(["", tag]);
				expectLimits(answer);
			}
			const headers = { "If-None-Match": '"none", W/"0"' };
			expect((await call(200, path, requestOf(endpoint, world.key, { headers }))).body.object).toBeDefined();
		},

		"is not looked at for a tag of the wrong form": async (endpoint) => {
			const { path, tag } = await record(endpoint);
			for (const wrong of [tag.slice(1), tag.slice(0, -1), tag.replaceAll('"', ""), `*, ${tag}`, 'w/"1"', '"1" "2"']) {
				const answer = await send(path, requestOf(endpoint, world.key, { headers: { "If-None-Match": wrong } }));
				expectProblem(answer, path, "validation_failed");
				expect(answer.body.errors[0]).toMatchObject({ location: "headers", path: "If-None-Match" });
			}
		},
	});
});

async function tagBefore(endpoint: ChangeEndpoint, path: string): Promise<string> {
	const of = endpoint.path.replace(/\/(?!:)\w+$/, "");
	const { headers } = await call(200, path.split("/").slice(0, of.split("/").length).join("/"), { key: world.key });
	return headers.get("ETag") ?? "";
}

describe("a change", () => {
	// Work that goes on after the answer makes further versions.
	const ended = changes.filter(({ status }) => status !== 202);
	atEach(ended, {
		"tells the version of the record that it leaves": async (endpoint) => {
			const { path, request } = await acceptableRequest(endpoint, world.key);
			const { status, headers, body } = await send(path, request);
			expect([200, 201], JSON.stringify(body)).toContain(status);
			if (!endpoint.hasEtag) return expect(headers.has("ETag")).toBe(false);
			const shown = body.endpoint ?? body.hook ?? body.data ?? body;
			// Nobody reads a picture that waits for a submission (contract: Submissions 14).
			if (shown.owner?.type === "form") return;
			// A record inside another one is read with it.
			if (shown.object === "deposit") return expect(await tagBefore(endpoint, path)).toBe(headers.get("ETag"));
			const ofKind = reads.filter(({ answer }) => (answer.shape.object as z.ZodLiteral).value === shown.object);
			const resource = endpoint.path.split("/:")[0] ?? "";
			const read = (ofKind.find(({ path }) => path.startsWith(`${resource}/:`)) ?? ofKind[0]) as Endpoint;
			const own = Object.keys(read.params).at(-1);
			const ids = Object.fromEntries(
				Object.keys(read.params).map((name) => [name, shown[name] ?? (name === own ? shown.id : shown.owner?.id)]),
			);
			const kept = await call(200, pathOf(read, ids), { key: world.key });
			expect(kept.headers.get("ETag")).toBe(headers.get("ETag"));
		},
	});

	atEach(ofRecords, {
		"is made at the version that is demanded": async (endpoint) => {
			const { path, request } = await acceptableRequest(endpoint, world.key);
			const headers = { "If-Match": `"0", ${await tagBefore(endpoint, path)}` };
			await call(200, path, { ...request, headers });
		},

		"is made at any version where it need only exist": async (endpoint) => {
			const { path, request } = await acceptableRequest(endpoint, world.key);
			await call(200, path, { ...request, headers: { "If-Match": "*" } });
			const nowhere = pathOf(endpoint);
			expectProblem(await send(nowhere, { ...request, headers: { "If-Match": "*" } }), nowhere, "resource_not_found");
		},

		"is not made at another version, and leaves everything as it was": async (endpoint) => {
			const { path, request } = await acceptableRequest(endpoint, world.key);
			const tag = await tagBefore(endpoint, path);
			const before = await settledDatabase();
			for (const other of ['"0"', '"0", "x", "99999999999999999999"', `W/${tag}`]) {
				const answer = await send(path, { ...request, headers: { "If-Match": other } });
				expectProblem(answer, path, "precondition_failed");
				expect(/weak/.test(answer.body.detail)).toBe(other.startsWith("W/"));
			}
			const ids = ({ booking_addresses: _, ...rest }: Record<string, string>) => rest;
			expect(ids(await wholeDatabase())).toEqual(ids(before));
		},

		"is refused for a demand of the wrong form": async (endpoint) => {
			const { path, request } = await acceptableRequest(endpoint, world.key);
			for (const wrong of ["1", '"1', "*,*", "W/*"]) {
				const answer = await send(path, { ...request, headers: { "If-Match": wrong } });
				expectProblem(answer, path, "validation_failed");
				expect(answer.body.errors).toEqual([
					{ location: "headers", path: "If-Match", message: expect.stringMatching(/./) },
				]);
			}
		},
	});
});

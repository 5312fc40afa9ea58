import { beforeAll, beforeEach, describe, expect } from "vitest";
import { endpoints } from "../../src/api/v1.ts";
import type { Endpoint } from "../../src/platform/http/endpoint/endpoint.ts";
import { send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { expectLimits, expectProblem } from "../support/expect.ts";
import { Receiver } from "../support/receiver.ts";
import { newWorld, type Tenant } from "../support/world.ts";
import { atEach, bodyOf, pathOf, requestOf, withEach } from "./requests.ts";

let world: Tenant;
beforeAll(async () => {
	new Receiver();
	world = await newWorld({ plan: "empire" });
});
beforeEach(() => advance(60));

describe("a body sent to", () => {
	const json = { "Content-Type": "application/json" };
	const sent = async (endpoint: Endpoint, raw: BodyInit, headers: Record<string, string>) => {
		const path = pathOf(endpoint);
		return { path, answer: await send(path, { method: endpoint.method, key: world.key, raw, headers }) };
	};
	const ofLength = (length: number) => `{"${"x".repeat(length - 6)}":1}`;

	atEach(
		endpoints.filter(({ body }) => body),
		{
			...withEach(
				[
					"text/plain",
					"text/json",
					"application/x-www-form-urlencoded",
					"multipart/form-data; boundary=x",
					"application/jsonp",
					"application/json-patch",
					"json",
				],
				(type) => `is refused as ${type}`,
				async (endpoint, type) => {
					const { path, answer } = await sent(endpoint, JSON.stringify(bodyOf(endpoint)), { "Content-Type": type });
					expectProblem(answer, path, "unsupported_media_type");
					expectLimits(answer);
				},
			),

			"is refused without a content type": async (endpoint) => {
				const { path, answer } = await sent(endpoint, new TextEncoder().encode("{}"), {});
				expectProblem(answer, path, "unsupported_media_type");
			},

			...withEach(
				["application/json; charset=utf-8", "Application/JSON", "application/merge-patch+json"],
				(type) => `is read as ${type}`,
				async (endpoint, type) => {
					const { answer } = await sent(endpoint, JSON.stringify(bodyOf(endpoint)), { "Content-Type": type });
					expect([200, 201, 400, 404, 409]).toContain(answer.status);
					expect(answer.body.code).not.toBe("malformed_json");
				},
			),

			"may be empty where it is optional, and is refused when empty elsewhere": async (endpoint) => {
				for (const raw of ["", new Uint8Array()]) {
					const { path, answer } = await sent(endpoint, raw, json);
					if (endpoint.bodyOptional) expect([200, 201, 400, 404, 409]).toContain(answer.status);
					else expectProblem(answer, path, "malformed_json");
					if (endpoint.bodyOptional) expect(answer.body.code).not.toBe("malformed_json");
				}
			},

			...withEach(
				["{", '{"a":}', "{'a':1}", "nul", "{}x", '{"a":1,}', " ", '{"a":"\n"}', "NaN"],
				(raw) => `is refused as malformed when it is ${JSON.stringify(raw)}`,
				async (endpoint, raw) => {
					const { path, answer } = await sent(endpoint, raw, json);
					expectProblem(answer, path, "malformed_json");
					expectLimits(answer);
				},
			),

			...withEach(
				["[]", "[{}]", "null", '"text"', "1", "true"],
				(raw) => `fails as a whole when it is ${raw}`,
				async (endpoint, raw) => {
					const { path, answer } = await sent(endpoint, raw, json);
					expectProblem(answer, path, "validation_failed");
					expect(answer.body.errors).toEqual([{ location: "body", message: expect.stringMatching(/./) }]);
				},
			),

			"may have 1 MiB and not a byte more": async (endpoint) => {
				const { answer: fits } = await sent(endpoint, ofLength(1024 * 1024), json);
				expect([200, 201, 400, 404, 409]).toContain(fits.status);
				const { path, answer } = await sent(endpoint, ofLength(1024 * 1024 + 1), json);
				expectProblem(answer, path, "payload_too_large");
				expectLimits(answer);
			},

			"is refused when it turns out too large without a Content-Length": async (endpoint) => {
				const chunk = new TextEncoder().encode(" ".repeat(64 * 1024));
				let left = 40;
				const raw = new ReadableStream({
					pull(controller) {
						if (left-- > 0) controller.enqueue(chunk);
						else controller.close();
					},
				});
				const { path, answer } = await sent(endpoint, raw, json);
				expectProblem(answer, path, "payload_too_large");
			},
		},
	);
});

describe("no body:", () => {
	atEach(
		endpoints.filter((endpoint) => endpoint.kind === "change" && !endpoint.body && !endpoint.takesFile),
		{
			"does not read one that is sent all the same": async (endpoint) => {
				const path = pathOf(endpoint);
				const raw = { raw: "{", headers: { "Content-Type": "text/plain" } };
				const answer = await send(path, { ...requestOf(endpoint, world.key), ...raw });
				// An id in the path names no record.
				if (Object.keys(endpoint.params).length > 0) expectProblem(answer, path, "resource_not_found");
				else expect(answer.status).toBe(202);
			},
		},
	);
});

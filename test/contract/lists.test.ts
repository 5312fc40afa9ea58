import { beforeAll, beforeEach, describe, expect } from "vitest";
import { endpoints } from "../../src/api/v1.ts";
import { type Endpoint, isList } from "../../src/platform/http/endpoint/endpoint.ts";
import { kindOfId, newId } from "../../src/platform/lib/ids.ts";
import { call, send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { operationFor, resolved } from "../support/document.ts";
import { expectProblem } from "../support/expect.ts";
import { Receiver } from "../support/receiver.ts";
import { newWorld, type Tenant } from "../support/world.ts";
import { atEach, pathOf, realIds, requestOf, withEach } from "./requests.ts";

interface Parameter {
	in: string;
	name: string;
	example: string;
}

let world: Tenant;
beforeAll(async () => {
	new Receiver();
	world = await newWorld({ plan: "empire" });
});
beforeEach(() => advance(60));

/** The id of another system, and the name of an operation. */
const ofNoRecord = new Set(["crm_appointment_id", "operation_id"]);

/** The filters of a list by the id of a record, each with an id that names none. */
const idFiltersOf = (endpoint: Endpoint): [name: string, good: string][] =>
	operationFor(endpoint)
		.parameters.map(resolved)
		.filter(({ in: place, name }: Parameter) => place === "query" && /(_id|^actor)$/.test(name))
		.filter(({ name }: Parameter) => !ofNoRecord.has(name) && endpoint.id !== "listAvailability")
		.map(({ name, example }: Parameter) => {
			const kind = kindOfId(example);
			return [name, kind ? newId(kind, Date.now()) : example];
		});

/** A caller chooses the ids of requests, so nearly any text is one. */
const wrongIds = (name: string, good: string): string[] =>
	name === "request_id"
		? ["", "%20", "a%0A", "a/b", "a,b", "a".repeat(129)]
		: [
				...["", "x", "null", "%00", "*", "xyz_".padEnd(36, "0"), good.slice(0, 4), good.slice(4), good.slice(0, -1)],
				...[`${good}0`, `${good}%0A`, `%20${good}`, `${good},${good}`, good.toUpperCase(), `${good.slice(0, -1)}g`],
				`${good}&${name}=${good}`,
			];

describe("the list of", () => {
	const wrongLimits = [
		"limit=0",
		"limit=101",
		"limit=-1",
		"limit=1.5",
		"limit=abc",
		"limit=1e1",
		"limit=%2B5",
		"limit=",
		"limit=5&limit=5",
		"limit=99999999999999999999",
	];
	const wrongCursors = ["x", "====", "bm90IGEgY3Vyc29y", "%00", "a".repeat(5000), "%F0%9F%92%A9"];

	atEach(endpoints.filter(isList), {
		"has the envelope": async (endpoint) => {
			const path = pathOf(endpoint, await realIds(endpoint, world.key));
			const { body } = await call(200, path, requestOf(endpoint, world.key));
			expect(Object.keys(body).sort()).toEqual(["data", "has_more", "next_cursor", "object"]);
			expect(body.object).toBe("list");
		},

		"rises by time of change with sort=updated_at, if its records can change": async (endpoint) => {
			const ids = await realIds(endpoint, world.key);
			const query = ["sort=updated_at", "updated_since=2000-01-01T00:00:00Z"];
			const { body, headers } = await call(200, pathOf(endpoint, ids, query), requestOf(endpoint, world.key));
			const ignored = headers.get("Service-Ignored-Fields") ?? "";
			if (!endpoint.query || !("sort" in endpoint.query.shape)) return expect(ignored).toContain("sort");
			const position = ({ id, updated_at }: { id: string; updated_at: string }) => updated_at + id;
			const positions: string[] = body.data.map(position);
			expect(positions).toEqual([...positions].sort());
			if (positions.length < 2) return;
			const first = await call(200, pathOf(endpoint, ids, [...query, "limit=1"]), requestOf(endpoint, world.key));
			const more = [...query, "limit=1", `cursor=${first.body.next_cursor}`];
			const second = await call(200, pathOf(endpoint, ids, more), requestOf(endpoint, world.key));
			expect([...first.body.data, ...second.body.data].map(position)).toEqual(positions.slice(0, 2));
		},

		"begins at the first page for a cursor without a value": async (endpoint) => {
			const ids = await realIds(endpoint, world.key);
			// The list of requests would show the first of these two in the second.
			const others = endpoint.id === "listRequests" ? ["path=/v1/me"] : [];
			const first = await call(200, pathOf(endpoint, ids, others), requestOf(endpoint, world.key));
			const empty = await call(200, pathOf(endpoint, ids, [...others, "cursor="]), requestOf(endpoint, world.key));
			expect(empty.body).toEqual(first.body);
		},

		...withEach(
			["limit=1", "limit=100"],
			(query) => `takes ${query}`,
			async (endpoint, query) => {
				const path = pathOf(endpoint, await realIds(endpoint, world.key), [query]);
				const { body } = await call(200, path, requestOf(endpoint, world.key));
				expect(body.data.length).toBeLessThanOrEqual(Number(query.split("=")[1]));
			},
		),

		...withEach(
			wrongLimits,
			(query) => `refuses ${query}`,
			async (endpoint, query) => {
				const path = pathOf(endpoint, {}, [query]);
				const answer = await send(path, requestOf(endpoint, world.key));
				expectProblem(answer, path, "validation_failed");
				expect(answer.body.errors).toEqual([
					{ location: "querystring", path: "limit", message: expect.stringMatching(/./) },
				]);
				expect(answer.body.detail).toContain("limit");
			},
		),

		"takes a filter by an id that names no record, and finds none": async (endpoint) => {
			for (const [name, good] of idFiltersOf(endpoint)) {
				const path = pathOf(endpoint, await realIds(endpoint, world.key), [`${name}=${good}`]);
				expect((await call(200, path, requestOf(endpoint, world.key))).body).toMatchObject({
					data: [],
					has_more: false,
				});
			}
		},

		// contract: Wire 11
		"refuses a filter by an id that is none": async (endpoint) => {
			for (const [name, good] of idFiltersOf(endpoint))
				for (const wrong of wrongIds(name, good)) {
					const path = pathOf(endpoint, {}, [`${name}=${wrong}`]);
					const answer = await send(path, requestOf(endpoint, world.key));
					expectProblem(answer, path, "validation_failed");
					const message = expect.stringMatching(/^must be /);
					expect(answer.body.errors).toEqual([{ location: "querystring", path: name, message }]);
				}
		},

		...withEach(
			wrongCursors,
			(cursor) => `refuses the cursor ${JSON.stringify(cursor)}`,
			async (endpoint, cursor) => {
				const path = pathOf(endpoint, {}, [`cursor=${cursor}`]);
				expectProblem(await send(path, requestOf(endpoint, world.key)), path, "invalid_cursor");
			},
		),
	});
});

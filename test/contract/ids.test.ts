import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { endpoints } from "../../src/api/v1.ts";
import { newId } from "../../src/platform/lib/ids.ts";
import { send } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { expectProblem } from "../support/expect.ts";
import { everyPair } from "../support/pairs.ts";
import { Receiver } from "../support/receiver.ts";
import { newWorld, type Tenant } from "../support/world.ts";
import { atEach, makers, pathOf, realIds, requestOf } from "./requests.ts";

let world: Tenant;
let other: Tenant;
beforeAll(async () => {
	new Receiver();
	// In one database, where only a condition keeps them apart.
	const place = { plan: "empire", database: "DATA_1" };
	[world, other] = await Promise.all([newWorld(place), newWorld(place)]);
});
beforeEach(() => advance(60));

const withIds = endpoints.filter(({ params }) => Object.keys(params).length > 0);

describe("for ids", () => {
	atEach(withIds, {
		"answers 404 where they are well-formed and unknown": async (endpoint) => {
			const path = pathOf(endpoint);
			expectProblem(await send(path, requestOf(endpoint, world.key)), path, "resource_not_found");
		},
	});

	type Damage = (good: string, prefix: string, value: string) => string;
	const damages: Record<string, Damage> = {
		"an unknown prefix": (_, __, value) => `xyz_${value}`,
		"no prefix": (_, __, value) => value,
		"the prefix alone": (_, prefix) => prefix,
		"the prefix and its underscore": (_, prefix) => `${prefix}_`,
		"a digit too few": (good) => good.slice(0, -1),
		"a digit too many": (good) => `${good}0`,
		"all in capitals": (good) => good.toUpperCase(),
		"digits in capitals": (_, prefix, value) => `${prefix}_${value.toUpperCase().replace(/\d/g, "A")}`,
		"a letter that is no digit": (good) => `${good.slice(0, -1)}g`,
		"a space at its end": (good) => `${good}%20`,
		"a number": () => "1",
		null: () => "null",
		"a path": () => "..%2F",
	};
	const places = withIds.flatMap((endpoint) =>
		Object.entries(endpoint.params)
			.filter(([, kind]) => kind !== "request") // A caller may choose its request ids.
			.map(([name, kind]) => ({ endpoint, name, kind })),
	);
	it.each(
		everyPair(Object.entries(damages), places).map(
			([[what, damage], { endpoint, ...param }]) =>
				[`${endpoint.method} ${endpoint.path}`, param.name, what, endpoint, param, damage] as const,
		),
	)("%s refuses a badly formed %s: %s", async (_, __, ___, endpoint, { name, kind }, damage) => {
		const good = newId(kind, Date.now());
		const [prefix, value] = good.split("_") as [string, string];
		const path = pathOf(endpoint, { [name]: damage(good, prefix, value) });
		const answer = await send(path, requestOf(endpoint, world.key));
		expectProblem(answer, path, "invalid_id");
		// The message names the right form of the id.
		const message = expect.stringMatching(new RegExp(`^must be ${prefix}_ and `));
		expect(answer.body.errors).toEqual([{ location: "params", path: name, message }]);
	});
});

describe("another tenant's record", () => {
	atEach(
		withIds.filter(({ params }) => Object.values(params).every((kind) => makers[kind])),
		{
			"answers for it as for one that does not exist": async (endpoint) => {
				const ids = await realIds(endpoint, other.key);
				const theirs = await send(pathOf(endpoint, ids), requestOf(endpoint, world.key));
				const unknown = await send(pathOf(endpoint), requestOf(endpoint, world.key));
				expectProblem(theirs, pathOf(endpoint, ids), "resource_not_found");
				const told = ({ request_id: _, instance: __, ...rest }: Record<string, unknown>) => rest;
				expect(told(theirs.body)).toEqual(told(unknown.body));
				expect([...theirs.headers.keys()]).toEqual([...unknown.headers.keys()]);
			},
		},
	);
});

import { beforeAll, beforeEach, describe, expect } from "vitest";
import { endpoints } from "../../src/api/v1.ts";
import type { ChangeEndpoint } from "../../src/platform/http/endpoint/endpoint.ts";
import { type Answer, call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { settledDatabase, wholeDatabase } from "../support/database.ts";
import { Receiver } from "../support/receiver.ts";
import { newWorld, type Tenant } from "../support/world.ts";
import { acceptableRequest } from "./changes.ts";
import { atEach } from "./requests.ts";

let world: Tenant;
beforeAll(async () => {
	new Receiver();
	world = await newWorld({ plan: "empire" });
});
beforeEach(() => advance(60));

/** The actions that say of a state that it shall be so. */
const settling = ["archive", "unarchive", "convert", "end_replaced_value"];

/** Each call makes another secret address (contract: Calendar feeds 1). */
const makesSecret = ({ id }: ChangeEndpoint) => id.endsWith("CalendarFeed");

const repeatable = endpoints.filter(
	(endpoint): endpoint is ChangeEndpoint =>
		endpoint.kind === "change" &&
		!makesSecret(endpoint) &&
		(/^(PATCH|PUT)$/.test(endpoint.method) || settling.includes(endpoint.path.split("/").at(-1) ?? "")),
);

/** A private picture gets new addresses as time passes, and its tag has their time behind the dot (contract: Pictures 9). */
const versionIn = ({ body, headers }: Answer): string | undefined =>
	body.object === "picture" ? headers.get("ETag")?.split(".")[0] : (headers.get("ETag") ?? undefined);

const withoutAddresses = ({ url, thumbnail_url, ...rest }: Answer["body"]): object =>
	rest.object === "picture" ? rest : { url, thumbnail_url, ...rest };

describe("what is so already", () => {
	atEach(repeatable, {
		"is made so once more without a trace": async (endpoint) => {
			const { path, request } = await acceptableRequest(endpoint, world.key);
			const first = await call(200, path, request);
			const before = await settledDatabase();
			advance(60);
			const second = await call(200, path, request);
			expect(await wholeDatabase()).toEqual(before);
			expect(versionIn(second)).toBe(versionIn(first));
			if (endpoint.id !== "updateAppointment")
				expect(withoutAddresses(second.body)).toEqual(withoutAddresses(first.body));
		},
	});
});

import type { Trigger } from "../../src/domain/events/attempts/request/triggers.ts";
import { triggers } from "../../src/domain/events/attempts/request/triggers.ts";
import { catalogue } from "../../src/domain/events/catalogue/catalogue.ts";
import { call } from "../support/api.ts";
import { database } from "../support/database.ts";
import { publish } from "../support/endpoints.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
export type Json = any;

export const hooksPath = "/v1/automation/hooks";

export const newTarget = (): string => `https://automation.example/${crypto.randomUUID()}`;

export const subscribe = async (
	key: string,
	trigger: Trigger = "new_client",
	target_url = newTarget(),
): Promise<Json> => {
	const { secret: _, ...hook } = (await call(201, hooksPath, { key, body: { target_url, trigger } })).body;
	return hook;
};

export const listed = async (key: string, trigger: Trigger, query = ""): Promise<Json[]> =>
	(await call(200, `/v1/automation/triggers/${trigger}${query}`, { key })).body;

export const createClient = async (key: string): Promise<Json> =>
	(
		await call(201, "/v1/automation/actions/create_client", {
			key,
			body: { email: `${crypto.randomUUID()}@example.com`, first_name: "Ana" },
		})
	).body;

export const happens = (tenantId: string, trigger: Trigger): Promise<Json> =>
	publish(tenantId, { type: triggers[trigger], data: catalogue[triggers[trigger]].example });

export const rowOf = (id: string): Promise<Json> =>
	database.prepare("SELECT * FROM webhook_endpoints WHERE id = ?").bind(id).first();

export const deliveriesOf = async (id: string): Promise<Json[]> =>
	(await database.prepare("SELECT * FROM deliveries WHERE endpoint_id = ?").bind(id).all()).results;

import type { PublicEventType } from "../../generated/events.ts";
import type { Call } from "../command.ts";
import { type Connection, studioAt } from "../connection.ts";
import { Failure } from "../failure.ts";
import { setAll } from "../values.ts";

interface Document {
	webhooks: Record<string, { post: { requestBody: { content: Record<string, { example: { data: object } }> } } }>;
}

export async function publish(
	{ terminal }: Call,
	connection: Connection,
	type: PublicEventType,
	sets: string[],
): Promise<string> {
	const token = terminal.env.TATTOO_STUDIO_OPERATOR_TOKEN;
	if (!token)
		throw new Failure(`No change through the API causes ${type}.`, {
			hint: "Set TATTOO_STUDIO_OPERATOR_TOKEN to publish its example. `npm start` prints a local one.",
		});
	const { studio, baseUrl } = connection;
	const { tenant_id } = await studio.me.get();
	const example = await exampleOf(connection, type);
	const event = await studioAt(baseUrl, token).request<{ id: string }>("POST", `/admin/tenants/${tenant_id}/events`, {
		body: { type, data: setAll(example, sets) },
	});
	return event?.id ?? "";
}

async function exampleOf({ studio }: Connection, type: PublicEventType): Promise<object> {
	const document = await studio.request<Document>("GET", "/openapi.json");
	const data = document?.webhooks[type]?.post.requestBody.content["application/json"]?.example.data;
	if (!data) throw new Failure(`The service documents no example of ${type}.`);
	return data;
}

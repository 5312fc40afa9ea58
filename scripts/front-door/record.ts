import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Recording } from "../../src/web/docs/front-door/recording.ts";

interface Studio {
	origin: string;
	key: string;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several operations
type Body = any;

const shownOfAnswer = ["location", "etag", "ratelimit-limit", "ratelimit-remaining"];
const shownOfWebhook = ["content-type", "service-signature", "webhook-id"];

const chosen = (headers: Headers | NodeJS.Dict<string | string[]>, names: string[]): Record<string, string> =>
	Object.fromEntries(
		names.flatMap((name) => {
			const value = headers instanceof Headers ? headers.get(name) : headers[name];
			return typeof value === "string" ? [[name, value]] : [];
		}),
	);

const leila = "leila.ahmadi@example.com";

/** Books an appointment at the demo studio and takes it back. */
export async function record({ origin, key }: Studio): Promise<Recording> {
	const call = async (method: string, path: string, body?: object, more: Record<string, string> = {}) => {
		const response = await fetch(origin + path, {
			method,
			headers: { Authorization: `Bearer ${key}`, ...(body && { "Content-Type": "application/json" }), ...more },
			...(body && { body: JSON.stringify(body) }),
		});
		const answer = await response.json();
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
		return { status: response.status, headers: response.headers, body: answer as Body };
	};

	const receiver = await receive();
	const events = ["appointment.created"];
	const made = (await call("POST", "/v1/webhook_endpoints", { url: receiver.url, events })).body;
	const { id } = made.endpoint;
	try {
		const { data: types } = (await call("GET", "/v1/event_types?limit=100")).body;
		const { data: clients } = (await call("GET", "/v1/clients?limit=100")).body;
		const { id: event_type_id, artist_id } = types.find(({ slug }: Body) => slug === "fine-line");
		const type = { artist_id, event_type_id };
		const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString();
		const search = new URLSearchParams({ ...type, from: day(2), to: day(30) });
		const { data: free } = (await call("GET", `/v1/availability?${search}`)).body;
		const body = {
			...type,
			client_id: clients.find(({ email }: Body) => email === leila).id,
			start_at: free[0].start_at,
			title: "Swallow, left wrist",
		};
		const headers = { "Idempotency-Key": crypto.randomUUID() };
		const answer = await call("POST", "/v1/appointments", body, headers);
		const webhook = await receiver.first;
		await call("PATCH", `/v1/appointments/${answer.body.id}`, { status: "CANCELLED" });
		return {
			request: { method: "POST", path: "/v1/appointments", headers, body },
			answer: { ...answer, headers: chosen(answer.headers, shownOfAnswer) },
			webhook: { ...webhook, headers: chosen(webhook.headers, shownOfWebhook) },
			secret: made.secret,
		};
	} finally {
		await call("DELETE", `/v1/webhook_endpoints/${id}`);
		receiver.close();
	}
}

/** A receiver on this machine, which keeps the first webhook. */
async function receive() {
	const first = Promise.withResolvers<{ path: string; headers: NodeJS.Dict<string | string[]>; body: string }>();
	const path = "/webhooks/studio";
	const server = createServer(async (request, response) => {
		const chunks = [];
		for await (const chunk of request) chunks.push(chunk);
		response.end();
		first.resolve({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}${path}`, first: first.promise, close: () => server.close() };
}

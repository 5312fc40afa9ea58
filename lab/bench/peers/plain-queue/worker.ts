import { Webhook } from "standardwebhooks";

/** A Worker that sends webhooks with a queue and a library for the signature, and keeps no record of them. */
interface Env {
	DATA: D1Database;
	WEBHOOKS: Queue<Delivery>;
}

interface Delivery {
	id: string;
	url: string;
	body: string;
}

const webhook = new Webhook(btoa("a secret of the bench, of 32 bytes"));

export default {
	/** Records the event, and sends a message for each endpoint. */
	async fetch(request, { DATA, WEBHOOKS }) {
		const [, tenant = ""] = new URL(request.url).pathname.split("/");
		const body = await request.text();
		const id = crypto.randomUUID();
		await DATA.prepare("INSERT INTO events (id, tenant_id, body) VALUES (?, ?, ?)").bind(id, tenant, body).run();
		const { results } = await DATA.prepare("SELECT url FROM endpoints WHERE tenant_id = ?")
			.bind(tenant)
			.all<{ url: string }>();
		await WEBHOOKS.sendBatch(results.map(({ url }) => ({ body: { id, url, body } })));
		return Response.json({ id }, { status: 201 });
	},

	async queue(batch) {
		await Promise.all(
			batch.messages.map(async (message) => {
				const { id, url, body } = message.body;
				const now = new Date();
				const headers = {
					"webhook-id": id,
					"webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
					"webhook-signature": webhook.sign(id, now, body),
				};
				try {
					const response = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) });
					await response.body?.cancel();
					if (response.ok) message.ack();
					else message.retry({ delaySeconds: 30 });
				} catch {
					message.retry({ delaySeconds: 30 });
				}
			}),
		);
	},
} satisfies ExportedHandler<Env, Delivery>;

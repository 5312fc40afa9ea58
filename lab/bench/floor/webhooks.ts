import { createHmac } from "node:crypto";
import { type Env, gateOf } from "./gate.ts";

/** Makes the round trips of a keyed change whose event goes to the tenant's endpoints. */
export async function publish(
	env: Env,
	tenant: string,
	body: string,
	waitUntil: (work: Promise<unknown>) => void,
): Promise<void> {
	const { DATA } = env;
	const gate = gateOf(env, tenant);
	const key = crypto.randomUUID();
	await gate.call();
	const [, found] = await DATA.batch<{ url: string }>([
		DATA.prepare("SELECT * FROM keys WHERE tenant_id = ? AND key = ?").bind(tenant, key),
		DATA.prepare("SELECT url FROM endpoints WHERE tenant_id = ?").bind(tenant),
	]);
	const deliveries = (found?.results ?? []).map(({ url }) => ({ id: crypto.randomUUID(), url }));
	await DATA.batch([
		DATA.prepare("INSERT INTO events (tenant_id, id, body, created_at) VALUES (?, ?, ?, ?)").bind(
			tenant,
			key,
			body,
			Date.now(),
		),
		DATA.prepare("INSERT INTO keys (tenant_id, key, answer) VALUES (?, ?, ?)").bind(tenant, key, body),
		...deliveries.map(({ id, url }) =>
			DATA.prepare("INSERT INTO deliveries (id, url, body, claimed_until) VALUES (?, ?, ?, 0)").bind(id, url, body),
		),
	]);
	waitUntil(env.WEBHOOKS.sendBatch(deliveries.map(({ id }) => ({ body: id }))));
	waitUntil(gate.call());
}

interface Delivery {
	url: string;
	body: string;
}

async function attempt({ DATA }: Env, id: string): Promise<void> {
	const [, read] = await DATA.batch<Delivery>([
		DATA.prepare("UPDATE deliveries SET claimed_until = ? WHERE id = ? AND claimed_until = 0").bind(Date.now(), id),
		DATA.prepare("SELECT url, body FROM deliveries WHERE id = ?").bind(id),
	]);
	const delivery = read?.results[0];
	if (!delivery) throw new Error(`There is no delivery ${id}.`);
	const { url, body } = delivery;
	const signature = createHmac("sha256", "secret").update(body).digest("hex");
	const { status } = await fetch(url, { method: "POST", body, headers: { "X-Signature": signature } });
	await DATA.batch([DATA.prepare("UPDATE deliveries SET status = ? WHERE id = ?").bind(status, id)]);
}

/** Acknowledges the batch while its attempts still run, as the product does. */
export async function deliver(batch: MessageBatch<string>, env: Env, ctx: ExecutionContext): Promise<void> {
	for (const { body } of batch.messages) ctx.waitUntil(attempt(env, body));
	batch.ackAll();
}

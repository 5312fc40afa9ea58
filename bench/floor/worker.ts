import { DurableObject } from "cloudflare:workers";
import { Hono } from "hono";

/**
 * The floor: routes that make the same round trips as the product's and do nothing else. What the product takes beyond
 * this is its own work.
 */
interface Env {
	GATE: DurableObjectNamespace<Gate>;
	DATA: D1Database;
}

export class Gate extends DurableObject {
	#calls = 0;

	async call(): Promise<number> {
		return ++this.#calls;
	}
}

const app = new Hono<{ Bindings: Env }>();
const gateOf = (env: Env, name: string) => env.GATE.getByName(name);

app.get("/:tenant/me", async (c) => c.json({ calls: await gateOf(c.env, c.req.param("tenant")).call() }));

app.get("/:tenant/records/:id", async (c) => {
	const { tenant, id } = c.req.param();
	const reading = c.env.DATA.prepare("SELECT * FROM records WHERE tenant_id = ? AND id = ?").bind(tenant, id).first();
	const [, record] = await Promise.all([gateOf(c.env, tenant).call(), reading]);
	return c.json(record);
});

app.get("/:tenant/records", async (c) => {
	const { tenant } = c.req.param();
	const reading = c.env.DATA.prepare("SELECT * FROM records WHERE tenant_id = ? ORDER BY id DESC LIMIT 51")
		.bind(tenant)
		.all();
	const [, { results }] = await Promise.all([gateOf(c.env, tenant).call(), reading]);
	return c.json({ data: results.slice(0, 50), has_more: results.length > 50 });
});

app.post("/:tenant/records", async (c) => {
	const { tenant } = c.req.param();
	const key = c.req.header("Idempotency-Key") ?? "";
	const body = await c.req.text();
	const gate = gateOf(c.env, tenant);
	await gate.call();
	await c.env.DATA.batch([
		c.env.DATA.prepare("SELECT * FROM keys WHERE tenant_id = ? AND key = ?").bind(tenant, key),
		c.env.DATA.prepare("SELECT 1 FROM records WHERE tenant_id = ? AND id = ?").bind(tenant, key),
	]);
	const insert = (table: string) =>
		c.env.DATA.prepare(`INSERT INTO ${table} (tenant_id, id, body, created_at) VALUES (?, ?, ?, ?)`).bind(
			tenant,
			key,
			body,
			Date.now(),
		);
	await c.env.DATA.batch([
		insert("records"),
		insert("events"),
		insert("entries"),
		c.env.DATA.prepare("INSERT INTO keys (tenant_id, key, answer) VALUES (?, ?, ?)").bind(tenant, key, body),
	]);
	c.executionCtx.waitUntil(gate.call());
	return c.json({ id: key }, 201);
});

export default app;

import { Hono } from "hono";
import { type Env, gateOf } from "./gate.ts";
import { deliver, publish } from "./webhooks.ts";

export { Gate } from "./gate.ts";

/**
 * The floor: routes that make the same round trips as the product's and do nothing else. What the product takes beyond
 * this is its own work.
 */
const app = new Hono<{ Bindings: Env }>();

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

/** The reads of a booking's rules, of which one is long. */
const bookingReads = (data: D1Database, tenant: string, live: number) => [
	...Array.from({ length: 8 }, (_, n) =>
		data.prepare("SELECT * FROM records WHERE tenant_id = ? AND id = ?").bind(tenant, String(n)),
	),
	data.prepare("SELECT id, created_at FROM appointments WHERE tenant_id = ? LIMIT ?").bind(tenant, live),
];

app.get("/:tenant/availability/:live", async (c) => {
	const { tenant, live } = c.req.param();
	const reading = c.env.DATA.batch(bookingReads(c.env.DATA, tenant, Number(live)));
	const [, results] = await Promise.all([gateOf(c.env, tenant).call(), reading]);
	return c.json({ data: results.at(-1)?.results });
});

app.post("/:tenant/appointments", async (c) => {
	const { tenant } = c.req.param();
	const key = c.req.header("Idempotency-Key") ?? "";
	const body = await c.req.text();
	const { DATA } = c.env;
	const gate = gateOf(c.env, tenant);
	await gate.call();
	await DATA.batch([
		DATA.prepare("SELECT * FROM keys WHERE tenant_id = ? AND key = ?").bind(tenant, key),
		...bookingReads(DATA, tenant, 10),
	]);
	const insert = (table: string) =>
		DATA.prepare(`INSERT INTO ${table} (tenant_id, id, body, created_at) VALUES (?, ?, ?, ?)`).bind(
			tenant,
			key,
			body,
			Date.now(),
		);
	await DATA.batch([
		insert("appointments"),
		insert("events"),
		insert("entries"),
		DATA.prepare("INSERT INTO keys (tenant_id, key, answer) VALUES (?, ?, ?)").bind(tenant, key, body),
	]);
	c.executionCtx.waitUntil(gate.call());
	return c.json({ id: key }, 201);
});

/** Both limits, the app, its secret, the token, and the rotation. */
app.post("/:tenant/token/:id", async (c) => {
	const { tenant, id } = c.req.param();
	const { DATA } = c.env;
	const find = (one: string) =>
		DATA.prepare("SELECT * FROM tokens WHERE tenant_id = ? AND id = ?").bind(tenant, one).first();
	await gateOf(c.env, "addresses").call();
	await find("app");
	await find("secret");
	await gateOf(c.env, tenant).call();
	await find(id);
	const next = crypto.randomUUID();
	const insert = (one: string) =>
		DATA.prepare("INSERT INTO tokens (tenant_id, id, body, created_at) VALUES (?, ?, '', ?)").bind(
			tenant,
			one,
			Date.now(),
		);
	await DATA.batch([
		DATA.prepare("UPDATE tokens SET body = 'used' WHERE tenant_id = ? AND id = ?").bind(tenant, id),
		DATA.prepare("UPDATE tokens SET created_at = ? WHERE tenant_id = ? AND id = 'grant'").bind(Date.now(), tenant),
		insert(next),
		insert(`access-${next}`),
	]);
	return c.json({ refresh_token: next });
});

const texts = new Map<number, string>();

/** A page that is ready, of so many characters. */
app.get("/text/:length", (c) => {
	const length = Number(c.req.param("length"));
	const text = texts.get(length) ?? "x".repeat(length);
	texts.set(length, text);
	return c.html(text);
});

app.post("/:tenant/events", async (c) => {
	await publish(c.env, c.req.param("tenant"), await c.req.text(), (work) => c.executionCtx.waitUntil(work));
	return c.json({}, 201);
});

export default { fetch: app.fetch, queue: deliver } satisfies ExportedHandler<Env, string>;

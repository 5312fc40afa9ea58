import { type Context, Hono } from "hono";
import { type Env, gateOf } from "./gate.ts";
import { honest } from "./honest.ts";
import { bookingReads } from "./reads.ts";
import { refresh } from "./tokens.ts";
import { deliver, publish } from "./webhooks.ts";

export { Gate } from "./gate.ts";

/**
 * The floor: routes that make the same round trips as the product's routes and do nothing else. The difference between
 * the product and the floor is the product's own work.
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

app.post("/:tenant/records", (c) =>
	keyedChange(c, "records", (key) => [
		c.env.DATA.prepare("SELECT 1 FROM records WHERE tenant_id = ? AND id = ?").bind(c.req.param("tenant"), key),
	]),
);

app.post("/:tenant/appointments", (c) =>
	keyedChange(c, "appointments", () => bookingReads(c.env.DATA, c.req.param("tenant"), 10)),
);

app.get("/:tenant/availability/:live", async (c) => {
	const { tenant, live } = c.req.param();
	const reading = c.env.DATA.batch(bookingReads(c.env.DATA, tenant, Number(live)));
	const [, results] = await Promise.all([gateOf(c.env, tenant).call(), reading]);
	return c.json({ data: results.at(-1)?.results });
});

app.post("/:tenant/token/:id", async (c) => {
	const { tenant, id } = c.req.param();
	return c.json({ refresh_token: await refresh(c.env, tenant, id) });
});

app.post("/:tenant/events", async (c) => {
	await publish(c.env, c.req.param("tenant"), await c.req.text(), (work) => c.executionCtx.waitUntil(work));
	return c.json({}, 201);
});

const texts = new Map<number, string>();

/** A constant page of so many characters. */
app.get("/text/:length", (c) => {
	const length = Number(c.req.param("length"));
	const text = texts.get(length) ?? "x".repeat(length);
	texts.set(length, text);
	return c.html(text);
});

/** Calls the gate, reads the key and one batch of rows, commits one transaction, and releases the key. */
async function keyedChange(
	c: Context<{ Bindings: Env }>,
	table: string,
	reads: (key: string) => D1PreparedStatement[],
): Promise<Response> {
	const { DATA } = c.env;
	const tenant = c.req.param("tenant") ?? "";
	const key = c.req.header("Idempotency-Key") ?? "";
	const body = await c.req.text();
	const gate = gateOf(c.env, tenant);
	await gate.call();
	await DATA.batch([
		DATA.prepare("SELECT * FROM keys WHERE tenant_id = ? AND key = ?").bind(tenant, key),
		...reads(key),
	]);
	const insert = (into: string) =>
		DATA.prepare(`INSERT INTO ${into} (tenant_id, id, body, created_at) VALUES (?, ?, ?, ?)`).bind(
			tenant,
			key,
			body,
			Date.now(),
		);
	await DATA.batch([
		insert(table),
		insert("events"),
		insert("entries"),
		DATA.prepare("INSERT INTO keys (tenant_id, key, answer) VALUES (?, ?, ?)").bind(tenant, key, body),
	]);
	c.executionCtx.waitUntil(gate.call());
	return c.json({ id: key }, 201);
}

app.route("/honest", honest);

export default { fetch: app.fetch, queue: deliver } satisfies ExportedHandler<Env, string>;

import { createHash } from "node:crypto";
import { type Context, Hono } from "hono";
import { type Env, gateOf, type KeptRequest } from "./gate.ts";

export { Gate } from "./gate.ts";

interface Kinds {
	Bindings: Env;
	Variables: { left: number };
}
type Asked = Context<Kinds>;

/**
 * The floor: routes that make the same round trips as the product's routes and keep what each answer of the product
 * promises. They count exact limits, send the product's headers, write a line of the log, keep the request for its
 * tenant, and the records have the fields of a client. The difference between the product and the floor is work that no
 * promise needs.
 */
const app = new Hono<Kinds>();

const perMinute = 30_000;
const keepAfterMs = 800;
const waiting = new Map<string, KeptRequest[]>();

/** The batches leave after the answers. */
function keep(c: Asked, tenant: string, request: KeptRequest): void {
	const batch = waiting.get(tenant);
	if (batch) return void batch.push(request);
	waiting.set(tenant, [request]);
	c.executionCtx.waitUntil(
		scheduler.wait(keepAfterMs).then(() => {
			const requests = waiting.get(tenant) ?? [];
			waiting.delete(tenant);
			return gateOf(c.env, `requests-${tenant}`).keep(requests);
		}),
	);
}

const common = {
	"Content-Type": "application/json",
	"X-Content-Type-Options": "nosniff",
	"Cache-Control": "no-store",
	"Access-Control-Allow-Origin": "*",
	"Access-Control-Expose-Headers":
		"RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy, Retry-After, X-Request-ID, ETag, Location",
	"RateLimit-Limit": String(perMinute),
	"RateLimit-Policy": `${perMinute};w=60`,
};

const newRequestId = () => `req_${crypto.randomUUID().replaceAll("-", "")}`;

const writeLine = (line: object) => console.log(JSON.stringify({ level: "info", kind: "request", ...line }));

/** Answers with the promised headers, writes the line of the log, and keeps the request. */
async function answer(c: Asked, status: 200 | 201, work: () => Promise<unknown>): Promise<Response> {
	const now = Date.now();
	const startedAt = performance.now();
	const id = newRequestId();
	const tenant = c.req.param("tenant") ?? "";
	const body = JSON.stringify(await work());
	const left = c.get("left");
	const headers = {
		...common,
		"X-Request-ID": id,
		"RateLimit-Remaining": String(left),
		"RateLimit-Reset": String(Math.ceil(((perMinute - left) / perMinute) * 60)),
	};
	const durationMs = Math.round(performance.now() - startedAt);
	const { method, path } = c.req;
	writeLine({ time: new Date(now).toISOString(), request_id: id, method, path, status, tenant_id: tenant, durationMs });
	keep(c, tenant, [id, method, path, status, durationMs, now]);
	return new Response(body, { status, headers });
}

/** Recognises the credential by its hash, and takes a token of it and of its tenant. */
async function enter(c: Asked): Promise<void> {
	const credential = createHash("sha256")
		.update(c.req.header("Authorization") ?? "")
		.digest("hex");
	const left = await gateOf(c.env, c.req.param("tenant") ?? "").enter(credential, perMinute, perMinute);
	if (left < 0) throw new Error("The limit of the floor is reached.");
	c.set("left", left);
}

type Row = Record<string, unknown> & { tags: string; metadata: string; created_at: number; updated_at: number };

const presented = ({ tenant_id: _, ...row }: Row) => ({
	object: "client",
	...row,
	is_blocked: row.is_blocked === 1,
	do_not_contact: row.do_not_contact === 1,
	marketing_consent: row.marketing_consent === 1,
	tags: JSON.parse(row.tags),
	metadata: JSON.parse(row.metadata),
	created_at: new Date(row.created_at).toISOString(),
	updated_at: new Date(row.updated_at).toISOString(),
});

const texts = new Map<number, string>();

const headersOfPage = {
	"Content-Type": "text/html; charset=utf-8",
	"Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'",
	"X-Content-Type-Options": "nosniff",
	"X-Frame-Options": "DENY",
	"Referrer-Policy": "same-origin",
	"Cache-Control": "public, max-age=300",
	ETag: '"constant"',
	Vary: "Accept",
};

/** A constant page of so many characters, with the headers and the line of the log that every answer has. */
app.get("/text/:length", (c) => {
	const length = Number(c.req.param("length"));
	const text = texts.get(length) ?? "x".repeat(length);
	texts.set(length, text);
	const id = newRequestId();
	writeLine({ time: new Date().toISOString(), request_id: id, method: "GET", path: c.req.path, status: 200 });
	return new Response(text, { headers: { ...headersOfPage, "X-Request-ID": id } });
});

app.get("/:tenant/me", (c) =>
	answer(c, 200, async () => {
		await enter(c);
		return { object: "me", tenant_id: c.req.param("tenant"), tenant_name: "Studio", plan_slug: "empire" };
	}),
);

app.get("/:tenant/records/:id", (c) =>
	answer(c, 200, async () => {
		const { tenant, id } = c.req.param();
		const reading = c.env.DATA.prepare("SELECT * FROM clients WHERE tenant_id = ? AND id = ?")
			.bind(tenant, id)
			.first<Row>();
		const [, row] = await Promise.all([enter(c), reading]);
		if (!row) throw new Error("There is no such record.");
		return presented(row);
	}),
);

app.get("/:tenant/records", (c) =>
	answer(c, 200, async () => {
		const reading = c.env.DATA.prepare("SELECT * FROM clients WHERE tenant_id = ? ORDER BY id DESC LIMIT 51")
			.bind(c.req.param("tenant"))
			.all<Row>();
		const [, { results }] = await Promise.all([enter(c), reading]);
		return { object: "list", data: results.slice(0, 50).map(presented), has_more: results.length > 50 };
	}),
);

app.post("/:tenant/records", (c) => keyedChange(c, insertClient, () => []));

app.post("/:tenant/appointments", (c) =>
	keyedChange(c, insertAppointment, () => bookingReads(c.env.DATA, c.req.param("tenant"), 10)),
);

app.get("/:tenant/availability/:live", (c) =>
	answer(c, 200, async () => {
		const { tenant, live } = c.req.param();
		const reading = c.env.DATA.batch(bookingReads(c.env.DATA, tenant, Number(live)));
		const [, results] = await Promise.all([enter(c), reading]);
		return { object: "list", data: results.at(-1)?.results };
	}),
);

/** The reads of a booking. One of them reads many rows. */
const bookingReads = (data: D1Database, tenant: string, live: number): D1PreparedStatement[] => [
	...Array.from({ length: 8 }, (_, n) =>
		data.prepare("SELECT * FROM clients WHERE tenant_id = ? AND id = ?").bind(tenant, String(n)),
	),
	data.prepare("SELECT id, created_at FROM appointments WHERE tenant_id = ? LIMIT ?").bind(tenant, live),
];

type Insert = (data: D1Database, tenant: string, id: string, body: string) => D1PreparedStatement;

const insertClient: Insert = (data, tenant, id, body) => {
	const { first_name, email } = JSON.parse(body);
	return data
		.prepare(
			"INSERT INTO clients (id, tenant_id, email, first_name, tags, metadata, is_blocked, do_not_contact, marketing_consent, created_at, updated_at) VALUES (?, ?, ?, ?, '[]', '{}', 0, 0, 0, ?, ?)",
		)
		.bind(id, tenant, email, first_name, Date.now(), Date.now());
};

const insertAppointment: Insert = (data, tenant, id, body) =>
	data
		.prepare("INSERT INTO appointments (tenant_id, id, body, created_at) VALUES (?, ?, ?, ?)")
		.bind(tenant, id, body, Date.now());

/** Reads the key and one batch of rows, commits one transaction, and releases the key. */
const keyedChange = (c: Asked, insert: Insert, reads: () => D1PreparedStatement[]): Promise<Response> =>
	answer(c, 201, async () => {
		const { DATA } = c.env;
		const tenant = c.req.param("tenant") ?? "";
		const key = c.req.header("Idempotency-Key") ?? "";
		const body = await c.req.text();
		const fingerprint = createHash("sha256").update(body).digest("hex");
		await enter(c);
		await DATA.batch([
			DATA.prepare("SELECT * FROM keys WHERE tenant_id = ? AND key = ?").bind(tenant, key),
			...reads(),
		]);
		const made = { object: "client", id: key, ...JSON.parse(body) };
		const text = JSON.stringify(made);
		const kept = (into: string) =>
			DATA.prepare(`INSERT INTO ${into} (tenant_id, id, body, created_at) VALUES (?, ?, ?, ?)`).bind(
				tenant,
				key,
				text,
				Date.now(),
			);
		await DATA.batch([
			insert(DATA, tenant, key, body),
			kept("events"),
			kept("entries"),
			DATA.prepare("INSERT INTO keys (tenant_id, key, answer) VALUES (?, ?, ?)").bind(
				tenant,
				key,
				`${fingerprint} ${text}`,
			),
		]);
		c.executionCtx.waitUntil(gateOf(c.env, tenant).call());
		return made;
	});

export default { fetch: app.fetch } satisfies ExportedHandler<Env>;

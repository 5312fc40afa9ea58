import fc from "fast-check";
import { expect, it } from "vitest";
import { workOnMove } from "../../src/domain/moves/work-on-move.ts";
import { type Call, send } from "../support/api.ts";
import { eventsOf } from "../support/history.ts";
import { databaseOf } from "../support/local.ts";
import { finishMove, hookedWriter, letPauseEnd, moveWriter, orderMove } from "../support/moves.ts";
import { readAllPages } from "../support/read-all-pages.ts";
import { newWorld, type Tenant } from "../support/world.ts";

/** The records that a tenant must have after any faults of its databases. */
interface Model extends Tenant {
	clients: Map<string, string>;
	leads: Map<string, string>;
	/** The answers to its Idempotency-Keys. */
	answers: Map<string, { body: object; id: string }>;
	/** How many records it has created: each has made an event. */
	created: number;
}

type Deed = (model: Model, pick: number, text: string) => Promise<void>;

const picked = <T>(of: Iterable<T>, n: number): T | undefined => {
	const all = [...of];
	return all[n % all.length];
};

/** Sends a change. Undefined when the tenant was closed for it. */
async function change(model: Model, path: string, options: Call) {
	const answer = await send(path, { key: model.key, ...options });
	if (answer.status === 503) {
		expect(answer.headers.get("Retry-After")).toBe("1");
		return undefined;
	}
	expect(answer.status, answer.text).toBeLessThan(300);
	if (answer.status === 201) model.created++;
	return answer;
}

let named = 0;
const email = () => `random-${++named}@example.com`;

const patchClient = async (model: Model, id: string, address: string): Promise<boolean> => {
	const answer = await change(model, `/v1/clients/${id}`, { method: "PATCH", body: { email: address } });
	if (answer) model.clients.set(id, address);
	return answer !== undefined;
};

const deeds: Record<string, Deed> = {
	createClient: async (model) => {
		const body = { email: email(), first_name: "Ana" };
		const name = `key-${named}`;
		const answer = await change(model, "/v1/clients", { body, headers: { "Idempotency-Key": name } });
		if (!answer) return;
		model.clients.set(answer.body.id, body.email);
		model.answers.set(name, { body, id: answer.body.id });
	},
	createLead: async (model, _, text) => {
		const answer = await change(model, "/v1/leads", { body: { first_name: "Bo", message: text } });
		if (answer) model.leads.set(answer.body.id, answer.body.message);
	},
	changeLead: async (model, pick, text) => {
		const id = picked(model.leads.keys(), pick);
		if (id === undefined) return;
		const body = { message: `${text} ${++named}` };
		const answer = await change(model, `/v1/leads/${id}`, { method: "PATCH", body });
		if (answer) model.leads.set(id, answer.body.message);
	},
	removeLead: async (model, pick) => {
		const id = picked(model.leads.keys(), pick);
		if (id !== undefined && (await change(model, `/v1/leads/${id}`, { method: "DELETE" }))) model.leads.delete(id);
	},
	exchangeEmails: async (model, pick) => {
		const [one, other] = [picked(model.clients, pick), picked(model.clients, pick + 1)];
		if (!one || !other || one[0] === other[0]) return;
		if (!(await patchClient(model, one[0], email()))) return;
		if (await patchClient(model, other[0], one[1])) await patchClient(model, one[0], other[1]);
	},
	repeat: async (model, pick) => {
		const [name, answer] = picked(model.answers, pick) ?? [];
		if (!name || !answer) return;
		const { key } = model;
		const again = await send("/v1/clients", { key, body: answer.body, headers: { "Idempotency-Key": name } });
		expect([201, 503]).toContain(again.status);
		if (again.status === 201) expect(again.body.id).toBe(answer.id);
	},
};

/** A run that ends with a crash before or after one of its calls. */
async function workUntilCrash({ id }: Tenant, calls: number, when: "before" | "after"): Promise<void> {
	let left = calls;
	const crash = () => {
		if (left-- === 0) throw new Error("Network connection lost.");
	};
	await workOnMove(hookedWriter({ [when]: crash }), id, 10_000).catch((error) =>
		expect(error.message).toBe("Network connection lost."),
	);
	const { control } = moveWriter().databases;
	await control.transaction([{ sql: "UPDATE tenant_moves SET claimed_until = 0 WHERE tenant_id = ?", params: [id] }]);
}

async function compare(model: Model): Promise<void> {
	const { key } = model;
	const listed = async (path: string) => (await readAllPages(`${path}?limit=100`, key)).flat();
	const entries = (list: { id: string }[], field: string) =>
		Object.fromEntries(list.map((one) => [one.id, (one as Record<string, unknown>)[field]]));
	expect(entries(await listed("/v1/clients"), "email")).toEqual(Object.fromEntries(model.clients));
	expect(entries(await listed("/v1/leads"), "message")).toEqual(Object.fromEntries(model.leads));
	const events = await eventsOf(key);
	expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, n) => n + 1));
	expect(events.filter(({ type }) => type.endsWith(".created"))).toHaveLength(model.created);
}

const tenant = fc.nat(2);
const command = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant("deed" as const),
			tenant,
			deed: fc.constantFrom(...Object.keys(deeds)),
			pick: fc.nat(20),
			text: fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).map((text) => `m ${text}`),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant("order" as const),
			tenant,
			to: fc.constantFrom("DATA_1", "DATA_2", "DATA_3"),
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant("work" as const),
			tenant,
			calls: fc.nat(14),
			when: fc.constantFrom("before" as const, "after" as const),
		}),
	},
);

it("whatever tenants do while they move, and wherever a move crashes, each has what it was told that it has", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(command, { minLength: 15, maxLength: 50 }), async (commands) => {
			const models: Model[] = [];
			for (let n = 0; n < 3; n++)
				models.push({ ...(await newWorld()), clients: new Map(), leads: new Map(), answers: new Map(), created: 0 });
			const moving = new Set<Model>();
			for (const one of commands) {
				const model = models[one.tenant] as Model;
				if (one.kind === "deed") await deeds[one.deed]?.(model, one.pick, one.text);
				else if (one.kind === "work") await workUntilCrash(model, one.calls, one.when);
				else if (!moving.has(model) && (await databaseOf(model.id)) !== one.to) {
					await orderMove(model.id, one.to);
					moving.add(model);
				}
				if (one.kind === "work") {
					await letPauseEnd(model.id);
					const row = await workLeft(model.id);
					if (!row) moving.delete(model);
				}
			}
			for (const { id } of moving) {
				const { status, error } = await finishMove(id);
				// A move that crashed twice while the tenant was closed has no closing left.
				if (status !== "DONE") expect([status, error]).toEqual(["FAILED", expect.stringContaining("may be refused")]);
			}
			for (const model of models) await compare(model);
		}),
		{ numRuns: 100 },
	);
}, 600_000);

const workLeft = async (tenantId: string): Promise<boolean> => {
	const { control } = moveWriter().databases;
	const [result] = await control.transaction([
		{ sql: "SELECT 1 FROM tenant_moves WHERE tenant_id = ? AND finished_at IS NULL", params: [tenantId] },
	]);
	return (result?.results ?? []).length > 0;
};

import { beforeAll, describe, expect, it } from "vitest";
import { call, send } from "./support/api.ts";
import { expectProblem } from "./support/expect.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { newEventType, newStudio, type Studio } from "./support/studio.ts";
import { newKey, newWorld, operate } from "./support/world.ts";

interface Entry {
	id: string;
	action: string;
	resource_id: string;
	request_id: string;
	actor: { type: string; id: string | null };
	changes: Record<string, { old: unknown; new: unknown }> | null;
}

describe("the audit log", () => {
	let studio: Studio;
	let all: Entry[];
	const read = async (query = ""): Promise<Entry[]> =>
		(await readAllPages(`/v1/audit_log?limit=3&${query}`, studio.key)).flat();

	beforeAll(async () => {
		studio = await newStudio();
		const second = await newKey(studio.id);
		const change = async (key: string, path: string, body: object, headers = {}) =>
			await call(200, path, { key, method: "PATCH", body, headers });
		for (const [n, key] of [studio.key, second.key].entries()) {
			await change(key, `/v1/clients/${studio.clientId}`, { notes: `n${n}` }, { "X-Request-ID": "req_chosen" });
			await change(key, `/v1/artists/${studio.artistId}`, { max_appointments_per_day: n + 3 });
		}
		const { body } = await call(201, "/v1/leads", { key: second.key, body: { first_name: "Bo" } });
		await call(200, `/v1/leads/${body.id}`, { key: second.key, method: "DELETE" });
		await operate(200, `/admin/event_types/${await newEventType(studio.id, studio.artistId)}`, {
			method: "PATCH",
			body: { buffer_after_minutes: 15, metadata: { some_Key: "x" } },
		});
		all = await read();
	});

	it("is found by action, record, actor and request, in any combination", async () => {
		const of = (wanted: string) => all.find(({ action }) => action === wanted) as Entry;
		const filters = [
			...["client.updated", "lead.deleted", "artist.updated"].map((action) => ["action", action] as const),
			["resource_id", studio.clientId] as const,
			["resource_id", of("lead.deleted").resource_id] as const,
			["actor", studio.keyId] as const,
			["actor", of("lead.deleted").actor.id ?? ""] as const,
			["actor", "operator"] as const,
			["request_id", "req_chosen"] as const,
			["request_id", of("lead.deleted").request_id] as const,
		];
		const fieldOf = (entry: Entry, name: string) =>
			name === "actor" ? (entry.actor.id ?? entry.actor.type) : (entry as unknown as Record<string, string>)[name];
		for (const one of filters)
			for (const two of filters) {
				const wanted = one[0] === two[0] ? [one] : [one, two];
				const expected = all.filter((entry) => wanted.every(([name, value]) => fieldOf(entry, name) === value));
				expect(await read(String(new URLSearchParams(wanted.map((pair) => [...pair])))), `${wanted}`).toEqual(expected);
			}
		expect((await read("request_id=req_chosen")).length).toBe(2);
		expect(await read("actor=system&action=nothing")).toEqual([]);
	});

	it("shows what a change of a setting changed, in the names of the record", async () => {
		const [artist] = await read("action=artist.updated");
		expect(artist?.changes).toEqual({ max_appointments_per_day: { old: 3, new: 4 } });
		const [type] = await read("action=event_type.updated");
		expect(type?.changes).toEqual({
			buffer_after_minutes: { old: 0, new: 15 },
			metadata: { old: {}, new: { some_Key: "x" } },
		});
		expect((await read("action=client.updated"))[0]?.changes).toBeNull();
	});

	it("has each entry at its own address, and none of another studio", async () => {
		for (const { changes: _, ...entry } of all)
			expect((await call(200, `/v1/audit_log/${entry.id}`, { key: studio.key })).body).toMatchObject(entry);
		const other = await newWorld();
		const path = `/v1/audit_log/${all[0]?.id}`;
		expectProblem(await send(path, { key: other.key }), path, "resource_not_found");
	});
});

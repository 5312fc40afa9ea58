import { describe, expect, it } from "vitest";
import { json, page, problem, service } from "./service.ts";

const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => ({ id: `cli_${from + n}` }));

/** Seven records in pages of three. One page is empty although others follow. */
const paged = () =>
	service([
		({ url }) => {
			const cursor = url.searchParams.get("cursor");
			if (cursor === null) return page(ids(1, 3), "c1");
			if (cursor === "c1") return page([], "c2");
			if (cursor === "c2") return page(ids(4, 6), "c3");
			if (cursor === "c3") return page(ids(7, 7));
			return problem(400, "invalid_cursor");
		},
	]);

async function collect<T>(list: AsyncIterable<T>, most = Number.POSITIVE_INFINITY): Promise<T[]> {
	const all: T[] = [];
	for await (const one of list) if (all.push(one) === most) break;
	return all;
}

describe("a list", () => {
	it("gives every record over all pages, with the same filters on each", async () => {
		const { studio, received } = paged();
		const all = await collect(studio.clients.list({ q: "no", limit: 3 }));
		expect(all).toEqual(ids(1, 7));
		expect(received.map(({ url }) => url.search)).toEqual([
			"?q=no&limit=3",
			"?q=no&limit=3&cursor=c1",
			"?q=no&limit=3&cursor=c2",
			"?q=no&limit=3&cursor=c3",
		]);
	});

	it("takes several values of a filter as a list, and with commas between them", async () => {
		const { studio, received } = paged();
		for (const status of [["NO_SHOW", "COMPLETED"], "NO_SHOW,COMPLETED", "NO_SHOW"] as const)
			await studio.appointments.list({ status });
		expect(received.map(({ url }) => url.searchParams.get("status"))).toEqual([
			"NO_SHOW,COMPLETED",
			"NO_SHOW,COMPLETED",
			"NO_SHOW",
		]);
	});

	it("reads a page only when it is needed", async () => {
		const { studio, received } = paged();
		const list = studio.clients.list();
		expect(received).toHaveLength(0);
		await collect(list, 3);
		expect(received).toHaveLength(1);
	});

	it.each([1, 2, 3, 4, 5, 6])("goes on from its cursor after %i records, each once", async (taken) => {
		const { studio } = paged();
		const list = studio.clients.list();
		const first = await collect(list, taken);
		expect(list.cursor).not.toBeNull();
		const again = studio.clients.list({ cursor: list.cursor ?? "" });
		expect([...first, ...(await collect(again))]).toEqual(ids(1, 7));
		expect(again.cursor).toBeNull();
	});

	it("gives the page again when the record of its cursor is gone", async () => {
		const { studio } = paged();
		expect(await collect(studio.clients.list({ cursor: "c2~cli_gone" }))).toEqual(ids(4, 7));
	});

	it("begins at the beginning with the cursor that it has before it is read", async () => {
		const { studio } = paged();
		const { cursor } = studio.clients.list();
		expect(await collect(studio.clients.list({ cursor: cursor ?? "nothing" }))).toEqual(ids(1, 7));
	});

	it("gives its pages", async () => {
		const { studio } = paged();
		const list = studio.clients.list();
		const cursors: (string | null)[] = [];
		const sizes: number[] = [];
		for await (const { data } of list.pages()) {
			sizes.push(data.length);
			cursors.push(list.cursor);
		}
		expect(sizes).toEqual([3, 0, 3, 1]);
		expect(cursors).toEqual(["c1", "c2", "c3", null]);
	});

	it("gives its first page where it is waited for", async () => {
		const { studio, received } = paged();
		const first = await studio.clients.list({ limit: 3 });
		expect(first).toEqual({ object: "list", data: ids(1, 3), has_more: true, next_cursor: "c1" });
		expect(received).toHaveLength(1);
		await expect(studio.clients.list({ cursor: "wrong" })).rejects.toMatchObject({ code: "invalid_cursor" });
	});

	it("gives each record once to readers that ask at the same moment", async () => {
		const { studio } = paged();
		const list = studio.clients.list();
		const results = await Promise.all(Array.from({ length: 8 }, () => list.next()));
		expect(results.flatMap(({ value }) => value ?? [])).toEqual(ids(1, 7));
	});

	it("goes on by sequence where the list is the feed", async () => {
		const { studio, received } = service([
			page([{ id: "evt_1" }], null, { has_more: true, next_after_sequence: 1 }),
			page([{ id: "evt_2" }], null, { next_after_sequence: 2 }),
		]);
		expect(await collect(studio.events.list({ after_sequence: 0 }))).toHaveLength(2);
		expect(received.map(({ url }) => url.search)).toEqual(["?after_sequence=0", "?after_sequence=1"]);
	});

	describe("that is the feed", () => {
		/** Five events, in pages of two. */
		const feed = () =>
			service([
				({ url }) => {
					const after = Number(url.searchParams.get("after_sequence") ?? Number.NaN);
					if (url.searchParams.has("cursor") || !(after >= 0)) return problem(400, "invalid_cursor");
					const all = [1, 2, 3, 4, 5].map((sequence) => ({ id: `evt_${sequence}`, sequence }));
					const data = all.filter(({ sequence }) => sequence > after).slice(0, 2);
					const last = data.at(-1)?.sequence ?? after;
					return page(data, null, { has_more: last < 5, next_after_sequence: last });
				},
			]);
		const query = { after_sequence: 0, limit: 2 };

		it("has a cursor while more is left, also after its first page was waited for", async () => {
			const { studio } = feed();
			const list = studio.events.list(query);
			const { data, has_more } = await list;
			expect(has_more).toBe(true);
			const rest = studio.events.list({ ...query, cursor: list.cursor ?? "nothing" });
			expect([...data, ...(await collect(rest))].map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
			expect(rest.cursor).toBeNull();
		});

		it("asks for several types at once", async () => {
			const { studio, received } = feed();
			const { next_after_sequence } = await studio.events.list({ ...query, type: ["client.created", "lead.created"] });
			expect(received[0]?.url.searchParams.get("type")).toBe("client.created,lead.created");
			expect(next_after_sequence).toBe(2);
		});

		it.each([1, 2, 3, 4])("goes on from its cursor after %i events, each once", async (taken) => {
			const { studio } = feed();
			const list = studio.events.list(query);
			const first = await collect(list, taken);
			const rest = await collect(studio.events.list({ ...query, cursor: list.cursor ?? "nothing" }));
			expect([...first, ...rest].map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
		});
	});

	it("that is no pages of records reads like one", async () => {
		const slot = { start_at: "2026-03-20T13:00:00.000Z", end_at: "2026-03-20T16:00:00.000Z" };
		const { studio, received } = service([json({ object: "list", data: [slot], has_more: false, next_cursor: null })]);
		const [from, to] = [new Date("2026-03-20T00:00:00Z"), "2026-03-21T00:00:00+01:00"];
		const query = { artist_id: "art_1", event_type_id: "ety_1", from, to };
		expect(await collect(studio.availability.list(query))).toEqual([slot]);
		expect((await studio.availability.list(query)).data).toEqual([slot]);
		expect(received[0]?.url.searchParams.get("from")).toBe("2026-03-20T00:00:00.000Z");
		expect(received[0]?.url.searchParams.get("to")).toBe(to);
	});
});

import { beforeAll, describe, expect, it } from "vitest";
import { call, send } from "./support/api.ts";
import { database } from "./support/database.ts";
import { everyPair } from "./support/pairs.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { newArtist } from "./support/studio.ts";
import { newWorld, type Tenant } from "./support/world.ts";

interface Client {
	id: string;
	first_name: string;
	tags: string[];
	source: string | null;
	assigned_artist_id: string | null;
	is_blocked: boolean;
	updated_at: string;
}

describe("the list of clients by tag, source, artist and whether they are blocked", () => {
	let world: Tenant;
	let other: Tenant;
	let artistId: string;
	let all: Client[];
	const read = async (): Promise<Client[]> => (await readAllPages("/v1/clients?limit=100", world.key)).flat();
	beforeAll(async () => {
		[world, other] = [await newWorld(), await newWorld()];
		artistId = await newArtist(world.key);
		for (let n = 0; n < 24; n++)
			await call(201, "/v1/clients", {
				key: world.key,
				body: {
					email: `${n}@example.com`,
					first_name: n % 2 ? "Kai" : "Noor",
					source: n % 3 ? "Café & co" : null,
					tags: n % 4 ? ["VIP"] : ["vip", 'a "b" % ·t'],
					assigned_artist_id: n % 5 ? artistId : null,
					is_blocked: n % 6 === 0,
				},
			});
		await call(201, "/v1/clients", {
			key: other.key,
			body: { email: "a@example.com", first_name: "Kai", tags: ["VIP"], source: "Café & co" },
		});
		all = await read();
	});

	const filters = (): [string, string, (client: Client) => boolean][] => [
		["tag", "VIP", ({ tags }) => tags.includes("VIP")],
		["tag", 'a "b" % ·t', ({ tags }) => tags.includes('a "b" % ·t')],
		["source", "Café & co", ({ source }) => source === "Café & co"],
		["assigned_artist_id", artistId, ({ assigned_artist_id }) => assigned_artist_id === artistId],
		["is_blocked", "true", ({ is_blocked }) => is_blocked],
		["is_blocked", "false", ({ is_blocked }) => !is_blocked],
		["q", "kai", ({ first_name }) => first_name === "Kai"],
		["email", "7@example.com", ({ id }) => id === all[16]?.id],
	];
	const bySync = (a: Client, b: Client) => (a.updated_at + a.id < b.updated_at + b.id ? -1 : 1);

	it("finds those that pass every filter, on pages of any size, in both orders", async () => {
		for (const [one, two] of everyPair(filters(), filters())) {
			const wanted = one[0] === two[0] ? [one] : [one, two];
			const query = new URLSearchParams(wanted.map(([name, value]) => [name, value]));
			const expected = all.filter((client) => wanted.every(([, , passes]) => passes(client)));
			for (const limit of [5, 100])
				expect((await readAllPages(`/v1/clients?limit=${limit}&${query}`, world.key)).flat(), String(query)).toEqual(
					expected,
				);
			if (!query.has("q"))
				expect((await readAllPages(`/v1/clients?limit=5&sort=updated_at&${query}`, world.key)).flat()).toEqual(
					expected.toSorted(bySync),
				);
		}
	});

	it("follows each change of a client, and its deletion", async () => {
		const ids = async (query: string) =>
			(await readAllPages(`/v1/clients?${query}`, world.key)).flat().map(({ id }: Client) => id);
		const { body } = await call(201, "/v1/clients", {
			key: world.key,
			body: { email: "new@example.com", first_name: "Ida", tags: ["sleeve"], source: "fair" },
		});
		expect([await ids("tag=sleeve"), await ids("source=fair")]).toEqual([[body.id], [body.id]]);
		const path = `/v1/clients/${body.id}`;
		await call(200, path, {
			key: world.key,
			method: "PATCH",
			body: { tags: ["back"], source: null, is_blocked: true },
		});
		expect([await ids("tag=sleeve"), await ids("source=fair")]).toEqual([[], []]);
		expect(await ids("tag=back&is_blocked=true")).toEqual([body.id]);
		expect(await ids("q=ida&is_blocked=true")).toEqual([body.id]);
		await call(200, path, { key: world.key, method: "DELETE" });
		expect(await ids("tag=back")).toEqual([]);
	});

	it("keeps a tag of a client whose id begins as that of another one, which loses it", async () => {
		const beginning = "0199999999997abc";
		const id = (digit: string) => `cli_${beginning}${digit.repeat(16)}`;
		for (const digit of ["a", "b"])
			await database
				.prepare(
					`INSERT INTO clients (id, tenant_id, email, email_key, first_name, tags, created_at, updated_at)
					VALUES (?2, ?1, ?3, ?3, 'Kai', '["shared"]', 1, 1)`,
				)
				.bind(world.id, id(digit), `${digit}@b.cd`)
				.run();
		const found = async () => (await readAllPages("/v1/clients?tag=shared", world.key)).flat().map((one) => one.id);
		expect(await found()).toEqual([id("b"), id("a")]);
		await call(200, `/v1/clients/${id("b")}`, { key: world.key, method: "PATCH", body: { tags: [] } });
		expect(await found()).toEqual([id("a")]);
		await call(200, `/v1/clients/${id("b")}`, { key: world.key, method: "DELETE" });
		expect(await found()).toEqual([id("a")]);
	});

	it("begins with none of a term, and refuses a flag that is no flag", async () => {
		expect((await call(200, "/v1/clients?tag=VI", { key: world.key })).body.data).toEqual([]);
		expect((await call(200, "/v1/clients?tag=", { key: world.key })).body.data).toEqual([]);
		const nobody = `art_${"0".repeat(32)}`;
		expect((await call(200, `/v1/clients?assigned_artist_id=${nobody}`, { key: world.key })).body.data).toEqual([]);
		expect((await send("/v1/clients?is_blocked=yes", { key: world.key })).status).toBe(400);
	});
});

import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "../src/platform/lib/ids.ts";
import { call } from "./support/api.ts";
import { advance } from "./support/clock.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { newClient } from "./support/studio.ts";
import { newKey, newWorld } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

beforeEach(() => advance(60));

const fields = [{ key: "a", label: "A", type: "text" }];
const newForm = async (key: string): Promise<string> =>
	(await call(201, "/v1/forms", { key, body: { name: "Form", fields } })).body.id;
const submit = async (key: string, form: string, client_id: string | null = null): Promise<Json> => {
	const body = { submission_data: { a: "1" }, client_id };
	return (await call(201, `/v1/forms/${form}/submissions`, { key, body })).body;
};

describe("GET /v1/form_submissions", () => {
	it("lists the submissions of all forms, newest first, in pages, as their forms show them", async () => {
		const { key } = await newWorld();
		const forms = [await newForm(key), await newForm(key)];
		const all: Json[] = [];
		for (const n of [0, 1, 0, 1, 0]) all.unshift(await submit(key, forms[n] ?? ""));
		const pages = await readAllPages("/v1/form_submissions?limit=2", key);
		expect(pages).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)]);
		const ofForm = (await readAllPages(`/v1/forms/${forms[1]}/submissions`, key)).flat();
		expect((await readAllPages(`/v1/form_submissions?form_id=${forms[1]}`, key)).flat()).toEqual(ofForm);
	});

	it("keeps those of a client, of a form, of both, and those since a time", async () => {
		const { key } = await newWorld();
		const [one, two] = [await newForm(key), await newForm(key)];
		const client = await newClient(key);
		const made = [
			await submit(key, one, client),
			await submit(key, two, client),
			await submit(key, one, await newClient(key)),
			await submit(key, one),
		];
		advance(60);
		made.push(await submit(key, one, client));
		const listed = async (query: string) => {
			const rows = (await readAllPages(`/v1/form_submissions?limit=1&${query}`, key)).flat();
			return rows.map(({ id }) => made.findIndex((submission) => submission.id === id));
		};
		const since = made[4]?.created_at;
		expect(await listed(`client_id=${client}`)).toEqual([4, 1, 0]);
		expect(await listed(`form_id=${one}`)).toEqual([4, 3, 2, 0]);
		expect(await listed(`client_id=${client}&form_id=${one}`)).toEqual([4, 0]);
		expect(await listed(`client_id=${client}&created_since=${since}`)).toEqual([4]);
		expect(await listed(`client_id=${client}&updated_since=${since}`)).toEqual([4]);
		expect(await listed(`client_id=${client}&sort=updated_at`)).toEqual([0, 1, 4]);
		expect(await listed(`form_id=${one}&sort=updated_at&updated_since=${since}`)).toEqual([4]);
		for (const query of [`client_id=${newId("client", Date.now())}`, `form_id=${newId("form", Date.now())}`])
			expect(await listed(query)).toEqual([]);
	});

	it("shows nothing of another studio, and needs read:form_submissions", async () => {
		const [world, other] = [await newWorld(), await newWorld()];
		const form = await newForm(other.key);
		const client = await newClient(other.key);
		await submit(other.key, form, client);
		for (const query of ["", `client_id=${client}`, `form_id=${form}`])
			expect((await call(200, `/v1/form_submissions?${query}`, { key: world.key })).body.data).toEqual([]);
		const { key } = await newKey(world.id, { scopes: ["read:forms", "read:clients"] });
		expect((await call(403, "/v1/form_submissions", { key })).body.code).toBe("insufficient_scope");
	});
});

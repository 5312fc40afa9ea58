import { beforeAll, describe, expect, it } from "vitest";
import { call, send } from "./support/api.ts";
import { advance, now } from "./support/clock.ts";
import { expectProblem } from "./support/expect.ts";
import { readAllPages } from "./support/read-all-pages.ts";
import { newWorld, type Tenant } from "./support/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

let world: Tenant;
beforeAll(async () => {
	world = await newWorld();
});

const create = async (list: string, body: object, key = world.key): Promise<Json> =>
	(await call(201, `/v1/${list}`, { key, body })).body;
const idsOf = async (path: string, key = world.key): Promise<string[]> =>
	(await readAllPages(path, key)).flat().map(({ id }: Json) => id);
const search = (list: string, q: string, more = "") => idsOf(`/v1/${list}?q=${encodeURIComponent(q)}${more}`);
const client = () => create("clients", { email: `${crypto.randomUUID()}@example.com`, first_name: "Ana" });

// contract: Leads 10
describe("a search of leads", () => {
	let zoe: Json;
	let zoltan: Json;
	beforeAll(async () => {
		zoe = await create("leads", {
			first_name: "Zoë",
			last_name: "O’Neill-Łukasz",
			email: "Zoe.Fern@Mail.example",
			phone: "+49 (0)170 555-1234",
			message: `${"filler ".repeat(1400)}Straße 7, a *swallow* on the "left" wrist`,
		});
		zoltan = await create("leads", { first_name: "Zoltan", message: "A swallow" });
	});

	it.each([
		"zoe",
		"ZOË",
		"o'neill",
		"lukasz",
		"fern",
		"zoe.fern@mail.example",
		"0170 5551234",
		"+49 170",
		"strasse",
		"wrist",
		"swal left zo",
	])("finds a lead by %s", async (q) => expect(await search("leads", q)).toEqual([zoe.id]));

	it("finds those that have each of the words, from its beginning, the newest first", async () => {
		expect(await search("leads", "zo swallow")).toEqual([zoltan.id, zoe.id]);
		expect(await search("leads", "zoltan wrist")).toEqual([]);
		expect(await search("leads", "wallow")).toEqual([]);
	});

	it.each(['"', "%", "_", "*", "zo*", "' OR 1=1 --", "\\"])("takes %j for no operator", async (q) => {
		const answer = await send(`/v1/leads?q=${encodeURIComponent(q)}`, { key: world.key });
		if (/\w/.test(q.replace("_", ""))) expect(answer.status).toBe(200);
		else expectProblem(answer, "/v1/leads", "validation_failed");
		if (answer.status === 200 && q !== "zo*") expect(answer.body.data).toEqual([]);
	});

	it("follows a change, combines with filters, and shows nothing of another studio", async () => {
		await call(200, `/v1/leads/${zoltan.id}`, {
			key: world.key,
			method: "PATCH",
			body: { message: "A koi", stage: "LOST" },
		});
		expect(await search("leads", "zoltan swallow")).toEqual([]);
		expect(await search("leads", "koi", "&stage=LOST&limit=1")).toEqual([zoltan.id]);
		expect(await search("leads", "koi", "&stage=NEW")).toEqual([]);
		const other = await newWorld();
		expect(await idsOf("/v1/leads?q=koi", other.key)).toEqual([]);
	});
});

it("a search of ideas finds words of the subject and of the description", async () => {
	const { id: client_id } = await client();
	const fern = await create("ideas", { client_id, subject: "Fern", description: "Along the Wirbelsäule" });
	const koi = await create("ideas", { client_id, subject: "Koi" });
	expect(await search("ideas", "wirbelsaule fer")).toEqual([fern.id]);
	await call(200, `/v1/ideas/${koi.id}`, { key: world.key, method: "PATCH", body: { description: "Beside the fern" } });
	expect(await search("ideas", "fern")).toEqual([koi.id, fern.id]);
	await call(200, `/v1/ideas/${koi.id}`, { key: world.key, method: "PATCH", body: { description: null } });
	expect(await search("ideas", "fern")).toEqual([fern.id]);
});

it.each(["LEAD", "IDEA"])("a submission of a form makes a record (%s) that is found", async (creates) => {
	const form = await create("forms", {
		name: "Enquiry",
		creates,
		links_client: true,
		fields: [
			{ key: "email", label: "Email", type: "email" },
			{ key: "message", label: "Message", type: "textarea" },
		],
	});
	await create(`forms/${form.id}/submissions`, {
		submission_data: { email: "petal@example.com", message: "Chrysanthemum" },
	});
	expect((await search(creates === "LEAD" ? "leads" : "ideas", "chrysanthemum")).length).toBe(1);
});

it.each(["leads", "ideas"])(
	"a search of %s has no more than 8 words, and goes by time of creation alone",
	async (list) => {
		const refused = async (query: string, code: "validation_failed" | "validation_error") =>
			expectProblem(await send(`/v1/${list}?${query}`, { key: world.key }), `/v1/${list}`, code);
		await refused("q=a+b+c+d+e+f+g+h+i", "validation_failed");
		await refused("q=", "validation_failed");
		await refused(`q=${"a".repeat(201)}`, "validation_failed");
		await refused("q=fern&sort=updated_at", "validation_error");
	},
);

// contract: Lists 10
describe.each(["clients", "leads", "ideas"])("the list of %s by time of creation", (list) => {
	const made: Json[] = [];
	let key: string;
	beforeAll(async () => {
		({ key } = await newWorld());
		const owner = await create("clients", { email: "owner@example.com", first_name: "Ana" }, key);
		for (let n = 0; n < 6; n++) {
			advance(60);
			const body =
				list === "ideas" ? { client_id: owner.id, subject: "Fern" } : { first_name: "Fern", email: `${n}@a.example` };
			made.push(await create(list, body, key));
		}
	});

	it.each(["", "&q=fern", "&sort=updated_at"])("begins with a time and ends before one, with %j", async (more) => {
		const [since, until] = [made[1].created_at, made[4].created_at].map(encodeURIComponent);
		const found = await idsOf(`/v1/${list}?limit=2&created_since=${since}&created_until=${until}${more}`, key);
		expect(found.sort()).toEqual(made.slice(1, 4).map(({ id }) => id));
		const rest = await idsOf(`/v1/${list}?limit=2&created_since=${until}${more}`, key);
		expect(rest.sort()).toEqual(made.slice(4).map(({ id }) => id));
		expect(await idsOf(`/v1/${list}?created_since=${encodeURIComponent(now())}${more}`, key)).toEqual([]);
	});

	it("has full pages", async () => {
		const { body } = await call(200, `/v1/${list}?limit=2&created_since=${encodeURIComponent(made[2].created_at)}`, {
			key,
		});
		expect(body.data.map(({ id }: Json) => id)).toEqual([made[5].id, made[4].id]);
		expect(body.has_more).toBe(true);
	});
});

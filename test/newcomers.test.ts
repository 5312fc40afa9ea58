import { beforeAll, expect, it } from "vitest";
import { ask, envWithFaults } from "./cross-database/faults.ts";
import { type Call, call, send } from "./support/api.ts";
import { checkAgainstDocument } from "./support/document.ts";
import { newWorld } from "./support/world.ts";

let key = "";
let form = "";
beforeAll(async () => {
	({ key } = await newWorld());
	const fields = [{ key: "email", label: "Email", type: "email", required: true }];
	const body = { name: "First contact", links_client: true, creates: "LEAD", fields };
	form = (await call(201, "/v1/forms", { key, body })).body.id;
});

type Request = [path: string, options: Call];

const submission = (email: string): Request => [
	`/v1/forms/${form}/submissions`,
	{ key, body: { submission_data: { email } } },
];
const search = (email: string): Request => [
	"/v1/automation/actions/find_or_create_client",
	{ key, body: { email, first_name: "Ana" } },
];
async function conversion(email: string): Promise<Request> {
	const { body } = await call(201, "/v1/leads", { key, body: { email, first_name: "Ana" } });
	return [`/v1/leads/${body.id}/convert`, { key, method: "POST" }];
}

it.each([
	["a form is submitted", submission],
	["an automation finds or creates a client", search],
	["a lead is converted", conversion],
])(
	"where %s twice at the same moment with an email that is new, both are taken and there is one client",
	async (name, request) => {
		const refused: unknown[] = [];
		const noteRefusal = (at: number | string, { status, body }: { status: number; body: { code?: string } }) => {
			if (status >= 300) refused.push([at, status, body.code]);
		};
		const isOneClient = async (email: string) =>
			expect((await call(200, `/v1/clients?email=${email}`, { key })).body.data).toHaveLength(1);
		const together = `${name.replaceAll(" ", "-")}@example.com`;
		const both = [await request(together), await request(together)];
		for (const answer of await Promise.all(both.map((each) => send(...each)))) noteRefusal("together", answer);
		await isOneClient(together);

		// One request is answered before each of the other's calls of a database in turn, until there is none left.
		let at = 0;
		for (let isOvertaken = true; isOvertaken; at++) {
			const email = `${name.replaceAll(" ", "-")}-${at}@example.com`;
			const [overtaking, overtaken] = [await request(email), await request(email)];
			let calls = 0;
			const bindings = envWithFaults(async (_, run) => {
				if (calls++ === at) noteRefusal(at, await send(...overtaking));
				return await run();
			});
			const answer = await ask(bindings, ...overtaken);
			checkAgainstDocument("POST", overtaken[0], answer, answer.body);
			noteRefusal(at, answer);
			await answer.over;
			isOvertaken = calls > at;
			await isOneClient(email);
		}
		// It asks for the client, and commits.
		expect(at).toBeGreaterThan(2);
		expect(refused).toEqual([]);
	},
);

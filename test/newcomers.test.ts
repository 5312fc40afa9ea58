import { beforeAll, expect, it } from "vitest";
import { type Answer, call, send } from "./support/api.ts";
import { newWorld } from "./support/world.ts";

let key = "";
let form = "";
beforeAll(async () => {
	({ key } = await newWorld());
	const fields = [{ key: "email", label: "Email", type: "email", required: true }];
	const body = { name: "First contact", links_client: true, creates: "LEAD", fields };
	form = (await call(201, "/v1/forms", { key, body })).body.id;
});

const steps = 24;

/** Each turn lets the platform do one more step of what is under way. */
async function turns(count: number): Promise<void> {
	for (let n = 0; n < count; n++) await new Promise((resolve) => setTimeout(resolve, 0));
}

const submit = (email: string) => send(`/v1/forms/${form}/submissions`, { key, body: { submission_data: { email } } });
const findOrCreate = (email: string) =>
	send("/v1/automation/actions/find_or_create_client", { key, body: { email, first_name: "Ana" } });
async function leadOf(email: string): Promise<() => Promise<Answer>> {
	const { body } = await call(201, "/v1/leads", { key, body: { email, first_name: "Ana" } });
	return () => send(`/v1/leads/${body.id}/convert`, { key, method: "POST" });
}

// The second request begins some steps after the first, so that the first commits between any two steps of the second.
it.each([
	["a form is submitted", async (email: string) => () => submit(email)],
	["an automation finds or creates a client", async (email: string) => () => findOrCreate(email)],
	["a lead is converted", leadOf],
])(
	"where %s twice at the same moment with an email that is new, both are taken and there is one client",
	async (name, prepare) => {
		const refused: unknown[] = [];
		for (let later = 0; later < steps; later++) {
			const email = `${name.replaceAll(" ", "-")}-${later}@example.com`;
			const [first, second] = [await prepare(email), await prepare(email)];
			const answers = await Promise.all([first(), turns(later).then(second)]);
			for (const { status, body } of answers) if (status >= 300) refused.push([later, status, body.code]);
			const { body } = await call(200, `/v1/clients?email=${email}`, { key });
			expect(body.data).toHaveLength(1);
		}
		expect(refused).toEqual([]);
	},
);

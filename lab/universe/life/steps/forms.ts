import type { Studio } from "../studio.ts";
import { studioStep } from "./step.ts";

const newForm = {
	name: "First contact",
	creates: "LEAD",
	links_client: true,
	fields: [
		{ key: "email", label: "Email", type: "email", required: true },
		{ key: "wish", label: "Wish", type: "text" },
	],
};

async function formOf(studio: Studio): Promise<string | undefined> {
	studio.form ??= studio.change("POST", "/v1/forms", newForm).then(({ status, body }) => {
		studio.world.expect("a form is created", status === 201, () => JSON.stringify(body));
		return status === 201 ? body.id : undefined;
	});
	return await studio.form;
}

/** One person sends a form, at times twice at the same moment. Each answer makes a lead, and all belong to one client. */
export const submitForm = studioStep(3, async ({ studio, draw, world }) => {
	const form = await formOf(studio);
	if (!form) return;
	const email = `form-${draw.seed()}@example.com`;
	const path = `/v1/forms/${form}/submissions`;
	const answers = await Promise.all(
		Array.from({ length: draw.chance(0.3) ? 3 : 1 }, () =>
			studio.change("POST", path, { submission_data: { email, wish: `Koi ${draw.below(1000)}` } }),
		),
	);
	for (const { status, body } of answers)
		world.expect("a form is submitted", status === 201, () => JSON.stringify(body));
	const made = answers.filter(({ status }) => status === 201).map(({ body }) => body);
	const clients = new Set(made.map(({ client_id }) => client_id));
	world.expect("one email is one client", clients.size === 1, () => `${email}: ${[...clients]}`);
	for (const id of clients) studio.expectEvent("client.created", id);
	for (const body of made) {
		studio.keep("form_submissions", body);
		studio.expectEvent("form_submission.created", body.lead_id);
		studio.expectEvent("lead.created", body.lead_id);
	}
});

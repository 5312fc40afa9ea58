import type { DemoAnswers } from "./demo-answers.ts";

const email = { key: "email", label: "Email", type: "email", required: true };
const photos = { key: "photos", label: "Photos", type: "picture" };

/** Forms, their submissions, and pictures. */
export async function forms(demo: DemoAnswers): Promise<void> {
	const form = await demo.list("listForms", "/v1/forms");
	await demo.read("getForm", `/v1/forms/${form.id}`);
	const body = { name: "Aftercare", kind: "CUSTOM", fields: [email, photos] };
	await demo.change("createForm", "POST", "/v1/forms", { ...body, fields: [email] });
	await demo.change("updateForm", "PATCH", `/v1/forms/${form.id}`, { is_active: false });
	const made = await demo.made("/v1/forms", { body });
	const at = `/v1/forms/${made.id}`;
	const answers = { submission_data: { email: "noor@example.com" } };
	await demo.change("createFormSubmission", "POST", `${at}/submissions`, answers);
	const submission = await demo.made(`${at}/submissions`, { body: answers });
	await demo.read("listFormSubmissions", `${at}/submissions?limit=2`);
	await demo.read("listAllFormSubmissions", "/v1/form_submissions?limit=2");
	await demo.read("getFormSubmission", `${at}/submissions/${submission.id}`);
	await demo.read("getFormSubmissionById", `/v1/form_submissions/${submission.id}`);
	await demo.upload("createFormPicture", `${at}/pictures`);
	await pictures(demo, "FormSubmission", `/v1/form_submissions/${submission.id}`);
	await demo.change("deleteFormSubmission", "DELETE", `/v1/form_submissions/${submission.id}`);
	await demo.remove(`/v1/form_submissions/${submission.id}`);
	await demo.change("deleteForm", "DELETE", at);
	await demo.remove(at);
	await pictures(demo, "Idea", `/v1/ideas/${(await demo.first("/v1/ideas", ({ picture_count: n }) => n === 0)).id}`);
	await pictures(demo, "Lead", `/v1/leads/${(await demo.first("/v1/leads", ({ picture_count: n }) => n === 0)).id}`);
	await pictures(demo, "Artist", `/v1/artists/${(await demo.first("/v1/artists")).id}`);
}

async function pictures(demo: DemoAnswers, owner: string, at: string): Promise<void> {
	const path = `${at}/pictures`;
	await demo.upload(`create${owner}Picture`, path);
	const made = await demo.made(path, { picture: true });
	await demo.read(`list${owner}Pictures`, `${path}?limit=2`);
	await demo.read(`get${owner}Picture`, `${path}/${made.id}`);
	await demo.change(`update${owner}Picture`, "PATCH", `${path}/${made.id}`, {
		caption: "The fern on the forearm",
		position: 1,
	});
	await demo.change(`delete${owner}Picture`, "DELETE", `${path}/${made.id}`);
	await demo.remove(`${path}/${made.id}`);
}

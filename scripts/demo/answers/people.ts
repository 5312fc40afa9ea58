import type { DemoAnswers } from "./demo-answers.ts";

const noor = { email: "noor@example.com", first_name: "Noor", last_name: "Haddad", tags: ["fine line"] };

/** Identity, clients, leads and ideas. */
export async function people(demo: DemoAnswers): Promise<void> {
	await demo.read("getMe", "/v1/me");
	const client = await demo.list("listClients", "/v1/clients");
	const other = await demo.first("/v1/clients", ({ id }) => id !== client.id);
	const at = `/v1/clients/${client.id}`;
	await demo.read("getClient", at);
	await demo.change("createClient", "POST", "/v1/clients", noor);
	await demo.change("updateClient", "PATCH", at, { phone: "+49 30 5550142", marketing_consent: true });
	await demo.change("mergeClient", "POST", `${at}/merge`, { source_id: other.id });
	// One without appointments, whose deletion would cancel them.
	const passing = await demo.made("/v1/clients", { body: { email: "passing@example.com", first_name: "Passing" } });
	await demo.change("deleteClient", "DELETE", `/v1/clients/${passing.id}`);
	await demo.remove(`/v1/clients/${passing.id}`);
	await leads(demo);
	await ideas(demo, client.id);
}

async function leads(demo: DemoAnswers): Promise<void> {
	const lead = await demo.list(
		"listLeads",
		"/v1/leads",
		({ stage, email, archived }) => stage === "NEW" && email && !archived,
	);
	const artist = await demo.first("/v1/artists");
	const at = `/v1/leads/${lead.id}`;
	await demo.read("getLead", at);
	await demo.change("createLead", "POST", "/v1/leads", {
		first_name: "Noor",
		email: "noor@example.com",
		message: "I would like a fern along my forearm, about 15 cm.",
		budget_range_max: 600,
	});
	await demo.change("updateLead", "PATCH", at, { stage: "CONTACTED", assigned_artist_id: artist.id });
	await demo.change("archiveLead", "POST", `${at}/archive`);
	await demo.change("unarchiveLead", "POST", `${at}/unarchive`);
	await demo.change("convertLead", "POST", `${at}/convert`);
	await demo.change("deleteLead", "DELETE", at);
}

async function ideas(demo: DemoAnswers, client_id: string): Promise<void> {
	const idea = await demo.list("listIdeas", "/v1/ideas", ({ stage, archived }) => stage === "NEW" && !archived);
	const at = `/v1/ideas/${idea.id}`;
	await demo.read("getIdea", at);
	await demo.change("createIdea", "POST", "/v1/ideas", {
		client_id,
		subject: "Fern along the forearm",
		placement: "Left forearm, inside",
		size_cm: 15,
	});
	await demo.change("updateIdea", "PATCH", at, { stage: "QUOTED", quote_amount: 45_000, quote_currency: "EUR" });
	await demo.change("archiveIdea", "POST", `${at}/archive`);
	await demo.change("unarchiveIdea", "POST", `${at}/unarchive`);
	await demo.change("deleteIdea", "DELETE", at);
}

import type { DemoAnswers } from "./demo-answers.ts";

/** Events, webhooks, automation and the logs. */
export async function integrations(demo: DemoAnswers): Promise<void> {
	const event = await demo.list("listEvents", "/v1/events");
	await demo.read("getEvent", `/v1/events/${event.id}`);
	await demo.read("listDeletions", "/v1/deletions?limit=2");
	await endpoints(demo);
	await automation(demo);
	const entry = await demo.list("listAuditLog", "/v1/audit_log");
	await demo.read("getAuditEntry", `/v1/audit_log/${entry.id}`);
	const request = await demo.list("listRequests", "/v1/requests");
	await demo.read("getRequest", `/v1/requests/${request.id}`);
}

async function endpoints(demo: DemoAnswers): Promise<void> {
	const path = "/v1/webhook_endpoints";
	const endpoint = await demo.list("listWebhookEndpoints", path, ({ status }) => status === "ACTIVE");
	const at = `${path}/${endpoint.id}`;
	await demo.read("getWebhookEndpoint", at);
	const body = { url: "https://crm.example.com/webhooks", events: ["appointment.created", "appointment.rescheduled"] };
	await demo.change("createWebhookEndpoint", "POST", path, { ...body, exclude_own: true });
	await demo.change("updateWebhookEndpoint", "PATCH", at, { description: "Calendar of the CRM" });
	await demo.change("rotateWebhookEndpointSecret", "POST", `${at}/rotate_secret`);
	await demo.change("endReplacedWebhookEndpointValue", "POST", `${at}/end_replaced_value`);
	await demo.change("testWebhookEndpoint", "POST", `${at}/test`, { type: "appointment.created" });
	const since = new Date(Date.now() - 86_400_000).toISOString();
	await demo.change("recoverWebhookEndpoint", "POST", `${at}/recover`, { since, dry_run: true });
	await demo.change("deleteWebhookEndpoint", "DELETE", at);
	await demo.read("listDeliveries", `${at}/deliveries?limit=2`);
	const delivery = await demo.list("listAllDeliveries", "/v1/deliveries", ({ status }) => status !== "PENDING");
	await demo.read("getDelivery", `/v1/deliveries/${delivery.id}`);
	await demo.change("replayDelivery", "POST", `/v1/deliveries/${delivery.id}/replay`);
}

async function automation(demo: DemoAnswers): Promise<void> {
	await demo.read("getAutomationMe", "/v1/automation/me");
	const hook = await demo.list("listAutomationHooks", "/v1/automation/hooks");
	const at = `/v1/automation/hooks/${hook.id}`;
	await demo.read("getAutomationHook", at);
	await demo.change("createAutomationHook", "POST", "/v1/automation/hooks", {
		target_url: "https://hooks.example.com/4711",
		trigger: "new_client",
	});
	await demo.change("rotateAutomationHookSecret", "POST", `${at}/rotate_secret`);
	await demo.read("listAutomationHookDeliveries", `${at}/deliveries?limit=2`);
	await demo.change("deleteAutomationHook", "DELETE", at);
	for (const [name, trigger] of [
		["NewAppointment", "new_appointment"],
		["AppointmentCancelled", "appointment_cancelled"],
		["NewLead", "new_lead"],
		["NewClient", "new_client"],
		["NewFormSubmission", "new_form_submission"],
	])
		await demo.read(`listTriggered${name}`, `/v1/automation/triggers/${trigger}?limit=1`);
	await actions(demo);
}

async function actions(demo: DemoAnswers): Promise<void> {
	const noor = { email: "noor@example.com", first_name: "Noor", last_name: "Haddad" };
	const path = "/v1/automation/actions";
	await demo.change("automationCreateClient", "POST", `${path}/create_client`, noor);
	await demo.change("automationFindOrCreateClient", "POST", `${path}/find_or_create_client`, noor);
	await demo.change("automationCreateLead", "POST", `${path}/create_lead`, { first_name: "Noor", email: noor.email });
	const client = await demo.first("/v1/clients");
	const lead = await demo.first("/v1/leads");
	await demo.read("automationGetClient", `/v1/automation/clients/${client.id}`);
	await demo.read("automationGetLead", `/v1/automation/leads/${lead.id}`);
	await demo.read("automationSearchClient", `/v1/automation/searches/client?email=${encodeURIComponent(client.email)}`);
}

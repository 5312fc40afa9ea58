import type { oas31 } from "zod-openapi";
import type { Words } from "./types.ts";

const sync =
	"To keep a copy, sync with `sort=updated_at` or follow `listEvents`. Reading the whole list again and again costs more and misses deletions.";
const watch = "For changes, take webhooks or `listEvents`. Do not poll this.";

const owners = { Idea: "an idea", Lead: "a lead", Artist: "an artist", FormSubmission: "a form submission" };
const ofPictures = Object.fromEntries(
	Object.entries(owners).flatMap(([name, owner]) => [
		[
			`create${name}Picture`,
			`Takes the bytes themselves, not JSON. The picture comes last among those of ${owner}. For a field of a form, upload with \`createFormPicture\`.`,
		],
		[`get${name}Picture`, "Gives a new `url`. Those of private pictures end after an hour, so do not store them."],
		[`update${name}Picture`, "The bytes stay. For other bytes, add a picture and delete this one."],
		[`delete${name}Picture`, "Its bytes are gone for good. Its addresses stop working."],
	]),
);

/** A sentence about when an operation is the right one, and when another is. It follows the description of the declaration. */
const uses: Words = {
	...ofPictures,
	listClients: sync,
	createClient:
		"For a person who may be known already, `automationFindOrCreateClient` finds or creates in one request. For somebody who only asks, create a lead.",
	getClient: watch,
	deleteClient: "To bar somebody from booking, set `is_blocked` instead. For two records of one person, merge them.",
	exportClient: "For a person who asks what the studio knows of them. To copy records, use their lists.",
	eraseClient: "For a person who asks to be forgotten. To end a business relation, delete the client.",
	mergeClient: "It cannot be undone. A dry run shows the outcome first.",
	createImport:
		"Try it first: a dry run answers 200 with the counts and the first faults. For a single client, use `createClient`.",
	getExport: "Read it every few seconds until `finished_at` is set, and then download `url`.",
	getImport: "Read it every few seconds until `finished_at` is set.",
	undoImport: "To bring somebody back, import them again.",
	listLeads: sync,
	createLead:
		"For a person who is not a client yet. Once they book, convert the lead: do not create a client beside it.",
	getLead: watch,
	updateLead: "To decide a booking request, use `confirmLead` or `declineLead`: a new stage alone books nothing.",
	convertLead: "To confirm a booking request, use `confirmLead`, which also books.",
	declineLead: "Only for open requests of the booking page. Set other leads to LOST.",
	listIdeas: sync,
	createIdea: "Needs a client. For somebody who is none yet, create a lead.",
	getIdea: watch,
	listAppointments:
		"For free times, ask `listAvailability`. Gaps between appointments are not all free. To keep a copy, sync with `sort=updated_at`.",
	createAppointment:
		"Offer times of `listAvailability`. For a person to choose one, send them the artist's booking page.",
	getAppointment: watch,
	getCancellationFee: "404 if none was charged. The appointment shows it, too, in `cancellation_fee`.",
	refundCancellationFee: "Notes that the whole fee was paid back. The service moves no money.",
	listAvailability: "Nothing holds the times: book soon, and offer `suggested_slots` when somebody was faster.",
	listArtists: sync,
	getArtist: watch,
	getWorkingHours:
		"For times that can be booked, ask `listAvailability`. Time blocks and appointments narrow the hours.",
	listTimeBlocks: "`listAllTimeBlocks` has those of everybody, for a copy.",
	getTimeBlock: "A time block never changes. It is gone once it is freed.",
	deleteTimeBlock: "The time can be booked at once. To change a block, free it and block the other time.",
	setWorkingHours: "For days off, block the time: the hours are those of every week.",
	listShops: sync,
	createShop: "Artists join it with their `shop_id`.",
	getShop: watch,
	listEventTypes: "The studio makes them at the dashboard. Their ids go into bookings.",
	getEventType: "Its rules decide what `createAppointment` and the booking page accept.",
	listForms: "For answers, list the submissions.",
	createForm: "A form cannot change what people have answered. Submissions keep their answers.",
	getForm: "Show `fields` to people in this order, and send the answers with `createFormSubmission`.",
	listFormSubmissions:
		"For new answers, listen to `form_submission.created`. `listAllFormSubmissions` has those of every form.",
	listAllFormSubmissions: "For new answers, listen to `form_submission.created`.",
	getFormSubmission: "With the id alone, use `getFormSubmissionById`.",
	getFormSubmissionById: "For events, which name the submission and not always its form.",
	createFormSubmission: "It cannot be changed afterwards. A correction is another submission.",
	getEvent:
		"Events are kept for 30 days. The data is that of the moment of the change; read the record for the present state.",
	listEvents: "To follow along, keep `after_sequence`: pages by `cursor` do not go on to new events.",
	listWebhookEndpoints: "No answer shows their secrets again.",
	getWebhookEndpoint: "To see how deliveries fare, list them.",
	testWebhookEndpoint: "To send a real event again, replay its delivery.",
	recoverWebhookEndpoint:
		"After an outage of your receiver. Count first with `dry_run`. A single delivery is sent again with `replayDelivery`.",
	verifyWebhookEndpoint: "When your receiver refuses a request. Nothing of it is kept.",
	listEventDeliveries: "When a webhook is missed. One entry for each webhook endpoint.",
	listDeliveries: "To find all deliveries of one event, use `listAllDeliveries` with `event_id`.",
	getDelivery: "Its attempts show the bytes that were sent and the answer of the receiver.",
	replayDelivery: "For many deliveries, use `recoverWebhookEndpoint`. Receivers must drop events that they know.",
	getAutomationMe: "For automation platforms, which show `label` beside the connection. Others use `getMe`.",
	listAutomationHooks: "Hooks of automation platforms. Webhook endpoints have a list of their own.",
	getAutomationHook: "To see how deliveries fare, list them.",
	createAutomationHook:
		"For automation platforms. Other programs get more with a webhook endpoint: choice of events, filters and order.",
	automationCreateClient:
		"For automation platforms, with the scope `write:automation` alone. Others use `createClient`.",
	automationCreateLead: "For automation platforms, with the scope `write:automation` alone. Others use `createLead`.",
	automationGetClient: "The `Location` of an action leads here. Others use `getClient`.",
	automationGetLead: "The `Location` of an action leads here. Others use `getLead`.",
	getAuditEntry: "The event of the same request has the values of records that are no settings.",
	listRequests: "For finding out why a request failed. It is no record of changes: that is the audit log.",
};

/** Adds these sentences. An operation that nothing else describes has only its sentence. */
export function describeOperations({ paths }: oas31.OpenAPIObject): void {
	for (const item of Object.values(paths ?? {}))
		for (const operation of Object.values(item as Record<string, oas31.OperationObject>)) {
			const use = uses[operation.operationId ?? ""];
			if (!use) continue;
			const { description = "" } = operation;
			operation.description = /(^|\n)$/.test(description) ? description + use : `${description} ${use}`;
		}
}

export const unusedUses = (names: readonly string[]): string[] => Object.keys(uses).filter((id) => !names.includes(id));

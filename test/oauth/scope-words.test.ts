import { expect, it } from "vitest";
import { scopeWords } from "../../src/api/oauth/scope-words.ts";
import { endpoints } from "../../src/api/v1.ts";
import type { Scope } from "../../src/platform/gate/scopes.ts";

/** The words on the consent page that tell of each operation. An operation of another id has none yet. */
const told: Record<string, RegExp> = {
	createClient: /^Add/,
	updateClient: /change, block/,
	deleteClient: /delete clients.*deleted client’s ideas and coming appointments/,
	mergeClient: /merge/,
	eraseClient: /erase all that is held about them/,
	createAppointment: /^Book/,
	updateAppointment: /change, move, complete, cancel.*mails the client/,
	deleteAppointment: /delete/,
	chargeCancellationFee: /note cancellation fees/,
	refundCancellationFee: /note cancellation fees/,
	createLead: /^Add/,
	updateLead: /change/,
	deleteLead: /delete/,
	archiveLead: /archive/,
	unarchiveLead: /archive/,
	convertLead: /make clients of them/,
	confirmLead: /confirm or decline booking requests/,
	declineLead: /confirm or decline booking requests/,
	createIdea: /^Add/,
	updateIdea: /change/,
	deleteIdea: /delete/,
	archiveIdea: /archive/,
	unarchiveIdea: /archive/,
	createImport: /import/,
	cancelImport: /import/,
	undoImport: /import.*delete/,
	updateDeposit: /note.*deposits/,
	setArtistCalendarFeed: /secret address/,
	deleteArtistCalendarFeed: /secret address/,
	setShopCalendarFeed: /secret address/,
	deleteShopCalendarFeed: /secret address/,
	createForm: /^Create/,
	updateForm: /change.*booking page/,
	deleteForm: /delete/,
	deleteFormSubmission: /delete answers/,
	createFormPicture: /pictures to your forms/,
	createFormSubmission: /answers.*sign.*make clients, leads and ideas/,
	...Object.fromEntries(
		["Idea", "Lead", "Artist", "FormSubmission"].flatMap((owner) =>
			["create", "update", "delete"].map((verb) => [`${verb}${owner}Picture`, /change.* pictures/]),
		),
	),
	createArtist: /^Add/,
	updateArtist: /change, deactivate/,
	deleteArtist: /delete/,
	setWorkingHours: /working hours/,
	createTimeBlock: /times when they are away/,
	deleteTimeBlock: /times when they are away/,
	setExternalCalendar: /external calendar/,
	deleteExternalCalendar: /external calendar/,
	createShop: /^Add/,
	updateShop: /change/,
	deleteShop: /delete/,
	createWebhookEndpoint: /^Set up/,
	updateWebhookEndpoint: /change/,
	deleteWebhookEndpoint: /delete/,
	rotateWebhookEndpointSecret: /replace.*their secrets/,
	endReplacedWebhookEndpointValue: /end their secrets/,
	testWebhookEndpoint: /test/,
	replayDelivery: /Send events.*again/,
	recoverWebhookEndpoint: /Send events.*again/,
	createAutomationHook: /^Set up/,
	deleteAutomationHook: /end automations/,
	rotateAutomationHookSecret: /replace their secrets/,
	automationCreateClient: /add clients and leads/,
	automationFindOrCreateClient: /add clients.*read any client’s whole record/,
	automationCreateLead: /add clients and leads/,
};

const writing = endpoints.filter(({ scope }) => typeof scope === "string" && scope.startsWith("write:"));

it("the consent page tells of everything that a scope opens which writes", () => {
	const silent = writing.filter(({ id, scope }) => !told[id]?.test(scopeWords[scope as Scope]));
	expect(silent.map(({ id, scope }) => `${id} (${scope})`)).toEqual([]);
});

/** Begins the sentence about a change, for operations whose names are a verb and a kind of record. */
const verbs: Record<string, (kind: string) => string> = {
	create: (kind) => `Creates the ${kind} {}`,
	update: (kind) => `Changes the ${kind} {}`,
	delete: (kind) => `Deletes the ${kind} {}`,
	archive: (kind) => `Archives the ${kind} {}`,
	unarchive: (kind) => `Takes the ${kind} {} out of the archive`,
};

const ofPictures: Record<string, (owner: string) => string> = {
	create: (owner) => `Adds a picture to the ${owner} {0}`,
	update: (owner) => `Changes a picture of the ${owner} {0}`,
	delete: (owner) => `Deletes a picture of the ${owner} {0}`,
};

/** The other operations. */
const others: Record<string, string> = {
	createExport: "Makes a file of all that the studio has",
	cancelExport: "Cancels the export {0}",
	createImport: "Imports the clients of a file",
	cancelImport: "Cancels the import {0}",
	undoImport: "Deletes the unused clients of the import {0}",
	mergeClient: "Merges the client {source_id} into the client {}",
	eraseClient: "Erases the client {0} and all that is held about the person",
	convertLead: "Makes a client of the lead {}",
	confirmLead: "Confirms the booking request of the lead {0}",
	declineLead: "Declines the booking request of the lead {0}",
	chargeCancellationFee: "Charges a cancellation fee for the appointment {0}",
	refundCancellationFee: "Refunds the cancellation fee of the appointment {0}",
	updateDeposit: "Changes the deposit of the appointment {0}",
	setWorkingHours: "Sets the working hours of {0}",
	createTimeBlock: "Blocks a time of {0}",
	deleteTimeBlock: "Frees a blocked time of {0}",
	setExternalCalendar: "Sets the external calendar of {0}",
	deleteExternalCalendar: "Removes the external calendar of {0}",
	setArtistCalendarFeed: "Makes a new address for the calendar feed of {0}",
	deleteArtistCalendarFeed: "Ends the calendar feed of {0}",
	setShopCalendarFeed: "Makes a new address for the calendar feed of {0}",
	deleteShopCalendarFeed: "Ends the calendar feed of {0}",
	createFormSubmission: "Submits the form {0}",
	createFormPicture: "Adds a picture for a submission of the form {0}",
	rotateWebhookEndpointSecret: "Gives the webhook endpoint {0} a new secret",
	endReplacedWebhookEndpointValue: "Ends the replaced secret of the webhook endpoint {0}",
	testWebhookEndpoint: "Sends a sample event to the webhook endpoint {0}",
	verifyWebhookEndpoint: "Checks the signature of a request of the webhook endpoint {0}",
	recoverWebhookEndpoint: "Sends the dead deliveries of the webhook endpoint {0} once more",
	replayDelivery: "Sends the delivery {0} once more",
	rotateAutomationHookSecret: "Gives the automation hook {0} a new secret",
	automationCreateClient: "Creates the client {}",
	automationFindOrCreateClient: "Creates the client {}",
	automationCreateLead: "Creates the lead {}",
};

const wordsIn = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();

/**
 * The beginning of the sentence about a change. `{}` stands for the record, `{0}` for the first one in the path, and
 * `{source_id}` for the one that this field of the body names. Undefined for an operation that nobody has put in words.
 */
export function headlineOf(operationId: string): string | undefined {
	if (Object.hasOwn(others, operationId)) return others[operationId];
	const [, verb = "", rest = ""] = operationId.match(/^([a-z]+)([A-Z]\w*)$/) ?? [];
	const [, owner] = rest.match(/^(\w+)Picture$/) ?? [];
	const table = owner ? ofPictures : verbs;
	return Object.hasOwn(table, verb) ? table[verb]?.(wordsIn(owner ?? rest)) : undefined;
}

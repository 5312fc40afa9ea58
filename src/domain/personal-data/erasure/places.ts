import { auditEntriesKeptMs } from "../../../platform/commit/forget-entries.ts";
import { answerLifetimeMs } from "../../../platform/commit/keys/idempotency.ts";
import { previewsKeptMs } from "../../../platform/gate/previews/preview-store.ts";
import { requestsKeptMs } from "../../../platform/gate/requests/request-log.ts";
import { dayMs, minuteMs } from "../../../platform/lib/time.ts";
import { eventsKeptMs } from "../../events/endpoint-work/retention.ts";
import { exportsKeptMs } from "../../exports/end-exports.ts";
import { importsKeptMs } from "../../imports/forget-imports.ts";
import { objectsKeptMs } from "../../pictures/remove-objects.ts";
import { eraseAnswers } from "./answers.ts";
import { eraseAppointments } from "./appointments.ts";
import { eraseEvents, eraseLateAnswers } from "./events.ts";
import { eraseColumnNames, eraseImportRows } from "./imports.ts";
import { eraseOperatorKeys, erasePreviews, eraseRequests } from "./outside.ts";
import type { EraseSome } from "./person.ts";
import { eraseIdeas, eraseLeads, eraseSubmissions } from "./records.ts";
import { eraseSearchWords } from "./search-index.ts";
import { eraseDrafts, eraseEntries, eraseExports, eraseMails, hastenRemovals } from "./traces.ts";

/** A place in which a studio's data about a person can be. The guide about data protection has the same table. */
export interface Place {
	holds: string;
	/** In milliseconds; null: until the studio deletes it. */
	keptMs: number | null;
	/** The end of the data in an erasure. */
	erased: string;
	/** The parts of it that the transaction of the erasure takes. The others follow in steps. */
	atOnce: number;
	/** Comes so much later than the place before it. */
	waitMs?: number;
	erase: EraseSome;
}

const allAtOnce = 1;
const partsAtOnce = 50;
const inSteps = 0;

/** In the order of the erasure: first the records, by whose ids the other places are found. */
export const places: readonly Place[] = [
	{
		holds: "Appointments, with their links and reminders",
		keptMs: null,
		erased:
			"Those ahead are cancelled. Artist, event type, times, status, price, fee, deposit and client id stay, and no text.",
		atOnce: allAtOnce,
		erase: eraseAppointments,
	},
	{ holds: "Ideas", keptMs: null, erased: "Deleted.", atOnce: allAtOnce, erase: eraseIdeas },
	{ holds: "Leads and booking requests", keptMs: null, erased: "Deleted.", atOnce: allAtOnce, erase: eraseLeads },
	{
		holds: "Form submissions and signatures",
		keptMs: null,
		erased: "Deleted. Of a signed consent its form, the time of the signature and the client id stay.",
		atOnce: allAtOnce,
		erase: eraseSubmissions,
	},
	{
		holds: "Files that somebody chose for an import and has not started",
		keptMs: dayMs,
		erased: "Deleted, those of the whole studio.",
		atOnce: allAtOnce,
		erase: eraseDrafts,
	},
	{
		holds: "Files of exports",
		keptMs: exportsKeptMs,
		erased: "Removed within an hour, those of the whole studio.",
		atOnce: allAtOnce,
		erase: eraseExports,
	},
	{
		holds: "Pictures and files of imports that are deleted",
		keptMs: objectsKeptMs,
		erased: "Removed within an hour.",
		atOnce: allAtOnce,
		erase: hastenRemovals,
	},
	{ holds: "Mails that wait", keptMs: null, erased: "Deleted.", atOnce: allAtOnce, erase: eraseMails },
	{
		holds: "Audit log",
		keptMs: auditEntriesKeptMs,
		erased: "Action, id, actor and time stay. Old and new values go, and addresses from which the client booked.",
		atOnce: partsAtOnce,
		erase: eraseEntries,
	},
	{
		holds: "Events, and what receivers answered to their deliveries",
		keptMs: eventsKeptMs,
		erased: "Number, type, time and ids stay.",
		atOnce: partsAtOnce,
		erase: eraseEvents,
	},
	{
		holds: "Answers stored for an Idempotency-Key or a form",
		keptMs: answerLifetimeMs,
		erased:
			"A key that is a UUID or a hash stays, and a repetition gets 422 `idempotency_key_mismatch`. Other keys go.",
		atOnce: partsAtOnce,
		erase: eraseAnswers,
	},
	{
		holds: "Idempotency-Keys of the operator",
		keptMs: answerLifetimeMs,
		erased: "A key whose answer is gone goes.",
		atOnce: inSteps,
		erase: eraseOperatorKeys,
	},
	{
		holds: "Rows of imports",
		keptMs: importsKeptMs,
		erased: "The outcome stays, without cells and reason. Every failed row without a valid email loses them, too.",
		atOnce: partsAtOnce,
		erase: eraseImportRows,
	},
	{
		holds: "Names of the columns of imports",
		keptMs: importsKeptMs,
		erased: "Those of a file whose first row is the person go.",
		atOnce: partsAtOnce,
		erase: eraseColumnNames,
	},
	{
		holds: "Log of requests",
		keptMs: requestsKeptMs,
		erased: "A request with the email in its address is deleted. Other addresses have ids alone.",
		atOnce: inSteps,
		erase: eraseRequests,
	},
	{
		holds: "Changes that agents have tried",
		keptMs: previewsKeptMs,
		erased: "Deleted, those of the whole studio.",
		atOnce: inSteps,
		erase: erasePreviews,
	},
	{
		holds: "Words by which the search finds clients",
		keptMs: null,
		erased: "The index is written anew.",
		atOnce: inSteps,
		erase: eraseSearchWords,
	},
	{
		holds: "Answers of receivers to attempts that were under way",
		keptMs: eventsKeptMs,
		erased: "Deleted a minute later.",
		atOnce: inSteps,
		waitMs: minuteMs,
		erase: eraseLateAnswers,
	},
];

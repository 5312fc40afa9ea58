import type { AnyChange } from "../../../platform/commit/change.ts";
import type { EventDraft } from "../../../platform/events/event-draft.ts";
import { isObject, type Json } from "../protocol/messages.ts";
import { quotedText } from "./quoted-text.ts";

const mostFaults = 5;

/** The effects of an import, of its end and of its undoing, whose rows are done later. */
export function importWords(operationId: string, answer: Json, change: AnyChange<unknown>): string[] {
	switch (operationId) {
		case "createImport":
			return wordsOfImport(answer);
		case "undoImport":
			return wordsOfUndoing(answer, change);
		case "cancelImport":
			return [
				`${numberIn(answer, "rows_done")} of ${numberIn(answer, "rows_total")} rows are done and stay. The others are not done.`,
			];
		default:
			return [];
	}
}

/** The events that follow later: one for each client. Filters by client know none of these clients. */
export function laterEvents(operationId: string, answer: Json, change: AnyChange<unknown>): EventDraft[] {
	const event = (type: EventDraft["type"], when: boolean): EventDraft[] => (when ? [{ type, data: {} }] : []);
	if (operationId === "createImport")
		return [
			...event("client.created", numberIn(answer, "created") > 0),
			...event("client.updated", numberIn(answer, "updated") > 0),
		];
	return event("client.deleted", operationId === "undoImport" && change.beginsJob === true);
}

function wordsOfImport(answer: Json): string[] {
	const [created, updated, skipped, failed] = ["created", "updated", "skipped", "failed"].map((name) =>
		numberIn(answer, name),
	) as [number, number, number, number];
	const parts = [
		counted(created, "makes a new client", "make a new client"),
		counted(updated, "changes a client", "change a client"),
		counted(skipped, "is skipped, because a client has its email", "are skipped, because clients have their emails"),
		counted(failed, "fails", "fail"),
	].flat();
	const faults = Array.isArray(answer.faults) ? answer.faults.filter(isObject) : [];
	const ignored = Array.isArray(answer.ignored_columns) ? answer.ignored_columns.map(String) : [];
	return [
		`Of its ${numberIn(answer, "rows_total")} rows ${parts.join(", ")}.`,
		...faults.slice(0, mostFaults).map(({ row, reason }) => `Row ${row}: ${quotedText(String(reason), 200)}.`),
		...(failed > mostFaults ? ["The faults of the answer tell more rows."] : []),
		...(ignored.length > 0
			? [`It leaves out the columns ${ignored.map((name) => quotedText(name, 100)).join(", ")}.`]
			: []),
		"The service does the rows in steps.",
		...(created > 0 ? ["For 7 days it can be undone: that deletes the new clients whom nobody has used."] : []),
		...(updated > 0 ? ["No undoing takes changes of clients back."] : []),
		"Nobody gets a mail.",
	];
}

function wordsOfUndoing(answer: Json, { beginsJob }: AnyChange<unknown>): string[] {
	const left = Array.isArray(answer.left) ? answer.left.length : 0;
	const updated = numberIn(answer, "updated");
	return [
		...(beginsJob ? [`Up to ${numberIn(answer, "created") - left} clients are deleted in steps.`] : []),
		...(left > 0 ? [`${people(left)}, because somebody has changed or used them.`] : []),
		...(updated > 0 ? [`${people(updated)} as the import has changed them.`] : []),
	];
}

const people = (count: number): string => (count === 1 ? "1 client stays" : `${count} clients stay`);

const counted = (count: number, one: string, many: string): string[] =>
	count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

function numberIn(answer: Json, name: string): number {
	const value = answer[name];
	return typeof value === "number" ? value : 0;
}

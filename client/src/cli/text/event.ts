import { visible } from "./visible.ts";

interface Shown {
	type: string;
	data: object;
}

/** The domains whose id has another key than the domain's name. */
const keys: Record<string, string> = { consent_submission: "formSubmissionId", subscription: "tenantId" };

/** The id of the record that the event is about. */
export function recordOf({ type, data }: Shown): string {
	const domain = type.split(".")[0] ?? "";
	const key = keys[domain] ?? `${domain.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}Id`;
	const id = (data as Record<string, unknown>)[key];
	return typeof id === "string" ? visible(id) : "";
}

/** The local time of day. */
export const timeOf = (at: string | Date): string => new Date(at).toTimeString().slice(0, 8);

/** The local day and time. */
export function dayAndTimeOf(at: string | Date): string {
	const date = new Date(at);
	const two = (number: number) => String(number).padStart(2, "0");
	return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${timeOf(date)}`;
}

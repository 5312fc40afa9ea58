import { type DescribedApp, readDocument } from "./document.ts";
import { fetchDocument } from "./fetch.ts";

export type ReadOutcome = DescribedApp | { fault: string; isOutage: boolean };

export async function readDocumentAt(address: string, rules: { development: boolean }): Promise<ReadOutcome> {
	const fetched = await fetchDocument(address, rules);
	if ("fault" in fetched) return fetched;
	const read = readDocument(fetched.text, address, rules);
	return "fault" in read ? { ...read, isOutage: false } : read;
}

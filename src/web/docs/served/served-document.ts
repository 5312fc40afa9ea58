import type { apiDocument } from "../../../api/openapi/document.ts";
import { nameValuesInSamples } from "./brief-samples.ts";
import { moveExamplesIntoParts } from "./examples-in-parts.ts";
import type { Part } from "./parts.ts";
import { groupFailures } from "./ranges-of-failures.ts";
import { shareFields } from "./shared-fields.ts";
import { referToRecords, sayOnceInAllOf } from "./words-once.ts";

type Document = ReturnType<typeof apiDocument>;

/** The document as programs get it, in 400 KB: it says everything that the document says, and repeats less. */
export function servedDocument(document: Document): Document {
	const served = structuredClone(document);
	const { schemas, responses } = served.components as Record<string, Record<string, Part>>;
	if (!schemas || !responses) throw new Error("The document has no schemas or no answers.");
	const paths = served.paths as Record<string, Record<string, Part>>;
	sayOnceInAllOf(served, schemas);
	shareFields(schemas);
	moveExamplesIntoParts(served.webhooks as Part, schemas);
	referToRecords(schemas);
	groupFailures(paths, responses);
	nameValuesInSamples(paths);
	return served;
}

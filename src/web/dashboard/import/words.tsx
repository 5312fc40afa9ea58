import { clientFields } from "../../../domain/clients/clients/fields.ts";
import type { Import } from "../../../domain/imports/schema.ts";
import { Badge, type Tone } from "../../ui/components/elements.tsx";

const statuses: Record<Import["status"], [tone: Tone, word: string]> = {
	PENDING: ["info", "Waiting"],
	RUNNING: ["info", "Under way"],
	DONE: ["good", "Done"],
	CANCELLED: ["plain", "Cancelled"],
	FAILED: ["bad", "Failed"],
};

interface StatusProps {
	of: Import;
	isBeingUndone: boolean;
}

export const StatusBadge = ({ of: { status, undone_at }, isBeingUndone }: StatusProps) => {
	const [tone, word]: [Tone, string] = isBeingUndone
		? ["info", "Being undone"]
		: undone_at === null
			? statuses[status]
			: ["plain", "Undone"];
	return <Badge tone={tone}>{word}</Badge>;
};

const countNames = ["created", "updated", "skipped", "failed"] as const;

export const countWords = (of: Import): string =>
	countNames
		.filter((name) => of[name] > 0)
		.map((name) => `${of[name].toLocaleString("en-GB")} ${name}`)
		.join(", ") || "–";

const partWords: Record<string, string> = {
	"address.line1": "Address, first line",
	"address.line2": "Address, second line",
	"address.city": "City",
	"address.state": "State",
	"address.postal_code": "Postal code",
	"address.country": "Country",
	metadata: "Metadata, as JSON",
};

/** A field of a client, also a part of one. */
export const labelOf = (field: string): string =>
	partWords[field] ?? (clientFields as Record<string, { label: string }>)[field]?.label ?? field;

/** `email: is required; has 3 cells` → `Email is required. The row has 3 cells.` */
export const reasonWords = (reason: string): string =>
	reason
		.split("; ")
		.map(sentenceOf)
		.map((sentence) => sentence.replace(/\.?$/, "."))
		.join(" ");

function sentenceOf(fault: string): string {
	const end = fault.indexOf(": ");
	const place = fault.slice(0, Math.max(end, 0));
	if (!/^[a-z_]+(\.|$)/.test(place)) return /^[a-z]/.test(fault) ? `The row ${fault}` : fault;
	const message = fault.slice(end + 2);
	const [field = "", ...parts] = place.split(".");
	const part = parts.join(".");
	if (field === "metadata") return part ? `Metadata “${part}” ${message}` : `Metadata ${message}`;
	// The place in a list says nothing to people.
	return `${labelOf(/^\d/.test(part) ? field : place)} ${message}`;
}

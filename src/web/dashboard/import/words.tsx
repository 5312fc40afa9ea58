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

export const StatusBadge = ({ status }: Pick<Import, "status">) => {
	const [tone, word] = statuses[status];
	return <Badge tone={tone}>{word}</Badge>;
};

const countNames = ["created", "updated", "skipped", "failed"] as const;

export const countWords = (of: Import): string =>
	countNames
		.filter((name) => of[name] > 0)
		.map((name) => `${of[name].toLocaleString("en-GB")} ${name}`)
		.join(", ") || "–";

const addressWords: Record<string, string> = {
	"address.line1": "Address, first line",
	"address.line2": "Address, second line",
	"address.city": "City",
	"address.state": "State",
	"address.postal_code": "Postal code",
	"address.country": "Country",
};

/** A field of a client, also a part of one. */
export const labelOf = (field: string): string =>
	addressWords[field] ?? (clientFields as Record<string, { label: string }>)[field]?.label ?? field;

/** `email: is required; first_name: is required` → `Email is required. First name is required.` */
export const reasonWords = (reason: string): string =>
	reason
		.split("; ")
		.map((fault) =>
			fault.replace(/^([\w.]{1,60}): (.*)$/, (_, field: string, message: string) => `${labelOf(field)} ${message}`),
		)
		.map((sentence) => sentence.replace(/\.?$/, "."))
		.join(" ");

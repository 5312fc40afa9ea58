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

/** `1 row`, `2,000 rows`. */
export const counted = (count: number, one: string): string =>
	`${count.toLocaleString("en-GB")} ${count === 1 ? one : `${one}s`}`;

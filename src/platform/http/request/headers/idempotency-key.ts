import type { Problem } from "../../../problems/problem.ts";
import { headerFault } from "./header-fault.ts";

const maxLength = 255;

/** An expression that trims the end looks at each run of spaces from each of its spaces. */
function trimmed(text: string): string {
	let [from, to] = [0, text.length];
	while (text[from] === " ") from += 1;
	while (to > from && text[to - 1] === " ") to -= 1;
	return text.slice(from, to);
}

/**
 * The key of the `Idempotency-Key` header, if there is one (contract: Idempotency 2). A fault is
 * returned, because the gate must admit the request before it is thrown (contract: Wire 29).
 */
export function idempotencyKeyOf(header: string | undefined): { key?: string; fault?: Problem } {
	if (header === undefined) return {};
	const bare = trimmed(header);
	const key = trimmed(/^"(.*)"$/.exec(bare)?.[1] ?? bare);
	if (key.length <= maxLength && /^[\x20-\x7e]+$/.test(key)) return { key };
	return { fault: headerFault("Idempotency-Key", `must be 1 to ${maxLength} printable ASCII characters`) };
}

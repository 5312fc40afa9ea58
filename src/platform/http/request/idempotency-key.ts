import type { Problem } from "../../problems/problem.ts";
import { headerFault } from "./header-fault.ts";

const maxLength = 255;

const trimmed = (text: string): string => text.replace(/^ +| +$/g, "");

/**
 * The key of the `Idempotency-Key` header, if there is one (contract: Idempotency 2). A fault is
 * returned, because the gate must admit the request before it is thrown (contract: Wire 29).
 */
export function idempotencyKeyOf(header: string | undefined): { key?: string; fault?: Problem } {
	if (header === undefined) return {};
	const bare = trimmed(header);
	const key = trimmed(/^"(.*)"$/.exec(bare)?.[1] ?? bare);
	if (/^[\x20-\x7e]+$/.test(key) && key.length <= maxLength) return { key };
	return { fault: headerFault("Idempotency-Key", `must be 1 to ${maxLength} printable ASCII characters`) };
}

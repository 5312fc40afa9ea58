import type { Ctx } from "../../platform/context.ts";
import { together } from "../../platform/db/together.ts";
import { withTagOf } from "../../platform/http/versions/version.ts";
import { decideRow, parseRow } from "./decide-row.ts";
import type { WaitingRow } from "./file/read-file.ts";
import { added, type Import, type ImportInput, noneYet } from "./schema.ts";

const maxFaults = 100;
/** The reads of so many rows are one call. */
const rowsAtOnce = 100;

/** Decides each row, and keeps nothing. Nobody writes meanwhile, so a row must be told of the emails of the rows before it. */
export async function tryImport(ctx: Ctx, lines: Uint8Array, shown: Import, input: ImportInput): Promise<Import> {
	const faults: NonNullable<Import["faults"]> = [];
	const emails = new Set<string>();
	let counts = noneYet;
	let row = 0;
	for (const chunk of chunksOf(lines)) {
		const parsed = chunk.map((waiting) => parseRow(waiting, input));
		const repeated = parsed.map((one) => "key" in one && emails.size === emails.add(one.key).size);
		const decisions = await together(
			ctx,
			...parsed.map((one, n) => async (ctx: Ctx) => {
				const decision = await decideRow(ctx, one, input);
				if (!repeated[n] || decision.outcome !== "created") return decision;
				return { ...decision, outcome: input.onDuplicate === "skip" ? ("skipped" as const) : ("updated" as const) };
			}),
		);
		for (const { outcome, reason } of decisions) {
			row++;
			if (outcome === "failed" && faults.length < maxFaults) faults.push({ row, reason: reason ?? "" });
		}
		counts = added(counts, decisions);
	}
	return withTagOf(shown, { ...shown, ...counts, rows_done: row, faults });
}

export function* chunksOf(lines: Uint8Array): Generator<WaitingRow[]> {
	let chunk: WaitingRow[] = [];
	const decoder = new TextDecoder();
	for (let at = 0; at < lines.byteLength; ) {
		const end = lines.indexOf(0x0a, at);
		chunk.push(JSON.parse(decoder.decode(lines.subarray(at, end))) as WaitingRow);
		at = end + 1;
		if (chunk.length < rowsAtOnce && at < lines.byteLength) continue;
		yield chunk;
		chunk = [];
	}
}

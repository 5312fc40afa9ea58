import { type Change, changesNothing } from "../../platform/commit/change.ts";
import type { Ctx } from "../../platform/context.ts";
import type { rowOutcomes } from "../../platform/db/tables/data/imports.ts";
import { emailKey } from "../../platform/http/fields/fields.ts";
import { Problem } from "../../platform/problems/problem.ts";
import { createClient, updateClient } from "../clients/clients/operations.ts";
import { type NewClient, newClient } from "../clients/clients/schema.ts";
import { bodyOf, cellsOf, type Mapping } from "./file/columns.ts";
import type { WaitingRow } from "./file/read-file.ts";
import type { ImportInput } from "./schema.ts";

const maxFaults = 10;
const maxReasonChars = 1000;

/** The body that a row stands for, or why it stands for none. */
export type ParsedRow = { body: NewClient; key: string } | { fault: string };

export function parseRow(row: WaitingRow, mapping: Mapping): ParsedRow {
	if ("f" in row) return { fault: row.f };
	const parsed = newClient.safeParse("c" in row ? bodyOf(row.c, mapping) : row.v);
	if (parsed.success) return { body: parsed.data, key: emailKey(parsed.data.email) };
	const faults = parsed.error.issues.slice(0, maxFaults).map(({ path, message }) => `${path.join(".")}: ${message}`);
	return { fault: faults.join("; ") };
}

/** The cells of a row, as the file of failed rows shows them. */
export const shownCells = (row: WaitingRow): string[] => ("v" in row ? cellsOf(row.v) : (row.c ?? []));

/** The outcome of a row, and the change that makes it so. */
export interface RowDecision {
	outcome: Exclude<(typeof rowOutcomes)[number], "undone" | "left">;
	reason: string | null;
	clientId: string | null;
	change?: Change<unknown>;
}

/** Decides one row with the operations of `POST` and `PATCH` of clients. */
export async function decideRow(ctx: Ctx, row: ParsedRow, { onDuplicate }: ImportInput): Promise<RowDecision> {
	if ("fault" in row) return failed(row.fault);
	try {
		const change = await createClient(ctx, row.body);
		return { outcome: "created", reason: null, clientId: change.result.id, change };
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		const clientId = error.code === "duplicate_email" ? String(error.extra.existing_id) : null;
		if (clientId === null) return failed(error.message);
		if (onDuplicate === "skip") return skipped(clientId, "A client has this email.");
		return await decideUpdate(ctx, clientId, row.body);
	}
}

async function decideUpdate(ctx: Ctx, clientId: string, body: NewClient): Promise<RowDecision> {
	try {
		const change = await updateClient(ctx, clientId, body);
		if (changesNothing(change)) return skipped(clientId, "The client is like this already.");
		return { outcome: "updated", reason: null, clientId, change };
	} catch (error) {
		if (error instanceof Problem) return { ...failed(error.message), clientId };
		throw error;
	}
}

const failed = (reason: string): RowDecision => ({
	outcome: "failed",
	reason: reason.slice(0, maxReasonChars),
	clientId: null,
});

const skipped = (clientId: string, reason: string): RowDecision => ({ outcome: "skipped", reason, clientId });

import { and, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../../../platform/context.ts";
import { eachOf } from "../../../platform/db/each-of.ts";
import { appointments, depositStatus } from "../../../platform/db/tables/data/appointments.ts";
import type { Deposit } from "../../booking/deposits/schema.ts";
import { mergedIds } from "../person.ts";
import { eraseClient } from "./operation.ts";
import { rowsAtOnce } from "./records.ts";
import type { Erasure } from "./schema.ts";

/** The outcome of an erasure, if it were made at this moment. */
export interface ErasurePreview {
	deleted: Record<"ideas" | "leads" | "submissions" | "pictures", number>;
	/** There may be more of them, which the steps of the erasure would find. */
	mayHaveMore: boolean;
	/** The appointments ahead that would be cancelled. */
	cancelled: number;
	/** The paid deposits that the studio then owes. */
	refunding: number;
	kept: Erasure["kept"];
}

/** The decision of the erasure tells all of it. Nothing is committed. */
export async function previewErasure(ctx: Ctx, id: string): Promise<ErasurePreview> {
	const { result, audit = [], events = [] } = await eraseClient(ctx, id);
	const countOf = (action: string) => [audit].flat().filter((entry) => entry.action === action).length;
	const deleted = {
		ideas: countOf("idea.deleted"),
		leads: countOf("lead.deleted"),
		submissions: countOf("form_submission.deleted"),
		pictures: countOf("picture.deleted"),
	};
	const ofForms = deleted.submissions + countOf("form_submission.updated");
	const cancellations = events.filter(({ type }) => type === "appointment.cancelled");
	const cancelledWithRefund = cancellations.filter(
		({ data }) => (data.deposit as Deposit | null)?.status === "REFUNDING",
	);
	const refunds = new Set([
		...(await refundsUnderWay(ctx, id)),
		...cancelledWithRefund.map(({ data }) => data.appointmentId),
	]);
	return {
		deleted,
		mayHaveMore: Math.max(deleted.ideas, deleted.leads, ofForms) >= rowsAtOnce,
		cancelled: cancellations.length,
		refunding: refunds.size,
		kept: result.kept,
	};
}

/** The appointments whose deposit waits to be given back already. */
async function refundsUnderWay(ctx: Ctx, id: string): Promise<string[]> {
	const rows = await ctx.db
		.select({ id: appointments.id })
		.from(appointments)
		.where(
			and(
				eq(appointments.tenantId, ctx.tenantId),
				inArray(appointments.clientId, eachOf(await mergedIds(ctx, id))),
				sql`${depositStatus} = 'REFUNDING'`,
			),
		);
	return rows.map(({ id }) => id);
}

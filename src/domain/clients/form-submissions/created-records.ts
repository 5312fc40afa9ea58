import type { Change } from "../../../platform/commit/change.ts";
import { insert } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import { firstRevision } from "../../../platform/db/record.ts";
import { ideas } from "../../../platform/db/tables/data/ideas.ts";
import { payload } from "../../../platform/lib/camel.ts";
import { newId } from "../../../platform/lib/ids.ts";
import type { FormRow } from "../../studio/forms/schema.ts";
import { type Idea, toIdea, withSearchWords } from "../ideas/schema.ts";
import { createLead } from "../leads/operations.ts";
import type { Lead } from "../leads/schema.ts";
import type { Contact } from "./contact.ts";

export interface SubmissionOrigin {
	id: string;
	form: FormRow;
	contact: Contact;
	clientId: string | null;
	isFromBookingPage: boolean;
}

export async function leadFrom(ctx: Ctx, { id, form, contact, clientId }: SubmissionOrigin): Promise<Change<Lead>> {
	const { email, firstName, lastName, phone, message } = contact;
	return createLead(
		ctx,
		{ first_name: firstName ?? form.name, last_name: lastName, email, phone, message, source: "FORM" },
		{ formSubmissionId: id, ...(clientId === null ? {} : { clientId }) },
	);
}

export function ideaFrom(ctx: Ctx, origin: SubmissionOrigin, clientId: string): Change<Idea> {
	const { id, form, contact, isFromBookingPage } = origin;
	const row = withSearchWords({
		id: newId("idea", ctx.now),
		tenantId: ctx.tenantId,
		clientId,
		artistId: null,
		subject: contact.subject ?? form.name,
		stage: "NEW",
		sourceType: isFromBookingPage ? "BOOKING_PAGE" : "FORM",
		bttStatus: "NONE",
		archived: false,
		archivedAt: null,
		formSubmissionId: id,
		metadata: {},
		pictureCount: 0,
		details: contact.message === undefined ? {} : { description: contact.message },
		...firstRevision(ctx.now),
	});
	const result = toIdea(row);
	return {
		result,
		writes: [insert(ideas).values(row)],
		events: [{ type: "idea.created", data: payload("idea", result) }],
		audit: { action: "idea.created", resourceId: row.id },
	};
}

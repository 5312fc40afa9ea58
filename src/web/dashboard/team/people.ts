import type { NewUser, Seat, User } from "../../../domain/access/people/schema.ts";
import { addUser } from "../../../domain/access/people/team/add.ts";
import { resendInvitation } from "../../../domain/access/people/team/resend.ts";
import { findSeat } from "../../../domain/access/people/team/seats.ts";
import { mayBeSent } from "../../../domain/mail/outbox/cap.ts";
import type { Change } from "../../../platform/commit/change.ts";
import { together } from "../../../platform/db/together.ts";
import { atGate } from "../../../platform/gate/gate-client.ts";
import { gateRequestOf } from "../../../platform/http/request/app-env.ts";
import { Problem } from "../../../platform/problems/problem.ts";
import { FormRefusal } from "../forms/execute-form.ts";
import type { Visit } from "../frame/visit.ts";

/** The name of a member, or the email of an invited person: an invitation must not reveal whether they have an account. */
export const nameOf = ({ user, status }: Seat): string => (status === "ACTIVE" && user.name) || user.email;

export async function invite(visit: Visit, ctx: Visit["ctx"], given: NewUser): Promise<Change<User>> {
	try {
		const change = await addUser(ctx, ctx.tenantId, given);
		await countMail(visit, given.email);
		return change;
	} catch (error) {
		if (!(error instanceof Problem) || error.code !== "conflict") throw error;
		const email = "A person with this email is already in the team or invited.";
		throw new FormRefusal({ summary: "Check the form. Nobody has been invited yet.", fields: { email } }, 409);
	}
}

export async function resend(visit: Visit, ctx: Visit["ctx"], userId: string): Promise<Change<User>> {
	const [{ user }, change] = await together(
		ctx,
		(ctx) => findSeat(ctx, ctx.tenantId, userId),
		(ctx) => resendInvitation(ctx, ctx.tenantId, userId),
	);
	await countMail(visit, user.email);
	return change;
}

async function countMail({ c, studio }: Visit, email: string): Promise<void> {
	if (await atGate(gateRequestOf(c), () => mayBeSent(c.env, c.get("databases"), studio.id, email))) return;
	throw new FormRefusal(
		{ summary: "Too many mails were sent to this address within an hour. Try again later.", fields: {} },
		429,
	);
}

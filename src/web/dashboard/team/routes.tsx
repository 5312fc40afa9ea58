import { newUser, type Seat, userPatch } from "../../../domain/access/people/schema.ts";
import { removeUser, updateUser } from "../../../domain/access/people/team/change.ts";
import { findSeat, listSeats } from "../../../domain/access/people/team/seats.ts";
import { mapResult } from "../../../platform/commit/change.ts";
import { together } from "../../../platform/db/together.ts";
import type { FormState } from "../../ui/components/fields.tsx";
import { confirmationPage } from "../forms/confirm.tsx";
import { parseBody } from "../forms/execute-form.ts";
import { textOf, textOrNull } from "../forms/form-values.ts";
import { Area } from "../frame/area.ts";
import type { Visit } from "../frame/visit.ts";
import { nextPageOf } from "../lists/next-page.ts";
import { back, EditRole, Invite, path, pathOf, Team } from "./page.tsx";
import { invite, nameOf, resend } from "./people.ts";

/** The members of the studio and its invitations (contract: Dashboard 12). */
export const teamPages = new Area("owner");

const kinds = { id: "user" } as const;
const perPage = 50;

const seatOf = ({ ctx }: Visit, { id }: { id: string }): Promise<Seat> => findSeat(ctx, ctx.tenantId, id);

teamPages.page(path, {}, async (visit) => {
	const after = visit.c.req.query("after");
	const seats = await listSeats(visit.ctx, visit.ctx.tenantId, { after, take: perPage + 1 });
	const rows = seats.map((seat) => ({ ...seat, id: seat.user.id }));
	const { shown, next } = nextPageOf(visit, rows, perPage);
	return { title: "Team", body: <Team visit={visit} seats={shown} next={next} /> };
});

const newMemberState: FormState = { values: { role: ["STAFF"] } };

teamPages.form(
	`${path}/invite`,
	{},
	{
		kind: "create",
		show: (visit, _, again) => ({
			title: "Invite somebody",
			body: <Invite visit={visit} of={again ?? newMemberState} />,
		}),
		operation: (visit, values) => {
			const given = { email: textOf(values, "email"), name: textOrNull(values, "name"), role: textOf(values, "role") };
			const body = parseBody(newUser, given);
			return (ctx) => invite(visit, ctx, body);
		},
		afterSubmit: (visit) => visit.to(path, { done: "invited" }),
	},
);

teamPages.form(`${path}/:id/resend`, kinds, {
	kind: "change",
	operation:
		(visit, _, { id }) =>
		(ctx) =>
			resend(visit, ctx, id),
	afterSubmit: (visit) => visit.to(path, { done: "resent" }),
});

teamPages.form(`${path}/:id/edit`, kinds, {
	kind: "change",
	show: async (visit, ids, again) => {
		const seat = await seatOf(visit, ids);
		const of = again ?? { values: { role: [seat.of.role] } };
		return { title: `Edit ${nameOf(seat)}`, body: <EditRole visit={visit} seat={seat} of={of} /> };
	},
	operation: (_, values, { id }) => {
		const body = parseBody(userPatch.required(), { role: textOf(values, "role") });
		return (ctx) => updateUser(ctx, ctx.tenantId, id, body);
	},
	// An owner who made themselves STAFF can no longer open the team.
	afterSubmit: (visit, { id, role }) =>
		id === visit.user.id && role === "STAFF" ? visit.to("/dashboard") : visit.to(path, { done: "changed" }),
});

teamPages.form(`${path}/:id/remove`, kinds, {
	kind: "delete",
	show: async (visit, ids, again) => {
		const seat = await seatOf(visit, ids);
		return confirmationPage({
			...removalTexts(visit, seat),
			action: visit.to(`${pathOf(seat)}/remove`),
			back: { ...back(visit) },
			again,
		});
	},
	operation:
		(_visit, _typed, { id }) =>
		async (ctx) => {
			const [{ status }, change] = await together(
				ctx,
				(ctx) => findSeat(ctx, ctx.tenantId, id),
				(ctx) => removeUser(ctx, ctx.tenantId, id),
			);
			return mapResult(change, () => ({ id, was: status }));
		},
	afterSubmit: (visit, { id, was }) =>
		id === visit.user.id ? "/dashboard" : visit.to(path, { done: was === "INVITED" ? "withdrawn" : "removed" }),
});

function removalTexts(visit: Visit, seat: Seat) {
	const { name } = visit.studio;
	if (seat.status === "INVITED")
		return {
			question: `Withdraw the invitation of ${seat.user.email}?`,
			text: <p>The link in the mail will no longer work. You can invite the same person again.</p>,
			verb: "Withdraw",
		};
	const isSelf = seat.user.id === visit.user.id;
	return {
		question: isSelf ? `Leave ${name}?` : `Remove ${nameOf(seat)}?`,
		text: (
			<p>
				{isSelf ? "You lose" : `${nameOf(seat)} loses`} access to {name} at once. Apps that{" "}
				{isSelf ? "you" : "this person"} connected stay connected, because they belong to the studio.
			</p>
		),
		verb: isSelf ? "Leave" : "Remove",
		keep: isSelf ? "Stay" : "Keep access",
	};
}

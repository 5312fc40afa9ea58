import type { BookableType } from "../../../domain/booking/bookings/bookable-artist.ts";
import { findForm } from "../../../domain/studio/forms/operations.ts";
import type { Ctx } from "../../../platform/context.ts";
import { together } from "../../../platform/db/together.ts";
import type { BookableArtist } from "../bookable-artist.ts";
import type { TypeForm } from "./answers.ts";

/** Its two ids may name a form of any kind, and both may name the same form. Only active ones count. */
export async function formsOf({ ctx }: BookableArtist, { details }: BookableType): Promise<TypeForm[]> {
	const { intake_form_id, consent_form_id, min_age } = details;
	const find = async (ctx: Ctx, prefix: TypeForm["prefix"], id: string | null | undefined): Promise<TypeForm[]> => {
		const form = id ? await findForm(ctx, id) : undefined;
		const isSigned = prefix === "consent" || form?.kind === "CONSENT";
		return form?.isActive ? [{ form, prefix, isSigned, asksBirth: min_age !== null }] : [];
	};
	const [intake, consent] = await together(
		ctx,
		(ctx) => find(ctx, "intake", intake_form_id === consent_form_id ? null : intake_form_id),
		(ctx) => find(ctx, "consent", consent_form_id),
	);
	return [...intake, ...consent];
}

import { type Change, decideAgain } from "../../../platform/commit/change.ts";
import { combine } from "../../../platform/commit/combine.ts";
import type { Ctx } from "../../../platform/context.ts";
import { clientWithEmail, isEmailTaken } from "../../clients/clients/lookup.ts";
import { createNewcomer } from "../../clients/clients/operations.ts";
import type { NewClient } from "../../clients/clients/schema.ts";
import { createAppointment } from "./operations.ts";
import type { Appointment, NewAppointment } from "./schema.ts";

/** A new client is created in the same transaction as the appointment. */
export async function bookByEmail(
	ctx: Ctx,
	given: Omit<NewAppointment, "client_id">,
	newcomer: NewClient,
): Promise<Change<Appointment>> {
	const known = await clientWithEmail(ctx, newcomer.email);
	if (known !== undefined) return await createAppointment(ctx, { ...given, client_id: known });
	const client = await createNewcomer(ctx, newcomer);
	const booking = await createAppointment(
		ctx,
		{ ...given, client_id: client.result.id },
		{ isNewClient: true, dateOfBirth: client.result.date_of_birth ?? undefined },
	);
	return combine([client], {
		...booking,
		// Another request created the same client meanwhile.
		onRefused: (refusal) => (isEmailTaken(refusal) ? decideAgain : booking.onRefused?.(refusal)),
	});
}

import { type AppointmentRecord, findAppointment } from "../../../domain/booking/appointments/shown-appointment.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { FormValues } from "../../ui/components/fields.tsx";
import { FormRefusal } from "../forms/execute-form.ts";
import { textOf } from "../forms/form-values.ts";

export async function findUnchanged(ctx: Ctx, id: string, values: FormValues): Promise<AppointmentRecord> {
	const record = await findAppointment(ctx, id);
	if (textOf(values, "seen") === record.appointment.updated_at) return record;
	const summary = "Somebody else has just changed the appointment. Check it, and try again.";
	throw new FormRefusal({ summary, fields: {} }, 409);
}

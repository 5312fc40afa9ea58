import { pathOf } from "../calendar/paths.ts";

export const path = "/dashboard/deposits";

/** The page on which the studio notes what became of the deposit of an appointment. */
export const stepPath = (appointmentId: string, step: string): string =>
	`${pathOf({ id: appointmentId })}/deposit/${step}`;

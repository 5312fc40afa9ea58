import * as z from "zod";
import { allowBlocked } from "../appointments/schema.ts";

export const confirmedRequest = z.object({ allow_blocked: allowBlocked.optional() }).meta({ id: "LeadConfirmation" });

export type ConfirmedRequest = z.output<typeof confirmedRequest>;

// The types of the demo studio's requests, from the API's own schemas.
import type { z } from "zod";
import type { newAppointment } from "../../src/domain/booking/appointments/schema.ts";
import type { clientPatch, newClient } from "../../src/domain/clients/clients/schema.ts";
import type { newSubmission } from "../../src/domain/clients/form-submissions/schema.ts";
import type { ideaPatch, newIdea } from "../../src/domain/clients/ideas/schema.ts";
import type { leadPatch, newLead } from "../../src/domain/clients/leads/schema.ts";
import type { newArtist, newWorkingHours } from "../../src/domain/studio/artists/schema.ts";
import type { newEventType } from "../../src/domain/studio/event-types/schema.ts";
import type { newForm } from "../../src/domain/studio/forms/schema.ts";
import type { newShop } from "../../src/domain/studio/shops/schema.ts";

export type Shop = z.input<typeof newShop>;
export type Artist = z.input<typeof newArtist> & { slug: string };
export type WorkingHours = z.input<typeof newWorkingHours>["hours"];
export type EventType = Omit<z.input<typeof newEventType>, "artist_id" | "slug">;
export type Client = z.input<typeof newClient>;
export type ClientPatch = z.input<typeof clientPatch>;
export type Appointment = z.input<typeof newAppointment>;
export type Form = z.input<typeof newForm>;
export type Submission = z.input<typeof newSubmission>;
export type Lead = z.input<typeof newLead>;
export type LeadPatch = z.input<typeof leadPatch>;
export type Idea = z.input<typeof newIdea>;
export type IdeaPatch = z.input<typeof ideaPatch>;

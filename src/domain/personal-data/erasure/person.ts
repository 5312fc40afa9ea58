import type { AuditDraft } from "../../../platform/commit/change.ts";
import type { Write } from "../../../platform/commit/write.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { EventDraft } from "../../../platform/events/event-draft.ts";
import { firstIdAt, type IdKind } from "../../../platform/lib/ids.ts";
import { secondMs } from "../../../platform/lib/time.ts";
import type { Person } from "../person.ts";

export interface ErasedPerson extends Person {
	/** The ids of the person's appointments, leads, ideas, submissions and pictures, as far as they have been found. */
	records: string[];
	/** The credentials and the Idempotency-Keys whose answers were forgotten. */
	keys: [string, string][];
	erasedAt: number;
}

/** A decision may be repeated. A record that is newer than that is about a person who has come again. */
const longestDecisionMs = 10 * secondMs;

export const isNew = ({ erasedAt }: ErasedPerson, createdAt: unknown): boolean =>
	Number(createdAt) > erasedAt + longestDecisionMs;

/** The ids of records that are new are not below it. */
export const firstNewId = ({ erasedAt }: ErasedPerson, kind: IdKind): string =>
	firstIdAt(kind, erasedAt + longestDecisionMs);

/** A bounded part of the erasure in one place. */
export interface Part {
	writes: Write[];
	events?: EventDraft[];
	audit?: AuditDraft[];
	/** Records of the person that this part has found. */
	records?: string[];
	keys?: [string, string][];
	/** The position from which the next part continues; null if nothing is left in this place. */
	next: unknown;
}

/** The objects of the studio that keep texts beside its data. A call may come twice. */
export interface ObjectsOfStudio {
	/** Forgets the logged requests that have one of these texts in their address, in any case. */
	forgetRequests(texts: string[]): Promise<void>;
	/** The control database knows in which database the answers to the operator's keys are. */
	forgetOperatorKeys(keys: [string, string][]): Promise<void>;
	/** Forgets the changes that agents have tried. They are sealed, so nobody can tell those about the person. */
	forgetPreviews(): Promise<void>;
}

/** Only the steps after the transaction of the erasure reach the objects. */
type ErasingCtx = Ctx & { objectsOfStudio?: ObjectsOfStudio };

export const withFound = (person: ErasedPerson, { records = [], keys = [] }: Part): ErasedPerson => ({
	...person,
	records: [...new Set([...person.records, ...records])],
	keys: [...person.keys, ...keys],
});

export type EraseSome = (ctx: ErasingCtx, person: ErasedPerson, after: unknown) => Promise<Part>;

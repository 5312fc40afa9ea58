import fc from "fast-check";
import type { Appointment, Model, Status } from "./model.ts";

/** The terms of an event type. */
export interface Terms {
	required: boolean;
	amount: number;
	dueHours: number | null;
	cancels: boolean;
}

/** A step as it is drawn: numbers that choose among what there is by then. */
interface Drawn {
	kind: "book" | "note" | "move" | "end" | "revive" | "retype" | "client cancels" | "merge" | "delete" | "terms";
	n: number;
	m: number;
	status: string;
	terms: Terms;
}

/** How the request is sent: once, again with the same key, or with a crash before or after its commit and then again. */
export type Manner = "once" | "twice" | "crashed" | "unanswered";

export interface DrawnStep extends Drawn {
	manner: Manner;
	/** Another request that commits between the decision and the commit of this one. */
	meanwhile: Drawn | null;
}

export interface DrawnHistory {
	terms: Terms[];
	steps: DrawnStep[];
}

const terms: fc.Arbitrary<Terms> = fc.record({
	required: fc.boolean(),
	amount: fc.integer({ min: 1, max: 9999 }),
	dueHours: fc.constantFrom(12, 48, null),
	cancels: fc.boolean(),
});

const often = <T>(weight: number, value: T) => ({ weight, arbitrary: fc.constant(value) });

const drawn: fc.Arbitrary<Drawn> = fc.record({
	kind: fc.oneof(
		often(6, "book" as const),
		often(8, "note" as const),
		often(3, "move" as const),
		often(4, "end" as const),
		often(3, "revive" as const),
		often(2, "retype" as const),
		often(2, "client cancels" as const),
		often(1, "merge" as const),
		often(1, "delete" as const),
		often(1, "terms" as const),
	),
	n: fc.nat(999),
	m: fc.nat(999),
	status: fc.oneof(
		often(5, "HELD"),
		...["WAIVED", "REQUESTED", "REFUNDING", "REFUNDED", "FORFEITED", "APPLIED"].map((one) => often(1, one)),
	),
	terms,
});

export const historyOf = (length: number): fc.Arbitrary<DrawnHistory> =>
	fc.record({
		// Most histories begin with an event type that cancels what is not paid.
		terms: fc.tuple(
			fc.record({
				required: fc.constant(true),
				amount: fc.constant(5000),
				dueHours: fc.constantFrom(12, 48),
				cancels: fc.constant(true),
			}),
			terms,
		),
		steps: fc.array(
			fc
				.record({
					step: drawn,
					manner: fc.oneof(
						often(8, "once" as const),
						often(2, "twice" as const),
						often(1, "crashed" as const),
						often(1, "unanswered" as const),
					),
					meanwhile: fc.option(drawn, { freq: 2 }),
				})
				// Most requests that overtake another are about the same appointment.
				.map(({ step, manner, meanwhile }) => ({
					...step,
					manner,
					meanwhile: meanwhile && { ...meanwhile, n: meanwhile.m % 4 === 0 ? meanwhile.n : step.n },
				})),
			{ minLength: length, maxLength: length },
		),
	});

export type Step =
	| { kind: "book"; start: number; type: number; client: number }
	| { kind: "note"; of: Appointment; to: string }
	| { kind: "move"; of: Appointment; start: number }
	| { kind: "end"; of: Appointment; to: Status; keep: boolean }
	| { kind: "revive"; of: Appointment }
	| { kind: "retype"; of: Appointment; type: number }
	| { kind: "client cancels"; of: Appointment }
	| { kind: "merge"; client: number; into: number }
	| { kind: "delete"; client: number }
	| { kind: "terms"; type: number; terms: Terms };

const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];

/** The step that the numbers stand for, or a booking if there is nothing to do it with. */
export function stepOf(model: Model, { kind, n, m, status, terms }: Drawn): Step {
	const { appointments, starts, clients } = model;
	const of = pick(appointments, n);
	const start = pick(starts, m) as number;
	const client = pick([...clients], n) ?? 0;
	const book: Step = { kind: "book", start, type: n % 2, client };
	if (kind === "book") return book;
	if (kind === "terms") return { kind, type: n % 2, terms };
	if (kind === "delete") return clients.size > 1 ? { kind, client } : book;
	if (kind === "merge") {
		const into = [...clients].find((one) => one !== client);
		return into === undefined ? book : { kind, client, into };
	}
	if (!of) return book;
	if (kind === "note") return { kind, of, to: status };
	if (kind === "move") return { kind, of, start };
	if (kind === "retype") return { kind, of, type: m % 2 };
	if (kind === "end") {
		const to = (["CANCELLED", "COMPLETED", "NO_SHOW", "CANCELLED"] as const)[m % 4] as Status;
		return { kind, of, to, keep: to === "CANCELLED" && m % 3 === 0 };
	}
	return { kind, of };
}

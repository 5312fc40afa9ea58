import { hourMs } from "../../../src/platform/lib/time.ts";
import type { Step, Terms } from "./steps.ts";

// A studio expects this of its calendar and its money. The model shares no code with the service.

export type Status = "SCHEDULED" | "COMPLETED" | "CANCELLED" | "NO_SHOW";

interface Deposit {
	status: string;
	amount: number;
	requestedAt: number;
	dueHours: number | null;
	due: number;
	cancels: boolean;
	/** The appointment is cancelled when this one is due and not paid. */
	armed: boolean;
}

export interface Appointment {
	id: string;
	type: number;
	client: number;
	start: number;
	status: Status;
	deposit: Deposit | null;
	/** The service cancelled it. */
	expired: boolean;
}

export interface Model {
	starts: number[];
	types: Terms[];
	/** Those who were neither deleted nor merged into others. */
	clients: Set<number>;
	appointments: Appointment[];
}

/** The answer that the model expects, and what it does to the model. Refusals do nothing. */
export interface Expected {
	status: number;
	apply?: () => void;
}

const lengthMs = hourMs;
const endOf = ({ start }: Pick<Appointment, "start">): number => start + lengthMs;

export const isFree = ({ appointments }: Model, start: number, except?: Appointment): boolean =>
	!appointments.some(
		(one) => one !== except && one.status === "SCHEDULED" && one.start < start + lengthMs && start < endOf(one),
	);

const transitions =
	"REQUESTED>HELD REQUESTED>WAIVED WAIVED>REQUESTED HELD>APPLIED HELD>REFUNDING HELD>REFUNDED HELD>FORFEITED REFUNDING>REFUNDED".split(
		" ",
	);
const atTheEnd: Record<string, string> = { COMPLETED: "APPLIED", CANCELLED: "REFUNDING", NO_SHOW: "FORFEITED" };

const awaitsPayment = ({ status, deposit }: Appointment): boolean =>
	status === "SCHEDULED" && deposit?.status === "REQUESTED";

const dueOf = ({ dueHours, requestedAt }: Deposit, start: number): number =>
	dueHours === null ? start : Math.min(requestedAt + dueHours * hourMs, start);

function newDeposit({ required, amount, dueHours, cancels }: Terms, start: number, now: number): Deposit | null {
	if (!required) return null;
	const deposit = { status: "REQUESTED", amount, requestedAt: now, dueHours, due: 0, cancels, armed: false };
	const due = dueOf(deposit, start);
	return { ...deposit, due, armed: cancels && due >= now };
}

/** Changes the appointment, and then the time at which its deposit is due. */
function change(one: Appointment, now: number, act: (one: Appointment) => void): void {
	const before = { ...one, deposit: one.deposit && { ...one.deposit } };
	const [waited, former] = [awaitsPayment(one), one.deposit];
	act(one);
	const { deposit } = one;
	if (!deposit) return;
	if (!awaitsPayment(one)) deposit.armed = false;
	else if (deposit === former) {
		const due = dueOf(deposit, one.start);
		if (waited && due === before.deposit?.due) return;
		Object.assign(deposit, { due, armed: deposit.cancels && due >= now });
	}
}

function end(one: Appointment, to: Status, keep: boolean): void {
	if (one.status === "SCHEDULED" && one.deposit?.status === "HELD")
		one.deposit.status = keep ? "FORFEITED" : (atTheEnd[to] ?? "HELD");
	one.status = to;
}

export function expectedOf(model: Model, step: Step, now: number): Expected {
	const ok = (apply?: () => void, status = 200): Expected => ({ status, ...(apply ? { apply } : {}) });
	const conflict: Expected = { status: 409 };
	if (step.kind === "book") {
		const { start, client, type } = step;
		if (!model.clients.has(client)) return { status: 400 };
		if (!isFree(model, start)) return conflict;
		const terms = model.types[type] as Terms;
		const deposit = newDeposit(terms, start, now);
		const booked: Appointment = { id: "", type, client, start, status: "SCHEDULED", deposit, expired: false };
		return ok(() => void model.appointments.push(booked), 201);
	}
	if (step.kind === "terms") return ok(() => void model.types.splice(step.type, 1, step.terms));
	if (step.kind === "merge" || step.kind === "delete") {
		if (!model.clients.has(step.client)) return { status: 404 };
		const theirs = model.appointments.filter(({ client }) => client === step.client);
		if (step.kind === "merge")
			return ok(() => {
				model.clients.delete(step.client);
				for (const one of theirs) one.client = step.into;
			});
		return ok(() => {
			model.clients.delete(step.client);
			for (const one of theirs)
				if (one.status === "SCHEDULED" && one.start > now) change(one, now, () => end(one, "CANCELLED", false));
		});
	}
	const { of: one } = step;
	const { deposit } = one;
	const hasClient = (start: number) => start <= now || model.clients.has(one.client);
	switch (step.kind) {
		case "note":
			if (!deposit) return { status: 404 };
			if (deposit.status === step.to) return ok();
			if (!transitions.includes(`${deposit.status}>${step.to}`)) return conflict;
			if (step.to === "HELD" && (one.status !== "SCHEDULED" || endOf(one) <= now)) return conflict;
			return ok(() => change(one, now, () => void Object.assign(deposit, { status: step.to })));
		case "move":
			if (step.start === one.start) return ok();
			if (one.status === "COMPLETED") return conflict;
			if (one.status === "SCHEDULED" && !(hasClient(step.start) && isFree(model, step.start, one))) return conflict;
			return ok(() => change(one, now, () => void Object.assign(one, { start: step.start })));
		case "end": {
			const keeps = !step.keep || deposit?.status === "FORFEITED" || deposit?.status === "HELD";
			if (one.status === step.to) return step.keep && deposit?.status !== "FORFEITED" ? conflict : ok();
			if (one.status === "COMPLETED") return conflict;
			if (one.status !== "SCHEDULED" && step.to === "COMPLETED" && one.start > now) return conflict;
			if (!keeps || (step.keep && deposit?.status !== "HELD")) return conflict;
			return ok(() => change(one, now, () => end(one, step.to, step.keep)));
		}
		case "revive":
			if (one.status === "SCHEDULED") return ok();
			if (one.status === "COMPLETED" || !hasClient(one.start) || !isFree(model, one.start, one)) return conflict;
			return ok(() =>
				change(one, now, () => {
					one.status = "SCHEDULED";
					one.expired = false;
				}),
			);
		case "retype": {
			if (step.type === one.type) return ok();
			if (one.status === "SCHEDULED" && !hasClient(one.start)) return conflict;
			return ok(() =>
				change(one, now, () => {
					one.type = step.type;
					if (one.status === "SCHEDULED" && (!deposit || deposit.status === "REQUESTED"))
						one.deposit = newDeposit(model.types[step.type] as Terms, one.start, now);
				}),
			);
		}
		case "client cancels":
			if (one.status !== "SCHEDULED" || one.start <= now || !model.clients.has(one.client)) return { status: 0 };
			return ok(() => change(one, now, () => end(one, "CANCELLED", false)));
	}
}

/** The schedule cancels what nobody paid. */
export function expire(model: Model, now: number): void {
	for (const one of model.appointments)
		if (one.deposit?.armed && one.deposit.due <= now)
			change(one, now, () => {
				end(one, "CANCELLED", false);
				one.expired = true;
			});
}

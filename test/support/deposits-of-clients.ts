import { type Answer, call } from "./api.ts";
import { type BookableStudio, bookedLink, mailsTo, sendWaiting, type Visitor, withEventType } from "./booking-page.ts";
import { advance } from "./clock.ts";
import type { MailService } from "./mail-service.ts";
import { scheduledWork } from "./scheduled.ts";
import { at } from "./studio.ts";

const terms = {
	name: "§Leaf",
	deposit_required: true,
	deposit_amount: 5000,
	currency: "EUR",
	deposit_instructions: "§Cash §or §card.",
	deposit_url: "https://pay.example/studio",
};

interface WithDeposit {
	service: MailService;
	place: BookableStudio;
	/** The name of the clients. */
	name: string;
	newVisitor(): Visitor;
}

interface Booked {
	link: string;
	email: string;
	id: string;
	set(status: string, more?: object): Promise<Answer>;
}

let times = 0;

/** Books with an event type of its own. */
async function bookWithDeposit({ service, place, name, newVisitor }: WithDeposit, more: object): Promise<Booked> {
	const type = await withEventType(place, { ...terms, ...more });
	const email = `${crypto.randomUUID()}@example.com`;
	const start = at("10:00", new Date(Date.UTC(2027, 5, 1 + times++)).toISOString().slice(0, 10));
	const link = await bookedLink(service, type, start, email, newVisitor(), name);
	const { key } = place;
	const [{ id }] = (await call(200, `/v1/appointments?event_type_id=${type.typeId}`, { key })).body.data;
	const set = (status: string, body: object = {}) =>
		call(200, `/v1/appointments/${id}/deposit`, { key, method: "PATCH", body: { status, ...body } });
	return { link, email, id, set };
}

const paid = { method: "CASH" };

type See = (title: string, status: number, answer: Promise<Answer>) => Promise<Answer>;

/** Opens the pages of manage links with each state of a deposit. */
export async function seeDeposits(of: WithDeposit, see: See): Promise<void> {
	const { place, newVisitor } = of;
	const visitor = newVisitor();
	const patch = (id: string, body: object) =>
		call(200, `/v1/appointments/${id}`, { key: place.key, method: "PATCH", body });

	const due = await bookWithDeposit(of, { deposit_due_hours: 48, deposit_unpaid: "CANCEL" });
	await see("a deposit that is due", 200, visitor.get(due.link));
	await see("to cancel with a deposit that is due", 200, visitor.get(`${due.link}/cancel`));
	await due.set("WAIVED");
	await see("a deposit that is waived", 200, visitor.get(due.link));
	await due.set("REQUESTED");
	await due.set("HELD", paid);
	await see("a deposit that is paid", 200, visitor.get(due.link));
	await see("to cancel with a deposit that is paid", 200, visitor.get(`${due.link}/cancel`));
	await see("cancelled with a paid deposit", 200, visitor.post(`${due.link}/cancel`, { email: due.email }));
	await see("a deposit to be given back", 410, visitor.get(due.link));
	await due.set("REFUNDED");
	await see("a deposit that was given back", 410, visitor.get(due.link));

	const open = await bookWithDeposit(of, { deposit_type: "PERCENTAGE", deposit_amount: 20, deposit_due_hours: 48 });
	await see("a deposit of an open amount", 200, visitor.get(open.link));
	await see("cancelled with a deposit", 200, visitor.post(`${open.link}/cancel`, { email: open.email }));

	const overdue = await bookWithDeposit(of, { deposit_due_hours: 0 });
	await see("a deposit that is overdue", 200, visitor.get(overdue.link));
	await overdue.set("HELD", paid);
	await patch(overdue.id, { status: "CANCELLED", deposit_status: "FORFEITED" });
	await see("a deposit that is kept", 410, visitor.get(overdue.link));

	const applied = await bookWithDeposit(of, {});
	await applied.set("HELD", paid);
	await patch(applied.id, { start_at: "2026-01-01T10:00:00Z" });
	await patch(applied.id, { status: "COMPLETED" });
	await see("a deposit that counted", 410, visitor.get(applied.link));

	const unpaid = await bookWithDeposit(of, { deposit_due_hours: 1, deposit_unpaid: "CANCEL" });
	await advance(3601);
	await scheduledWork();
	await see("cancelled for a deposit that is not paid", 410, visitor.get(unpaid.link));
}

/** The mails that tell of deposits, by their kind. */
export async function depositMails(of: WithDeposit): Promise<Map<string, unknown>> {
	const { service, place } = of;
	const last = async (email: string) => (await mailsTo(service, place.id, email)).at(-1);
	const mails = new Map<string, unknown>();
	const unpaid = await bookWithDeposit(of, { deposit_due_hours: 2, deposit_unpaid: "CANCEL" });
	mails.set("booked with a deposit", await last(unpaid.email));
	await advance(3601);
	await scheduledWork();
	mails.set("deposit reminder", await last(unpaid.email));
	await advance(3600);
	await scheduledWork();
	mails.set("deposit not paid", await last(unpaid.email));
	const paying = await bookWithDeposit(of, { deposit_due_hours: 48 });
	await of.newVisitor().post(`${paying.link}/move`, { email: paying.email, start_at: at("12:00", "2027-08-02") });
	mails.set("moved with a deposit", await last(paying.email));
	await paying.set("HELD", paid);
	await of.newVisitor().post(`${paying.link}/cancel`, { email: paying.email });
	await sendWaiting(place.id);
	mails.set("cancelled with a paid deposit", await last(paying.email));
	return mails;
}

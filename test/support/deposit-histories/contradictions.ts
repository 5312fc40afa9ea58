import { expect } from "vitest";
import { clock } from "../../../src/platform/lib/clock.ts";
import { call } from "../api.ts";
import { eventsOf } from "../history.ts";
import { isFree } from "./model.ts";
import type { Player } from "./play.ts";

// biome-ignore lint/suspicious/noExplicitAny: records and events as JSON
type Json = any;

/** Money and calendar say the same, and so do the records, the events and the model. */
export async function expectContradictionFree(player: Player): Promise<void> {
	const { key } = player.studio;
	const records: Json[] = (await call(200, "/v1/appointments?limit=100", { key })).body.data;
	expectAsInModel(player, records);
	expectNothingHeldForFreeTime(records);
	expectEventsAddUp(records, await eventsOf(key));
	await expectExpiredTimesBookable(player);
}

function expectAsInModel({ model, clients }: Player, records: Json[]): void {
	const ofModel = model.appointments.map(({ id, status, start, client, deposit, expired }) => ({
		id,
		status,
		start_at: new Date(start).toISOString(),
		client_id: clients[client]?.id,
		deposit: deposit && [deposit.status, deposit.amount],
		isExpired: expired,
	}));
	const ofService = records.map(({ id, status, start_at, client_id, deposit, cancellation_reason }) => ({
		id,
		status,
		start_at,
		client_id,
		deposit: deposit && [deposit.status, deposit.amount],
		isExpired: cancellation_reason === "deposit_not_paid",
	}));
	// A request that was overtaken may have the older id.
	const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
	expect(ofService.sort(byId)).toEqual(ofModel.sort(byId));
}

function expectNothingHeldForFreeTime(records: Json[]): void {
	for (const { status, deposit } of records) {
		if (deposit?.status === "HELD") expect(status).toBe("SCHEDULED");
		const { held_at, released_at } = deposit ?? {};
		if (deposit) expect([deposit.id, !held_at]).toEqual([deposit.id, /REQUESTED|WAIVED/.test(deposit.status)]);
		if (deposit)
			expect([deposit.id, !released_at]).toEqual([deposit.id, !/APPLIED|REFUNDED|FORFEITED/.test(deposit.status)]);
	}
}

/** The events of one deposit, as a bookkeeper adds them up. */
function expectEventsAddUp(records: Json[], events: Json[]): void {
	const deposits = new Map(records.flatMap(({ deposit }) => (deposit ? [[deposit.id, deposit]] : [])));
	const ofMoney = events.filter(({ type }) => /^(payment|deposit)\./.test(type));
	for (const { data } of ofMoney)
		expect(deposits.has(data.depositId ?? data.paymentId.replace("pay", "dep"))).toBe(true);
	for (const [id, { status, amount }] of deposits) {
		const own = ofMoney.filter(({ data }) => data.paymentId === id.replace("dep", "pay"));
		const total = (type: string) =>
			own.filter((one) => one.type === type).reduce((sum, { data }) => sum + data.amount, 0);
		const wasPaid = !/REQUESTED|WAIVED/.test(status);
		const isOver = /APPLIED|REFUNDED|FORFEITED/.test(status);
		const refunded = status === "REFUNDED" ? amount : 0;
		expect([
			id,
			total("payment.succeeded"),
			total("deposit.held"),
			total("deposit.released"),
			total("payment.refunded"),
		]).toEqual([id, wasPaid ? amount : 0, wasPaid ? amount : 0, isOver ? amount : 0, refunded]);
		const reasons = own.flatMap(({ data }) => data.releaseReason ?? []);
		expect(reasons).toEqual(isOver ? [status] : []);
	}
	for (const { id, status, deposit } of records) {
		const last = events.findLast(({ type, data }) => type.startsWith("appointment.") && data.appointmentId === id);
		expect([last.data.status, last.data.deposit?.status]).toEqual([status, deposit?.status]);
	}
}

async function expectExpiredTimesBookable({ studio, model, clients, typeIds }: Player): Promise<void> {
	const [client] = model.clients;
	for (const { expired, start } of model.appointments) {
		if (!expired || start <= clock.now() || client === undefined) continue;
		const body = {
			artist_id: studio.artistId,
			client_id: clients[client]?.id,
			event_type_id: typeIds[0],
			start_at: new Date(start).toISOString(),
		};
		const headers = { "Service-Dry-Run": "true" };
		await call(isFree(model, start) ? 201 : 409, "/v1/appointments", { key: studio.key, body, headers });
	}
}

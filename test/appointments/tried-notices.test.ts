import { beforeEach, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { MailService } from "../support/mail-service.ts";
import { at, newClient, newStudio, type Studio } from "../support/studio.ts";

const mail = new MailService();
let studio: Studio;
beforeEach(async () => {
	mail.reset();
	studio = await newStudio();
});

const book = async (given: object = {}): Promise<string> => {
	advance(2);
	const booking = { artist_id: studio.artistId, client_id: studio.clientId, event_type_id: studio.typeId };
	const body = { ...booking, start_at: at("12:00"), ...given };
	return (await call(201, "/v1/appointments", { key: studio.key, body })).body.id;
};
const patch = async (id: string, body: object, headers: Record<string, string> = {}): Promise<boolean> =>
	(await call(200, `/v1/appointments/${id}`, { key: studio.key, method: "PATCH", body, headers })).body.client_notified;
/** The answers of a dry run and of the change after it. */
const both = async (id: string, body: object) => [
	await patch(id, body, { "Service-Dry-Run": "true" }),
	await patch(id, body),
];

it("a dry run says of each move what the move says, up to the cap of the recipient and past it", async () => {
	const id = await book();
	const said = [];
	for (const hour of ["09", "10", "11", "12", "13", "14", "15"])
		said.push(await both(id, { start_at: at(`${hour}:15`) }));
	expect(said).toEqual([...Array(5).fill([true, true]), ...Array(2).fill([false, false])]);
	advance(3601);
	expect(await both(id, { start_at: at("10:30") })).toEqual([true, true]);
});

it("any number of dry runs count nothing", async () => {
	const id = await book();
	for (let n = 0; n < 8; n++)
		expect(await patch(id, { start_at: at("14:00") }, { "Service-Dry-Run": "true" })).toBe(true);
	expect(await patch(id, { start_at: at("14:00") })).toBe(true);
	expect(mail.sent).toHaveLength(1);
});

it("a move back to what the client knows would tell nobody", async () => {
	const id = await book();
	mail.fault = "E_DOWN";
	expect(await patch(id, { start_at: at("14:00") })).toBe(false);
	mail.fault = null;
	expect(await both(id, { start_at: at("12:00") })).toEqual([false, false]);
});

it("nothing is told of other edits, endings and clients who are not to be written to", async () => {
	const id = await book();
	expect(await both(id, { notes: "x" })).toEqual([false, false]);
	expect(await both(id, { status: "CANCELLED", start_at: at("14:00") })).toEqual([false, false]);
	const silent = await book({
		client_id: await newClient(studio.key, { do_not_contact: true }),
		start_at: at("16:00"),
	});
	expect(await both(silent, { start_at: at("15:00") })).toEqual([false, false]);
	expect(mail.sent).toEqual([]);
});

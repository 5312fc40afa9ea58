import { expect, it } from "vitest";
import { ask, envWithFaults } from "../cross-database/faults.ts";
import { call } from "../support/api.ts";
import { MailService } from "../support/mail-service.ts";
import { dataDatabase, hookedWriter, isClosing, isLeaving, move } from "../support/moves.ts";
import { at, newStudio } from "../support/studio.ts";

const service = new MailService();

it("an appointment's new time is answered with client_notified, and so is each repetition, though its tenant was closed for a move since the mail was sent", async () => {
	const studio = await newStudio({ database: "DATA_1" });
	const body = {
		artist_id: studio.artistId,
		client_id: studio.clientId,
		event_type_id: studio.typeId,
		start_at: at("10:00"),
	};
	const { body: appointment } = await call(201, "/v1/appointments", { key: studio.key, body });
	let moving: ReturnType<typeof move> | undefined;
	const [closed, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const writer = hookedWriter({
		after: (_, sql) => isClosing(sql) && closed.resolve(),
		before: async (_, sql) => isLeaving(sql) && (await answered.promise),
	});
	const bindings = envWithFaults(async (binding, run, sql) => {
		const result = await run();
		if (moving || binding === "DB" || !sql.some((text) => /DELETE FROM "?mails/i.test(text))) return result;
		moving = move(studio.id, "DATA_2", writer);
		await closed.promise;
		return result;
	});
	const patch = () =>
		ask(bindings, `/v1/appointments/${appointment.id}`, {
			key: studio.key,
			method: "PATCH",
			body: { start_at: at("14:00"), end_at: at("15:00") },
			headers: { "Idempotency-Key": "another time" },
		});
	const first = await patch();
	answered.resolve();
	expect(first).toMatchObject({ status: 200, body: { client_notified: true } });
	expect(await moving).toMatchObject({ status: "DONE", to: "DATA_2" });
	expect((await patch()).body).toEqual(first.body);
	const stored = dataDatabase("DATA_2").prepare("SELECT body FROM idempotency_records WHERE tenant_id = ? AND key = ?");
	expect(await stored.bind(studio.id, "another time").first("body")).toContain('"client_notified":true');
	expect(service.sent.length).toBeGreaterThan(0);
});

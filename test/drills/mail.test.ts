import { readFileSync } from "node:fs";
import { parseICS } from "node-ical";
import { beforeAll, expect, it } from "vitest";
import { until } from "../../lab/harness/server.ts";
import { sharedServer } from "./shared-server.ts";

const server = sharedServer();
beforeAll(() => server.ready());

async function written(what: RegExp, words: string): Promise<string> {
	const find = () =>
		[...server.output.matchAll(what)]
			.map(([, path = ""]) => readFileSync(path, "utf8"))
			.find((text) => text.includes(words));
	await until(() => find() !== undefined, 5000, "the mail is written");
	return find() ?? "";
}

it("the reschedule notice and its calendar file, as local development writes them, say what the move said", async () => {
	const { body: me } = await server.call("GET", "/v1/me");
	const { body: artist } = await server.call("POST", "/v1/artists", {
		body: { name: "Ylva", timezone: "Europe/Berlin" },
	});
	const hours = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, start: "00:00", end: "24:00" }));
	await server.operate("PUT", `/admin/artists/${artist.id}/working_hours`, { hours });
	const { body: type } = await server.operate("POST", `/admin/tenants/${me.tenant_id}/event_types`, {
		artist_id: artist.id,
		name: "Tattoo",
		slug: "tattoo",
		kind: "TATTOO",
		duration_minutes: 60,
	});
	const { body: client } = await server.call("POST", "/v1/clients", {
		body: { email: "ana@example.com", first_name: "Ana" },
	});
	const { body: appointment } = await server.call("POST", "/v1/appointments", {
		body: { artist_id: artist.id, client_id: client.id, event_type_id: type.id, start_at: "2027-03-02T10:00:00Z" },
	});
	const move = { start_at: "2027-03-02T14:00:00Z", end_at: "2027-03-02T15:30:00Z" };
	const { body } = await server.call("PATCH", `/v1/appointments/${appointment.id}`, { body: move });
	expect(body.client_notified).toBe(true);
	const text = await written(/^Text: (.+)$/gm, "Ylva");
	expect(text).toContain("11:00");
	expect(text).toContain("15:00");
	const calendar = parseICS(await written(/invite\.ics -> (.+)$/gm, appointment.id));
	expect(calendar.vcalendar).toMatchObject({ method: "REQUEST" });
	const event = Object.values(calendar).find((entry) => entry?.type === "VEVENT");
	expect(event).toMatchObject({ uid: expect.stringContaining(appointment.id), sequence: 1, status: "CONFIRMED" });
	expect(event && "start" in event && new Date(event.start as Date).toISOString()).toBe("2027-03-02T14:00:00.000Z");
	expect(event && "end" in event && new Date(event.end as Date).toISOString()).toBe("2027-03-02T15:30:00.000Z");
	const list = await fetch(`${server.origin}/cdn-cgi/local/explorer/api/local/email/sending`);
	expect(await list.text()).toContain("ana@example.com");
}, 60_000);

import { beforeAll, describe, expect, it } from "vitest";
import { headlineOf } from "../../src/api/mcp/summary/headlines.ts";
import { endpoints } from "../../src/api/v1.ts";
import { call } from "../support/api.ts";
import { MailService } from "../support/mail-service.ts";
import { newPicture } from "../support/pictures.ts";
import { Receiver } from "../support/receiver.ts";
import { at, newClient, newStudio, type Studio } from "../support/studio.ts";
import { preview } from "./mcp.ts";

new MailService();
let studio: Studio;
let endpointId: string;
let leadId: string;
beforeAll(async () => {
	new Receiver();
	studio = await newStudio({ artist: { name: "Mika Sørensen" }, client: { first_name: "Kai", last_name: "Sato" } });
	const made = async (path: string, body: object) => (await call(201, path, { key: studio.key, body })).body;
	leadId = (await made("/v1/leads", { first_name: "Noor", email: "noor@example.com" })).id;
	endpointId = (
		await made("/v1/webhook_endpoints", {
			url: "https://crm.example.com/hooks?secret=1",
			events: ["appointment.created"],
			description: "Bookkeeping",
		})
	).endpoint.id;
});

const summaryOf = async (operation: string, given: object) => (await preview(studio.key, operation, given)).summary;
const inPath = (name: string, id: string, body?: object) => ({ path: { [name]: id }, ...(body ? { body } : {}) });

describe("the sentence of a preview says in the words of people", () => {
	it.each<[string, () => object, string]>([
		[
			"createClient",
			() => ({ body: { first_name: "Eva", email: "eva@example.com", marketing_consent: true } }),
			"Creates the client “Eva”: First name “Eva”, Email “eva[@]example[.]com”, Agreed to receive offers yes. No program is told.",
		],
		[
			"updateClient",
			() => inPath("client_id", studio.clientId, { phone: "+49 30 5550142", marketing_consent: true }),
			"Changes the client “Kai Sato”: Phone from nothing to “+49 30 5550142”, Agreed to receive offers from no to yes. No program is told.",
		],
		["deleteLead", () => inPath("lead_id", leadId), "Deletes the lead “Noor”, “noor[@]example[.]com”."],
		[
			"archiveLead",
			() => inPath("lead_id", leadId),
			"Archives the lead “Noor”: Archived from no to yes. No program is told.",
		],
		[
			"updateLead",
			() => inPath("lead_id", leadId, { assigned_artist_id: studio.artistId }),
			"Changes the lead “Noor”: Artist from nothing to the artist “Mika Sørensen”. No program is told.",
		],
		[
			"createTimeBlock",
			() => inPath("artist_id", studio.artistId, { start_at: at("08:00"), end_at: at("18:00"), reason: "Holiday" }),
			"Blocks a time of “Mika Sørensen”, Tuesday, 2 March 2027, 09:00–19:00 (Europe/Berlin, GMT+1): Reason “Holiday”.",
		],
		[
			"createAppointment",
			() => ({
				body: {
					artist_id: studio.artistId,
					client_id: studio.clientId,
					start_at: at("10:00"),
					end_at: at("11:00"),
					notes: "Fern",
				},
			}),
			"Books “Kai Sato” with “Mika Sørensen”: Tuesday, 2 March 2027, 11:00–12:00 (Europe/Berlin, GMT+1): Notes “Fern”. No service is named, and no price is agreed. Nobody gets a mail: tell “Kai Sato” yourself. The endpoint “Bookkeeping” at “crm[.]example[.]com” gets appointment.created.",
		],
		[
			"createLeadPicture",
			() =>
				inPath("lead_id", leadId, { content_type: "image/png", base64: Buffer.from(newPicture()).toString("base64") }),
			`Adds a picture to the lead “Noor”: Picture “image/png of ${newPicture().byteLength} bytes”.`,
		],
		[
			"createWebhookEndpoint",
			() => ({ body: { url: "https://tax.example.com/in?token=x", events: ["*"] } }),
			"Creates the webhook endpoint “https[:]//tax[.]example[.]com/in?token=x”. From now on “tax[.]example[.]com” is told of everything that happens in the studio, with the names, emails and notes of all clients. The secret waits for the OWNER at the dashboard.",
		],
		[
			"rotateWebhookEndpointSecret",
			() => inPath("endpoint_id", endpointId),
			"Gives the webhook endpoint “Bookkeeping” at “https[:]//crm[.]example[.]com/hooks?secret=1” a new secret. For 48 hours both secrets sign, the old one and the new one. The secret waits for the OWNER at the dashboard.",
		],
		[
			"deleteWebhookEndpoint",
			() => inPath("endpoint_id", endpointId),
			"Deletes the webhook endpoint “Bookkeeping” at “https[:]//crm[.]example[.]com/hooks?secret=1”. From now on “crm[.]example[.]com” is told of nothing. Deliveries that wait are dropped.",
		],
		[
			"updateArtist",
			() => inPath("artist_id", studio.artistId, { max_appointments_per_day: 3 }),
			"Changes the artist “Mika Sørensen”: Appointments a day, at most from nothing to 3.",
		],
	])("%s", async (operation, given, sentence) => {
		const summary: string = await summaryOf(operation, given());
		const without = summary
			.replaceAll(/“(art|cli)_[0-9a-f]{32}”/g, "“$1_…”")
			.replaceAll(/“\d{4}-\d\d-\d\dT[\d:.]+Z”/g, "“…”");
		expect(without).toBe(sentence);
	});

	it("mergeClient: both clients", async () => {
		const other = await newClient(studio.key, { first_name: "Kay" });
		const given = inPath("client_id", studio.clientId, { source_id: other });
		expect(await summaryOf("mergeClient", given)).toMatch(
			/^Merges the client “Kay” into the client “Kai Sato”\. 0 records of the merged client move, and the client's own details are lost\./,
		);
	});

	it("an appointment that is moved: its times once, if it tells them to the second", async () => {
		const body = { artist_id: studio.artistId, client_id: studio.clientId, start_at: at("14:00"), end_at: at("15:00") };
		const { id } = (await call(201, "/v1/appointments", { key: studio.key, body })).body;
		const moved = (start_at: string) => summaryOf("updateAppointment", inPath("appointment_id", id, { start_at }));
		expect(await moved(at("16:00"))).toBe(
			"Moves the appointment of “Kai Sato” from Tuesday, 2 March 2027, 15:00–16:00 (Europe/Berlin, GMT+1) to Tuesday, 2 March 2027, 17:00–18:00 (Europe/Berlin, GMT+1). “Kai Sato” gets a mail. No program is told.",
		);
		expect(await moved("2027-03-02T16:00:30Z")).toContain("exactly 2027-03-02T16:00:30.000Z");
	});
});

it.each(endpoints.filter(({ kind }) => kind === "change").map(({ id }) => id))("%s has a sentence", (id) => {
	expect(headlineOf(id)).toMatch(/^[A-Z][a-z]+s (a |the )[a-z ]*/);
});

it("an operation without a sentence, such as one of tomorrow, is told by its summary", () => {
	expect(headlineOf("frobnicateClient")).toBeUndefined();
	expect(headlineOf("constructor")).toBeUndefined();
});

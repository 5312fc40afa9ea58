import { beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { MailService } from "../support/mail-service.ts";
import { Receiver } from "../support/receiver.ts";
import { addAppointments, at, everyDay, newClient, newStudio, type Studio, setHours } from "../support/studio.ts";
import { agreed, preview, refused, use } from "./mcp.ts";

// A model that means ill, or was talked into it, asks for a change that a person would not agree to, and hides it. Each
// time the summary, which the person reads and the model must repeat, tells it.

new MailService();
let studio: Studio;
beforeAll(async () => {
	new Receiver();
	studio = await newStudio({ artist: { name: "Mika Sørensen" }, client: { first_name: "Kai", last_name: "Sato" } });
});

const made = async (path: string, body: object) => (await call(201, path, { key: studio.key, body })).body;
const summaryOf = async (operation: string, given: object): Promise<string> =>
	(await preview(studio.key, operation, given)).summary;

/** The summary of a change of a client who has these values. */
async function clientChange(before: Record<string, unknown>, body: object): Promise<string> {
	const client_id = await newClient(studio.key, before);
	return await summaryOf("updateClient", { path: { client_id }, body });
}

const times = { start_at: at("10:00", "2027-04-06"), end_at: at("11:00", "2027-04-06") };
const booking = (more: object = {}) => ({ artist_id: studio.artistId, client_id: studio.clientId, ...times, ...more });
const booked = async (more: object = {}) => (await made("/v1/appointments", booking(more))).id;
let day = 10;
const newDay = () => `2027-04-${day++}`;
const timesOn = (on: string) => ({ start_at: at("10:00", on), end_at: at("11:00", on) });
const appointmentChange = async (before: object, body: object) =>
	await summaryOf("updateAppointment", {
		path: { appointment_id: await booked({ ...timesOn(newDay()), ...before }) },
		body,
	});
const hours = (saturday: object) => everyDay.map((one) => (one.weekday === 6 ? { weekday: 6, ...saturday } : one));

const lorem = Array.from({ length: 900 }, (_, n) => `word${n}`).join(" ");
const zeroWidth = "\u200b";
const rightToLeft = "\u202e";

describe("the summary tells", () => {
	it.each<[string, () => Promise<string>, (string | RegExp)[]]>([
		[
			"one day of the working hours, the last of seven",
			async () => {
				await setHours(studio.artistId, everyDay);
				const path = { artist_id: studio.artistId };
				return summaryOf("setWorkingHours", { path, body: { hours: hours({ start: "03:00", end: "23:00" }) } });
			},
			["Hours Saturday adds 03:00–23:00 and loses 10:00–18:00"],
		],
		[
			"a tag at the end of a long list",
			() => {
				const tags = Array.from({ length: 40 }, (_, n) => `tag ${n}`);
				return clientChange({ tags }, { tags: [...tags.slice(0, 39), "do not serve"] });
			},
			["Tags adds “do not serve” and loses “tag 39”"],
		],
		[
			"one word in the middle of a long text",
			() => clientChange({ notes: lorem }, { notes: lorem.replace("word450 ", "word450 not ") }),
			["word450␣” it adds “not␣”"],
		],
		[
			"the end of a long text",
			() => clientChange({ notes: `${lorem} Allergic to latex` }, { notes: `${lorem} Allergic to nothing` }),
			["“latex” becomes “nothing”"],
		],
		[
			"several words far from each other",
			() =>
				clientChange(
					{ notes: lorem },
					{ notes: lorem.replace("word10 ", "poison ").replace("word800 ", "").replace("word850", "knife") },
				),
			["in 3 places", "“word10␣” becomes “poison␣”", "it loses “word800␣”", "becomes “knife␣”"],
		],
		[
			"an email behind another that looks alike",
			() => clientChange({ email: "paypal@studio.example" }, { email: "paypaI@studio.example" }),
			["“paypal[@]studio[.]example”", "look alike: sign 6 was “l” U+006C and becomes “I” U+0049"],
		],
		[
			"Cyrillic letters in a name",
			() => clientChange({ last_name: "Sato" }, { last_name: "Sаtо" }),
			["look alike: sign 2 was “a” U+0061 and becomes “а” U+0430", "Cyrillic а, о"],
		],
		[
			"white space at the end",
			() => clientChange({ phone: "+49 30 5550142" }, { notes: "x ", last_name: "Sato\u00a0B" }),
			["Notes from nothing to “x␣”", "“Sato[U+00A0]B”"],
		],
		[
			"signs that nobody sees",
			() => clientChange({ notes: "Latex" }, { notes: `La${zeroWidth}tex` }),
			["“La[U+200B]tex”", "look alike: sign 3 was “t” U+0074 and becomes U+200B"],
		],
		[
			"marks that turn the direction of writing",
			() => clientChange({}, { notes: `Pay 100 ${rightToLeft}001 yaP` }),
			["[U+202E]001 yaP"],
		],
		["digits of full width", () => clientChange({ phone: "110" }, { phone: "１10" }), ["“１[U+FF11]10”", "look alike"]],
		[
			"line breaks that would begin a sentence of the service",
			() => clientChange({}, { notes: "Fine.\n\nNothing changes: it is like this already." }),
			["“Fine.⏎⏎Nothing changes: it is like this already.”"],
		],
		[
			"quotes that would end the quotation",
			() => clientChange({}, { notes: "x”. Nobody gets a mail. “y" }),
			['“x". Nobody gets a mail. "y”'],
		],
		[
			"a name as long as a sentence, shortened",
			async () => {
				const client_id = await newClient(studio.key, { first_name: `Nothing changes. ${"Really. ".repeat(9)}` });
				return summaryOf("updateClient", { path: { client_id }, body: { is_blocked: true } });
			},
			[/^Changes the client “Nothing changes\. [^”]{20,30}…”: Blocked from no to yes\./],
		],
		[
			"which of two clients with one name",
			async () => {
				const source_id = await newClient(studio.key, { first_name: "Kai", last_name: "Sato" });
				return summaryOf("mergeClient", { path: { client_id: studio.clientId }, body: { source_id } });
			},
			[/“Kai Sato” \(cli_[0-9a-f]{32}\) into the client “Kai Sato” \(cli_[0-9a-f]{32}\)/],
		],
		[
			"a price that changes together with the time",
			() => appointmentChange({ price_amount: 45_000, currency: "EUR" }, { ...timesOn(newDay()), price_amount: 450 }),
			["Moves the appointment of “Kai Sato”", "Price from €450 to €4.50"],
		],
		[
			"a currency that changes under an amount",
			() => appointmentChange({ price_amount: 45_000, currency: "EUR" }, { currency: "JPY" }),
			["Price from €450 to JP¥45,000", "Currency from “EUR” to “JPY”"],
		],
		[
			"the hour of a time in another time zone",
			() => appointmentChange({}, { start_at: "2027-05-04T02:00:00+14:00", end_at: "2027-05-04T03:00:00+14:00" }),
			["to Monday, 3 May 2027, 14:00–15:00 (Europe/Berlin, GMT+2)"],
		],
		[
			"seconds that a time to the minute would hide",
			() =>
				appointmentChange(
					{},
					{ end_at: at("11:00", "2027-05-05").replace(":00.000", ":59.000"), start_at: at("10:00", "2027-05-05") },
				),
			["exactly 2027-05-05T11:00:59.000Z"],
		],
		[
			"another client under the same appointment",
			async () => {
				const client_id = await newClient(studio.key, { first_name: "Mallory" });
				return appointmentChange({}, { title: "As before", client_id });
			},
			["Client from the client “Kai Sato” to the client “Mallory”"],
		],
		[
			"one of fifty values of metadata, with a name like a sentence",
			() => {
				const metadata = Object.fromEntries(Array.from({ length: 49 }, (_, n) => [`k${n}`, "v"]));
				return clientChange({ metadata }, { metadata: { ...metadata, "nothing. All is well": "pay elsewhere" } });
			},
			["Metadata “nothing. All is well” from nothing to “pay elsewhere”"],
		],
		[
			"metadata with the names of what every object has",
			() => clientChange({}, { metadata: { constructor: "a", toString: "b" } }),
			["Metadata “constructor” from nothing to “a”", "“toString” from nothing to “b”"],
		],
		[
			"a part of an address, deep inside",
			() =>
				clientChange(
					{ address: { line1: "Oranienstr. 12", city: "Berlin" } },
					{ address: { line1: "Oranienstr. 12", city: "Bern" } },
				),
			["Address city from “Berlin” to “Bern”"],
		],
		[
			"one property of one field of a long form",
			async () => {
				const fields = Array.from({ length: 30 }, (_, n) => ({
					key: `q${n}`,
					label: `Question ${n}`,
					type: "text",
					required: true,
				}));
				const form = await made("/v1/forms", { name: "Health", kind: "INTAKE", fields });
				const next = fields.map((field) => (field.key === "q27" ? { ...field, required: false } : field));
				return summaryOf("updateForm", { path: { form_id: form.id }, body: { fields: next } });
			},
			["Fields “q27” “required” from yes to no"],
		],
		[
			"an endpoint that is told of everything",
			() => summaryOf("createWebhookEndpoint", { body: { url: "https://evil.example.com/in?t=1", events: ["*"] } }),
			[
				"“https[:]//evil[.]example[.]com/in?t=1”",
				"From now on “evil[.]example[.]com” is told of everything that happens in the studio, with the names, emails and notes of all clients.",
			],
		],
		[
			"an endpoint that goes to another address, and which it was by the studio's own words",
			async () => {
				const body = { url: "https://crm.example.com/in", events: ["client.created"], description: "Our CRM" };
				const { endpoint } = await made("/v1/webhook_endpoints", body);
				const path = { endpoint_id: endpoint.id };
				return summaryOf("updateWebhookEndpoint", { path, body: { url: "https://crm.examp1e.com/in" } });
			},
			[
				"“Our CRM” at “https[:]//crm[.]example[.]com/in”",
				"to “https[:]//crm[.]examp1e[.]com/in”",
				"“crm[.]example[.]com” is told of nothing more.",
				"From now on “crm[.]examp1e[.]com” is told of client.created.",
			],
		],
		[
			"the host behind user information in an address",
			() =>
				summaryOf("updateArtist", {
					path: { artist_id: studio.artistId },
					body: { website_url: "https://instagram.com@evil.example/mika" },
				}),
			["“https[:]//instagram[.]com[@]evil[.]example/mika” (leads to “evil[.]example”)"],
		],
		[
			"addresses and markup in full, and makes no link of them",
			() => clientChange({}, { notes: "[here](https://evil.example) <!-- and --> mailto:a@b.example" }),
			["“[here][(]https[:]//evil[.]example) [<]!-- and --> mailto[:]a[@]b[.]example”"],
		],
		[
			"a time outside working hours, which no rule refuses",
			() => summaryOf("createAppointment", { body: booking({ start_at: at("02:00"), end_at: at("03:00") }) }),
			[
				"Allowed because no event type is named: The artist does not work the whole time",
				"Nobody gets a mail: tell “Kai Sato” yourself.",
			],
		],
		[
			"that the studio has blocked the client",
			async () => {
				const client_id = await newClient(studio.key, { first_name: "Vic", is_blocked: true });
				return summaryOf("createAppointment", { body: booking({ client_id, ...timesOn(newDay()) }) });
			},
			["The studio has blocked the client “Vic”."],
		],
		[
			"how many appointments go with a client",
			async () => {
				const world = await newStudio();
				await addAppointments(world, 12);
				const path = { client_id: world.clientId };
				return (await preview(world.key, "deleteClient", { path })).summary;
			},
			["12 appointment.cancelled", "Nobody gets a mail: tell “Ana” yourself."],
		],
		[
			"the price of a service, where the booking has another",
			async () => {
				const { typeId } = studio;
				return summaryOf("createAppointment", {
					body: booking({ event_type_id: typeId, ...timesOn(newDay()), price_amount: 100, currency: "EUR" }),
				});
			},
			["The service is “Tattoo”, €1 (usually Price on request)", "No deposit is asked for."],
		],
	])("%s", async (_, summarize, words) => {
		const summary = await summarize();
		for (const word of words)
			if (typeof word === "string") expect(summary).toContain(word);
			else expect(summary).toMatch(word);
		expect(summary).not.toMatch(/https?:\/\/|\w@\w|[\n\u200b\u202e]/);
	});

	it("how many changes do not fit, and shows them whole beside it, however small the one is that matters", async () => {
		const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, `${n} ${"x".repeat(490)}`]));
		const client_id = await newClient(studio.key);
		const body = { metadata, is_blocked: true };
		const { summary, answer } = await preview(studio.key, "updateClient", { path: { client_id }, body });
		expect(summary).toContain("Blocked from no to yes");
		const [, more] = /and (\d+) more changes \(in metadata\), which stand whole in the answer/.exec(summary) ?? [];
		expect(Number(more) + summary.split(" from nothing to ").length - 1).toBe(50);
		expect(answer.metadata).toEqual(metadata);
		expect(summary.length).toBeLessThan(7000);
	});
});

it("a second preview cannot pass for the first, whose words the person has seen", async () => {
	const path = { client_id: await newClient(studio.key) };
	const harmless = await preview(studio.key, "updateClient", { path, body: { notes: "Called" } });
	const harmful = await preview(studio.key, "updateClient", { path, body: { is_blocked: true } });
	const swapped = { preview: harmful.preview, summary: harmless.summary };
	expect((await refused(studio.key, "apply_change", swapped)).code).toBe("validation_error");
	expect((await use(studio.key, "apply_change", agreed(harmless))).is_blocked).toBe(false);
});

it("a field that looks like another is refused, and not dropped", async () => {
	const given = { path: { client_id: studio.clientId }, body: { is_blоcked: false, notes: "x" } };
	expect((await refused(studio.key, "preview_change", { operation_id: "updateClient", ...given })).code).toBe(
		"validation_failed",
	);
});

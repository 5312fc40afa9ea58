import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, send } from "./support/api.ts";
import { type BookableStudio, newBookableStudio } from "./support/booking-page.ts";
import { type Member, memberOf } from "./support/dashboard.ts";
import { createEndpoint } from "./support/deliveries.ts";
import { newPerson, newSession, post } from "./support/oauth.ts";
import { everyPair } from "./support/pairs.ts";

let studio: BookableStudio;
let owner: Member;
let endpointId: string;
beforeAll(async () => {
	studio = await newBookableStudio();
	const person = await newPerson(studio.id);
	owner = memberOf(studio.id, person, await newSession(person));
	endpointId = (await createEndpoint(studio.key)).id;
});

const length = 64 * 1024;
const repeated = (text: string) => text.repeat(length / text.length);

const different = (separator: string) =>
	Array.from({ length }, (_, n) => `${n.toString(36)}w`)
		.join(separator)
		.slice(0, length);

/** An expression that looks at a text once for each of its characters needs many seconds for one of these. */
const floods: [name: string, text: string][] = [
	["spaces", repeated(" ")],
	["letters", repeated("a")],
	["commas", repeated("a, ")],
	["equals signs", repeated("a=b;")],
	["quotes", repeated('"a"')],
	["slashes", repeated("a/")],
	["different words", different(" ")],
	["different names", different("&")],
];

/** The rest of the text after a flood decides that an expression must try again. */
const around = (flood: string): string => `a:b${flood}!x`;

async function expectSoon(flood: string, sending: () => Promise<Answer>): Promise<void> {
	const began = performance.now();
	const { status, text } = await sending();
	expect(status, `${flood}: ${text.slice(0, 200)}`).toBeLessThan(500);
	expect(performance.now() - began, flood).toBeLessThan(3000);
}

const headers = [
	...["Accept", "Accept-Language", "Authorization", "CF-Connecting-IP", "Content-Type", "Cookie", "Idempotency-Key"],
	...["If-Match", "If-None-Match", "Origin", "Referer", "Sec-Fetch-Site", "Service-Dry-Run", "User-Agent"],
	...["X-Forwarded-For", "X-Request-ID"],
];

describe("64 KB are answered soon", () => {
	const inHeaders = everyPair(headers, floods).map(([name, [flood, text]]) => [flood, name, text] as const);
	it.each(inHeaders)("of %s as the header %s", async (flood, name, text) => {
		const sent = { [name]: around(text) };
		await expectSoon(flood, () => send(`/v1/clients/cli_${"0".repeat(32)}`, { key: studio.key, headers: sent }));
		const body = { first_name: "Ana" };
		await expectSoon(flood, () => send("/v1/clients", { key: studio.key, body, headers: sent }));
		await expectSoon(flood, () => send("/dashboard", { headers: { Cookie: owner.cookie, ...sent } }));
	});

	const places = {
		"the parameters of lists, searches and pages": async (flood, text) => {
			const query = (...names: string[]) => new URLSearchParams(names.map((name) => [name, around(text)]));
			const { key } = studio;
			const list = query("cursor", "limit", "sort", "updated_since", "artist_id", "status", "email", "tag");
			const page = { headers: { Cookie: owner.cookie } };
			const filters = `studio=${studio.id}&${query("q", "action", "actor", "record", "since", "until", "after", "week")}`;
			const asked = query("client_id", "redirect_uri", "scope", "state", "code_challenge");
			for (const path of ["clients", "appointments", "events", "audit_log", "requests"])
				await expectSoon(flood, () => send(`/v1/${path}?${list}`, { key }));
			for (const name of ["q", "cursor", "email"])
				await expectSoon(flood, () => send(`/v1/clients?${query(name)}`, { key }));
			for (const path of ["clients", "audit_log", "events", "calendar", "requests", "leads"])
				await expectSoon(flood, () => send(`/dashboard/${path}?${filters}`, page));
			await expectSoon(flood, () => send(`/oauth/authorize?${asked}`, page));
			await expectSoon(flood, () => send(`/sign_in?${query("continue")}`));
			await expectSoon(flood, () => send(`/docs/search?${query("q")}`));
			await expectSoon(flood, () => send(`${studio.path}?${query("month", "day", "start_at", "b")}`));
			await expectSoon(flood, () => send(`/${encodeURIComponent(text)}/book/${encodeURIComponent(text)}`));
		},

		"the fields of a record": async (flood, text) => {
			const value = around(text);
			const client = {
				first_name: value,
				email: value,
				phone: value,
				date_of_birth: value,
				metadata: { [value]: value },
			};
			const endpoint = { url: value, events: [value], description: value, filter: { client_id: [value] } };
			const type = { name: value, slug: value, currency: value, color: value, timezone: value };
			const bodies = { clients: client, webhook_endpoints: endpoint, leads: client, appointments: { start_at: value } };
			for (const [path, body] of Object.entries(bodies))
				await expectSoon(flood, () => send(`/v1/${path}`, { key: studio.key, body }));
			await expectSoon(flood, () =>
				send(`/v1/artists/${studio.artistId}`, { key: studio.key, method: "PATCH", body: type }),
			);
		},

		"the fields of a form": async (flood, text) => {
			const value = around(text);
			const of = (...names: string[]): [string, string][] => names.map((name) => [name, value]);
			const forms: [string, [string, string][]][] = [
				[owner.at(`/webhooks/${endpointId}/verify`), of("headers", "body")],
				[owner.at("/webhooks/new"), of("url", "events", "description", "client_id", "metadata")],
				[owner.at(`/artists/${studio.artistId}/hours`), of("hours_1")],
				[owner.at("/clients/new"), of("first_name", "email", "phone", "date_of_birth", "tags", "notes")],
				[owner.at("/event_types/new"), of("name", "slug", "price_amount", "currency", "reminder_hours")],
				[owner.at("/api_keys/new"), of("name", "scopes", "ip_allowlist", "expires_at")],
			];
			for (const [path, fields] of forms)
				await expectSoon(flood, () => post(path, fields, { headers: { Cookie: owner.cookie } }));
			const open: [string, [string, string][]][] = [
				["/sign_in", of("email", "password", "continue")],
				[`${studio.path}/hold`, of("start_at")],
				[`${studio.path}/details`, of("start_at", "name", "email", "phone", "form_id")],
				["/oauth/token", of("grant_type", "code", "redirect_uri", "client_id", "code_verifier", "scope")],
			];
			for (const [path, fields] of open) await expectSoon(flood, () => post(path, fields));
		},
	} satisfies Record<string, (flood: string, text: string) => Promise<void>>;
	const inPlaces = everyPair(Object.entries(places), floods).map(
		([[place, send], [flood, text]]) => [flood, place, text, send] as const,
	);
	it.each(inPlaces)("of %s as %s", (flood, _, text, send) => send(flood, text));
});

import { newStudio } from "../../lab/harness/person.ts";
import type { Server } from "../../lab/harness/server.ts";

const everyType = [
	{ key: "text", label: "In a few words", type: "text" },
	{ key: "textarea", label: "Tell us more", type: "textarea" },
	{ key: "number", label: "Centimetres", type: "number" },
	{ key: "email", label: "Email of a friend", type: "email" },
	{ key: "phone", label: "Phone of a friend", type: "phone" },
	{ key: "date", label: "Born", type: "date" },
	{ key: "select", label: "Where", type: "select", options: ["Arm", "Leg"] },
	{ key: "multi", label: "Styles", type: "multi_select", options: ["Fine line", "Blackwork"] },
	{ key: "agree", label: "I am sober", type: "checkbox" },
	{ key: "file", label: "A picture", type: "file_url" },
	{ key: "photos", label: "Photos of the place", type: "picture" },
	{ key: "sign", label: "Initials", type: "signature" },
].map((field) => ({ ...field, required: true }));

/** Somewhere to book: its artist works around the clock, so that no day of the year is without times. */
export interface Bookable {
	tenantId: string;
	key: string;
	artistId: string;
	/** The address of the artist's page. */
	artist: string;
	/** The slugs of the event types: one with no form, one with every field, and one that the studio confirms. */
	plain: string;
	full: string;
	requested: string;
}

export async function newBookable(server: Server, timezone: string): Promise<Bookable> {
	const tenant = await newStudio(server, "Nadel & Faden");
	const scopes = ["read:appointments", "read:events", "read:form_submissions", "write:artists", "write:forms"];
	const made = async (method: string, path: string, body: unknown, key = server.printed.OPERATOR_TOKEN) => {
		const answer = await server.call(method, path, { key, body });
		if (answer.status >= 400) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
		return answer.body;
	};
	const { key } = await made("POST", `/admin/tenants/${tenant}/api_keys`, { name: "Drill", scopes });
	const bio = "Flowers, and what grows between them.";
	const { id: artistId, slug } = await made("POST", "/v1/artists", { name: "Mia Ro", timezone, bio }, key);
	const hours = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, start: "00:00", end: "24:00" }));
	await made("PUT", `/admin/artists/${artistId}/working_hours`, { hours });
	const intake = await made("POST", "/v1/forms", { name: "Before we begin", kind: "INTAKE", fields: everyType }, key);
	const consent = await made(
		"POST",
		"/v1/forms",
		{
			name: "Consent",
			kind: "CONSENT",
			fields: [{ key: "adult", label: "I am 18", type: "checkbox", required: true }],
		},
		key,
	);
	const forms = { intake_form_id: intake.id, consent_form_id: consent.id };
	const types = { plain: {}, full: forms, requested: { ...forms, requires_approval: true } };
	for (const [slug, more] of Object.entries(types)) {
		const type = { name: `A ${slug} tattoo`, slug, kind: "TATTOO", duration_minutes: 60, ...policy, ...more };
		await made("POST", `/admin/tenants/${tenant}/event_types`, { artist_id: artistId, ...type });
	}
	return {
		tenantId: tenant,
		key,
		artistId,
		artist: `${server.origin}/${slug}`,
		plain: "plain",
		full: "full",
		requested: "requested",
	};
}

const policy = {
	description: "One motif up to the size of a hand.",
	price_type: "FROM",
	price_from: 18_000,
	currency: "EUR",
	deposit_required: true,
	deposit_amount: 5000,
	cancellation_window_hours: 1,
	cancellation_fee_type: "PERCENTAGE",
	cancellation_fee_amount: 50,
	cancellation_policy: "The chair stays empty, so we keep half of the price.",
	instructions: "Eat well.\nSleep well.",
	confirmation_message: "We look forward to you.",
	minimum_notice_minutes: 120,
	reminder_hours: [72, 24],
};

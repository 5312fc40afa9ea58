// The work of a studio in the measurement: it makes records of an ordinary size through the API.
import { scopes } from "../../src/platform/gate/scopes.ts";
import { dayMs, hourMs } from "../../src/platform/lib/time.ts";

export interface StudioWork {
	origin: string;
	operatorToken: string;
	/** The studio's number. */
	n: number;
	/** How often the studio does each thing. */
	rounds: number;
	/** The receiver of its webhooks; null if it has none. */
	listensTo: string | null;
}

interface Studio {
	post(path: string, body: object): Promise<{ id: string }>;
	patch(path: string, body: object): Promise<void>;
	read(path: string): Promise<void>;
}

const notes =
	"Prefers fine line work, sits well, allergic to nickel. Wants to see the sketch two days before the session.";
const message =
	"I saw your fern on Instagram and would like something like it on my forearm, about 12 cm, black and grey. ".repeat(
		2,
	);

/** Makes a studio, does its work, and returns its id. */
export async function useStudio({ origin, operatorToken, n, rounds, listensTo }: StudioWork): Promise<string> {
	const operate = sender(origin, operatorToken);
	const body = { name: `Studio ${n}`, plan: "empire", email: `owner-${n}@example.com`, timezone: "Europe/Berlin" };
	const { id } = (await operate("POST", "/admin/tenants", body)) as { id: string };
	const key = (await operate("POST", `/admin/tenants/${id}/api_keys`, {
		...{ name: "Simulation", rate_limit_tier: "custom", rate_limit_per_minute: 100_000 },
		scopes,
	})) as { key: string };
	const send = sender(origin, key.key);
	const studio: Studio = {
		post: async (path, body) => (await send("POST", path, body, true)) as { id: string },
		patch: async (path, body) => void (await send("PATCH", path, body, true)),
		read: async (path) => void (await send("GET", path)),
	};
	const artist = await studio.post("/v1/artists", { name: `Mia ${n}`, timezone: "Europe/Berlin" });
	const hours = Array.from({ length: 7 }, (_, weekday) => ({ weekday, start: "08:00", end: "20:00" }));
	await operate("PUT", `/admin/artists/${artist.id}/working_hours`, { hours });
	const type = (await operate("POST", `/admin/tenants/${id}/event_types`, {
		...{ artist_id: artist.id, name: "Tattoo", slug: `tattoo-${n}`, duration_minutes: 60, kind: "TATTOO" },
	})) as { id: string };
	if (listensTo) await studio.post("/v1/webhook_endpoints", { url: `${listensTo}${n}`, events: ["*"] });
	const form = await studio.post("/v1/forms", {
		name: "Intake",
		fields: ["placement", "size", "style", "budget", "health", "wishes"].map((key) => ({
			key,
			label: key,
			type: "text",
		})),
	});
	for (let round = 0; round < rounds; round++)
		await work(studio, { n, round, artistId: artist.id, typeId: type.id, formId: form.id });
	return id;
}

interface Round {
	n: number;
	round: number;
	artistId: string;
	typeId: string;
	formId: string;
}

async function work(studio: Studio, { n, round, artistId, typeId, formId }: Round): Promise<void> {
	const person = {
		first_name: "Ana",
		last_name: "Kowalczyk",
		email: `ana.${n}.${round}@example.com`,
		phone: "+49 170 5550123",
	};
	const client = await studio.post("/v1/clients", {
		...person,
		notes,
		tags: ["fine line", "regular"],
		source: "instagram",
	});
	await studio.patch(`/v1/clients/${client.id}`, { notes: `${notes} ${round}` });
	await studio.post("/v1/leads", { ...person, message, source: "website" });
	await studio.post("/v1/ideas", { client_id: client.id, subject: "Fern on the forearm", description: message });
	const submission_data = {
		placement: "forearm",
		size: "12 cm",
		style: "fine line",
		budget: "400",
		health: "none",
		wishes: message,
	};
	await studio.post(`/v1/forms/${formId}/submissions`, { submission_data });
	const first = Math.ceil(Date.now() / dayMs + 30) * dayMs + 9 * hourMs;
	const start_at = new Date(first + Math.floor(round / 8) * dayMs + (round % 8) * hourMs).toISOString();
	const appointment = await studio.post("/v1/appointments", {
		...{ artist_id: artistId, client_id: client.id, event_type_id: typeId, start_at, title: "Fern, first session" },
	});
	await studio.patch(`/v1/appointments/${appointment.id}`, { notes });
	await studio.read("/v1/me");
	await studio.read(`/v1/clients/${client.id}`);
	await studio.read("/v1/clients");
	await studio.read("/v1/appointments");
	await studio.read("/v1/events");
	const from = start_at;
	const to = new Date(Date.parse(from) + 7 * dayMs).toISOString();
	await studio.read(`/v1/availability?artist_id=${artistId}&event_type_id=${typeId}&from=${from}&to=${to}`);
}

let keys = 0;

const sender =
	(origin: string, token: string) =>
	async (method: string, path: string, body?: object, keyed = false): Promise<unknown> => {
		const headers: Record<string, string> = { Authorization: `Bearer ${token}` };
		if (body) headers["Content-Type"] = "application/json";
		if (keyed) headers["Idempotency-Key"] = `measure-${++keys}`;
		const response = await fetch(origin + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
		const text = await response.text();
		if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${text}`);
		return JSON.parse(text);
	};

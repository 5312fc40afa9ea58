import { randomBytes } from "node:crypto";
import { readIfExists, replaceFile } from "./files.mjs";

const resources = [
	"clients",
	"appointments",
	"leads",
	"ideas",
	"forms",
	"form_submissions",
	"artists",
	"shops",
	"webhook_endpoints",
	"deliveries",
	"automation",
];
const scopes = [
	...resources.flatMap((resource) => [`read:${resource}`, `write:${resource}`]),
	"read:event_types",
	"read:events",
	"read:audit_log",
];

/**
 * The demo studio of this state folder: `{ email, password, key }`. Made through the operator interface the first
 * time; what has been made is noted in `file`, so that an interrupted start is taken up where it ended.
 *
 * @param {{ file: string; origin: string; operatorToken: string; signal: AbortSignal }} given
 * @returns {Promise<{ email: string; password: string; key: string }>}
 */
export async function ensureDemoStudio({ file, origin, operatorToken, signal }) {
	const demo = JSON.parse(readIfExists(file) ?? "null") ?? {
		email: "owner@demo-studio.example",
		password: randomBytes(15).toString("base64url"),
	};
	if (demo.key) return demo;
	const note = (/** @type {object} */ values) =>
		replaceFile(file, JSON.stringify(Object.assign(demo, values), null, 2));
	const { email, password } = demo;

	const post = async (/** @type {string} */ path, /** @type {object} */ body, expected = [201]) => {
		const response = await fetch(`${origin}/admin/tenants${path}`, {
			method: "POST",
			headers: { Authorization: `Bearer ${operatorToken}`, "Content-Type": "application/json" },
			body: JSON.stringify(body),
			signal,
		});
		const text = await response.text();
		if (expected.includes(response.status)) return JSON.parse(text);
		throw new Error(`The demo studio could not be made: POST ${path || "/"} gave ${response.status} ${text}`);
	};

	if (!demo.tenant_id) {
		const tenant = { name: "Demo Studio", plan: "studio", email, timezone: "Europe/Berlin" };
		note({ tenant_id: (await post("", tenant)).id });
	}
	// A conflict: the user was made, and the start ended before the key was.
	await post(`/${demo.tenant_id}/users`, { email, password, name: "Demo Owner" }, [201, 409]);
	note({ key: (await post(`/${demo.tenant_id}/api_keys`, { name: "Demo key", scopes })).key });
	return demo;
}

import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { Vault } from "../../src/platform/lib/secrets/vault.ts";
import { rows } from "./database.ts";
import { type Person, post, signIn } from "./oauth.ts";
import { operate } from "./world.ts";

export async function linksTo(email: string, kind: string): Promise<string[]> {
	const mails = await rows("SELECT id, data FROM mails WHERE kind = ? AND json_extract(data, '$.to') = ?", kind, email);
	mails.sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
	const vault = new Vault(env.ENCRYPTION_KEY);
	return await Promise.all(
		mails.map(async ({ id, data }) => {
			const link = new URL(await vault.open(JSON.parse(String(data)).sealed_link, String(id)));
			expect(link.origin).toBe("https://api.test");
			return link.pathname;
		}),
	);
}

export async function linkTo(email: string, kind = "invitation"): Promise<string> {
	const link = (await linksTo(email, kind)).at(-1);
	if (!link) throw new Error(`no ${kind} was mailed to ${email}`);
	return link;
}

/** The person has an account, and accepts. */
export async function joinStudio({ email, password }: Person, tenantId: string): Promise<void> {
	await operate(201, `/admin/tenants/${tenantId}/users`, { body: { email } });
	const headers = { Cookie: await signIn({ email, password }) };
	expect((await post(await linkTo(email), {}, { headers })).status).toBe(303);
}

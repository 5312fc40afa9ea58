import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { scheduledWork } from "../support/scheduled.ts";
import { newTenant, operate } from "../support/world.ts";

/** A method of another Worker, as `wrangler dev` gives it for mails: its members are methods of the other Worker, too. */
const remote = (method: (...args: unknown[]) => Promise<unknown>): unknown =>
	new Proxy(method, {
		get: (_, name) => () => Promise.reject(new TypeError(`There is no method ${String(name)}.`)),
	});

it("mails leave with the scheduled work also where the mail service is another Worker", async () => {
	const account = { email: "guest@example.com", password: "a long enough password" };
	for (const id of [await newTenant(), await newTenant()])
		await operate(201, `/admin/tenants/${id}/users`, { body: account });
	const sent: unknown[] = [];
	const send = remote(async (mail) => {
		sent.push(mail);
		return { messageId: "1" };
	});
	await scheduledWork({ ...env, EMAIL: { send } as unknown as SendEmail });
	expect(sent).toMatchObject([{ to: account.email }]);
});

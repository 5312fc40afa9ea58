import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { mayBeSent } from "../../src/domain/mail/outbox/cap.ts";
import { openWriter } from "../../src/platform/commit/writer.ts";
import { newTenant } from "../support/world.ts";

const ask = (tenantId: string, email: string) => mayBeSent(env, openWriter(env, () => {}).databases, tenantId, email);

it("a studio sends 200 invitations an hour, and one past that takes nothing of its recipient's five", async () => {
	const [studio, other] = [await newTenant(), await newTenant()];
	for (let n = 0; n < 200; n++) expect(await ask(studio, `${studio}-${n}@example.com`)).toBe(true);
	const email = `${other}@example.com`;
	for (let n = 0; n < 6; n++) expect(await ask(studio, email)).toBe(false);
	const answers = [];
	for (let n = 0; n < 6; n++) answers.push(await ask(other, email));
	expect(answers).toEqual([true, true, true, true, true, false]);
});

it("a mail that its recipient gets no more of takes nothing of its studio's 200", async () => {
	const [studio, other] = [await newTenant(), await newTenant()];
	const email = `${studio}@example.com`;
	for (let n = 0; n < 5; n++) expect(await ask(other, email)).toBe(true);
	for (let n = 0; n < 3; n++) expect(await ask(studio, email)).toBe(false);
	for (let n = 0; n < 200; n++) expect(await ask(studio, `${studio}-${n}@example.com`)).toBe(true);
	expect(await ask(studio, `${studio}-200@example.com`)).toBe(false);
});

import { beforeAll, describe, expect, it } from "vitest";
import { type BookableStudio, newBookableStudio } from "./support/booking-page.ts";
import { type Member, newMember, textOf } from "./support/dashboard.ts";
import { post } from "./support/oauth.ts";

let studio: BookableStudio;
let member: Member;
beforeAll(async () => {
	studio = await newBookableStudio();
	member = await newMember();
});

const fields = (count: number): [string, string][] => Array.from({ length: count }, () => ["a", "b"]);

const pages = (): [string, Record<string, string>][] => [
	[`/${studio.artistSlug}/book/${studio.typeSlug}/hold`, {}],
	["/dashboard/clients/new", {}],
	["/dashboard/clients/new", { Cookie: member.cookie }],
	["/sign_in", {}],
];

describe("a form of a page", () => {
	it("with more than 1 000 fields is refused before anything looks at them", async () => {
		for (const [path, headers] of pages()) {
			const began = performance.now();
			const { status, text } = await post(path, fields(65_000), { headers });
			expect([status, textOf(text)], path).toEqual([400, expect.stringContaining("This form cannot be read")]);
			expect(performance.now() - began, path).toBeLessThan(5000);
		}
	});

	it("with 1 000 fields of one name is read in a time that grows with their number alone", async () => {
		const began = performance.now();
		const { status } = await post("/dashboard/clients/new", fields(1000), { headers: { Cookie: member.cookie } });
		expect(status).not.toBe(400);
		expect(performance.now() - began).toBeLessThan(5000);
	});
});

import { beforeEach, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { advance } from "../support/clock.ts";
import { auditOf, follow, formsOn, linksOn, type Member, newMember, textOf } from "../support/dashboard.ts";
import { newStudio, type Studio } from "../support/studio.ts";
import { changePlan } from "../support/world.ts";

beforeEach(() => advance(60));

async function newPlace(): Promise<{ studio: Studio; shopId: string; owner: Member }> {
	const studio = await newStudio({ artist: { name: "Kai" } });
	const shopId = (await call(201, "/v1/shops", { key: studio.key, body: { name: "Kreuzberg" } })).body.id;
	return { studio, shopId, owner: await newMember({ tenantId: studio.id }) };
}

const isForm = ({ action }: { action: string }) => action.includes("/calendar_feed?");

/** Sends the form that makes an address, and returns its answer. */
async function make(member: Member, page: string, details?: string) {
	const form = formsOn((await member.open(200, `${page}/calendar_feed`)).text).find(isForm);
	const fields = [
		...(form?.fields ?? []).filter(([name]) => name !== "details" || details === undefined),
		...(details === undefined ? [] : [["details", details] as [string, string]]),
	];
	return { fields, answer: await member.submit(200, `${page}/calendar_feed`, fields) };
}
const addressIn = (html: string): string => /<pre id="feed-address"[^>]*>([^<]+)</.exec(html)?.[1] ?? "";
const read = (status: number, address: string) => call(status, new URL(address).pathname);

describe("the calendar feed of an artist or a shop", () => {
	it("is made at its page: the address is shown once, with a link that a device opens", async () => {
		const { studio, shopId, owner } = await newPlace();
		for (const [page, name] of [
			[`/artists/${studio.artistId}`, "Kai"],
			[`/shops/${shopId}`, "Kreuzberg"],
		] as const) {
			const before = await owner.open(200, page);
			expect(textOf(before.text)).toContain("No calendar reads the appointments yet.");
			expect(linksOn(before.text)).toContain(owner.at(`${page}/calendar_feed`));
			const { answer } = await make(owner, page);
			expect(answer.headers.get("Cache-Control")).toBe("no-store");
			const address = addressIn(answer.text);
			expect(answer.text).toContain(`href="${address.replace("https:", "webcal:")}"`);
			expect((await read(200, address)).text).toContain(`X-WR-CALNAME:${name}`);
			const after = await owner.open(200, page);
			expect(textOf(after.text)).toContain("Shows Everything.");
			expect(textOf(after.text)).toContain("Last read");
			expect(after.text).not.toContain(new URL(address).pathname);
		}
		const actions = (await auditOf(studio.id)).map(({ action, actor }) => [action, actor.id]);
		for (const kind of ["artist", "shop"])
			expect(actions).toContainEqual([`${kind}.calendar_feed_set`, owner.person.id]);
	});

	it("shows as much as is chosen, and keeps the choice for the next address", async () => {
		const { studio, owner } = await newPlace();
		const page = `/artists/${studio.artistId}`;
		await make(owner, page, "busy");
		expect(textOf((await owner.open(200, page)).text)).toContain("Shows Times alone.");
		const form = formsOn((await owner.open(200, `${page}/calendar_feed`)).text).find(isForm);
		expect(form?.fields).toContainEqual(["details", "busy"]);
		await owner.submit(422, `${page}/calendar_feed`, { details: "everything" });
		expect((await call(200, `/v1${page}/calendar_feed`, { key: studio.key })).body.details).toBe("busy");
	});

	it("warns before an address is replaced, which ends at once; a form that is sent twice makes one address", async () => {
		const { studio, owner } = await newPlace();
		const page = `/artists/${studio.artistId}`;
		const first = addressIn((await make(owner, page)).answer.text);
		await read(200, first);
		const asked = textOf((await owner.open(200, `${page}/calendar_feed`)).text);
		expect(asked).toContain("The present address ends at once");
		expect(asked).not.toContain("was last read: never");
		const { fields, answer } = await make(owner, page);
		const second = addressIn(answer.text);
		expect(addressIn((await owner.submit(200, `${page}/calendar_feed`, fields)).text)).toBe(second);
		await read(404, first);
		await read(200, second);
	});

	it("is ended after a question", async () => {
		const { shopId, owner } = await newPlace();
		const page = `/shops/${shopId}`;
		await owner.open(404, `${page}/calendar_feed/end`);
		const address = addressIn((await make(owner, page)).answer.text);
		expect(textOf((await owner.open(200, `${page}/calendar_feed/end`)).text)).toContain(
			"End the calendar feed of Kreuzberg?",
		);
		await read(200, address);
		const ended = await owner.submit(303, `${page}/calendar_feed/end`);
		expect(textOf((await follow(owner, ended)).text)).toContain("The calendar feed has ended.");
		await read(404, address);
	});

	it("is offered to STAFF too, and says where the plan has none", async () => {
		const { studio } = await newPlace();
		const staff = await newMember({ tenantId: studio.id, role: "STAFF" });
		const page = `/artists/${studio.artistId}`;
		const address = addressIn((await make(staff, page)).answer.text);
		await changePlan(studio.id, "light");
		await read(404, address);
		expect(textOf((await staff.open(200, page)).text)).toContain("The plan Light has no calendar feeds");
	});
});

import { beforeEach, describe, expect, it } from "vitest";
import { wordsIn } from "../../src/domain/languages/words.ts";
import { clientMailHtml } from "../../src/domain/mail/booking/client-mail-html.ts";
import { readBrand } from "../../src/domain/studio/brand/operations.ts";
import { inTenant } from "../../src/platform/context.ts";
import { call, send } from "../support/api.ts";
import { bookedLink, contact, linkIn, mailsTo, newBookableStudio, Visitor } from "../support/booking-page.ts";
import { advance } from "../support/clock.ts";
import { auditOf, follow, type Member, memberOf, newMember, textOf } from "../support/dashboard.ts";
import { rows } from "../support/database.ts";
import { databaseOf, localIn } from "../support/local.ts";
import { MailService } from "../support/mail-service.ts";
import { multipart } from "../support/multipart.ts";
import { newPerson, newSession } from "../support/oauth.ts";
import { newPicture } from "../support/pictures.ts";
import { at } from "../support/studio.ts";
import { operate } from "../support/world.ts";

let owner: Member;
beforeEach(async () => {
	advance(60);
	owner = await newMember();
});

const upload = async (member: Member, status: number, bytes = newPicture(), name = "logo.png") => {
	const { raw, headers } = multipart({}, [{ field: "logo", name, bytes }]);
	const sent = { method: "POST", raw, headers: { ...headers, Cookie: member.cookie, Origin: "https://api.test" } };
	return await call(status, member.at("/brand"), sent);
};

const logosOf = ({ tenantId }: Member) =>
	rows("SELECT * FROM pictures WHERE tenant_id = ? AND owner_type = 'tenant'", tenantId);

const logoOn = (html: string): string => /<img[^>]*src="(\/pictures\/[^"]*)"[^>]*>/.exec(html)?.[0] ?? "";

const bookable = async () => {
	const place = await newBookableStudio();
	const person = await newPerson(place.id);
	return { place, owner: memberOf(place.id, person, await newSession(person)) };
};

describe("the color", () => {
	it("is on every booking page from then on, as a style sheet of its own", async () => {
		const { place, owner } = await bookable();
		const before = await new Visitor().get(`/${place.artistSlug}`);
		expect(before.text).not.toContain("branded");
		const answer = await owner.submit(303, "/brand/color", { accent_color: "#0A6E4F" });
		expect((await follow(owner, answer)).text).toContain("#0a6e4f");
		for (const path of [`/${place.artistSlug}`, place.path]) {
			const { text, headers } = await new Visitor().get(path);
			const [, sheet = ""] = /href="(\/assets\/accent\.0a6e4f\.[^"]*)"/.exec(text) ?? [];
			expect(text).toContain('<body class="branded">');
			expect(headers.get("Content-Security-Policy")).toContain("style-src 'self';");
			const style = await send(sheet);
			expect(style.headers.get("Content-Type")).toBe("text/css; charset=utf-8");
			expect(style.headers.get("Cache-Control")).toContain("immutable");
			expect(style.text).toContain("--accent:light-dark(#0a6e4f,#");
		}
	});

	it("that cannot be read is refused, with the nearest one that can", async () => {
		const refused = await owner.submit(422, "/brand/color", { accent_color: "#ffd400" });
		const words = textOf(refused.text);
		expect(words).toContain("is too light to be read. The nearest color that can be is");
		const [, nearest = ""] =
			/value="(#[0-9a-f]{6})"\/?><div class="actions"><button class="primary"/.exec(refused.text) ?? [];
		expect(words).toContain(`Use ${nearest}`);
		await owner.submit(303, "/brand/color", { accent_color: nearest });
		expect(await rows("SELECT accent_color FROM studios WHERE tenant_id = ?", owner.tenantId)).toEqual([
			{ accent_color: nearest },
		]);
	});

	it.each(["red", "#333", "#12345g", "#123456}body{display:none", '"><script>alert(1)</script>', "url(//x.example)"])(
		"is #rrggbb and nothing else: %s",
		async (accent_color) => {
			const refused = await owner.submit(422, "/brand/color", { accent_color });
			expect(textOf(refused.text)).toContain("Color must be a color such as #3346c8.");
			expect(refused.text).not.toContain("<script>alert");
			expect(await rows("SELECT accent_color FROM studios WHERE tenant_id = ?", owner.tenantId)).toEqual([
				{ accent_color: null },
			]);
		},
	);

	it("has no style sheet if it cannot be read, or at another address", async () => {
		await owner.submit(303, "/brand/color", { accent_color: "#0a6e4f" });
		const { text } = await owner.open(200, "/brand");
		const [, sheet = ""] = /href="(\/assets\/accent\.[^"]*)"/.exec(text) ?? [];
		expect((await send(sheet)).status).toBe(200);
		for (const other of ["ffd400", "0A6E4F", "0a6e4", "zzzzzz"])
			expect((await send(sheet.replace("0a6e4f", other))).status, other).toBe(404);
		expect((await send(sheet.replace(/\.\w{8}\.css$/, ".00000000.css"))).status).toBe(404);
	});

	it("can be given up", async () => {
		await owner.submit(303, "/brand/color", { accent_color: "#0a6e4f" });
		await owner.submit(303, "/brand/color", { accent_color: "" });
		expect(textOf((await owner.open(200, "/brand")).text)).toContain("You have chosen none");
	});
});

describe("the logo", () => {
	it("is on every booking page, with its sides and the name of the studio, at an address that stays", async () => {
		const { place, owner } = await bookable();
		await operate(200, `/admin/tenants/${place.id}`, { method: "PATCH", body: { name: 'Fern "&" <b>Dagger' } });
		const answer = await upload(owner, 303);
		expect(textOf((await follow(owner, answer)).text)).toContain("The logo is on the booking pages");
		const visitor = new Visitor();
		await visitor.hold(place, at("10:00"));
		for (const path of [`/${place.artistSlug}`, place.path, `${place.path}/details`]) {
			const { text } = await visitor.get(path);
			expect(logoOn(text)).toContain('width="2" height="3"');
			expect(logoOn(text)).toContain('alt="Fern &quot;&amp;&quot; &lt;b&gt;Dagger"');
		}
		const { text } = await visitor.get(`/${place.artistSlug}`);
		const [, src = ""] = /src="([^"]*)"/.exec(logoOn(text)) ?? [];
		const shown = await send(src);
		expect(shown.status).toBe(200);
		expect(shown.headers.get("Cache-Control")).toContain("public, max-age=31536000");
	});

	it("is replaced by another one, and can be removed; no studio has two", async () => {
		await upload(owner, 303);
		const [first] = await logosOf(owner);
		await upload(owner, 303);
		const left = await logosOf(owner);
		expect(left).toHaveLength(1);
		expect(left[0]?.id).not.toBe(first?.id);
		expect(logoOn((await owner.open(200, "/brand")).text)).toContain(String(left[0]?.id));
		await owner.submit(303, "/brand/logo/remove");
		expect(await logosOf(owner)).toEqual([]);
		expect(logoOn((await owner.open(200, "/brand")).text)).toBe("");
		expect(
			(await auditOf(owner.tenantId)).map(({ action, changes }) => [action, Object.keys(changes ?? {})]).slice(0, 3),
		).toEqual(Array.from({ length: 3 }, () => ["tenant.updated", ["logo"]]));
	});

	it("is one of those that are sent at once", async () => {
		await Promise.all(Array.from({ length: 5 }, () => upload(owner, 303)));
		const logos = await logosOf(owner);
		expect(logos).toHaveLength(1);
		expect(await rows("SELECT logo_id FROM studios WHERE tenant_id = ?", owner.tenantId)).toEqual([
			{ logo_id: logos[0]?.id },
		]);
	});

	it.each([
		["no picture", new TextEncoder().encode("<svg onload=alert(1)>"), "The logo must be a PNG, a JPEG or a WebP."],
		["an empty file", new Uint8Array(0), "The logo is required: choose a file."],
		["more than 1 MB", newPicture(1024 * 1024 + 1), "The logo has more than 1 MB. Save it smaller."],
	])("is refused in words if it is %s", async (_, bytes, words) => {
		const refused = await upload(
			owner,
			422,
			bytes as Uint8Array<ArrayBuffer>,
			bytes.byteLength === 0 ? "" : "logo.png",
		);
		expect(textOf(refused.text)).toContain(words);
		expect(await logosOf(owner)).toEqual([]);
	});

	it("counts to the storage of the studio, and a logo that is removed does not", async () => {
		const stored = async () => Number((await operate(200, `/admin/tenants/${owner.tenantId}`)).body.stored_bytes);
		const before = await stored();
		await upload(owner, 303, newPicture(100_000));
		expect((await stored()) - before).toBeGreaterThan(100_000);
		await owner.submit(303, "/brand/logo/remove");
		expect((await stored()) - before).toBeLessThan(20_000);
	});
});

it("only owners of the studio set its brand, from a page of this origin", async () => {
	const staff = await newMember({ tenantId: owner.tenantId, role: "STAFF" });
	const stranger = await newMember();
	for (const [member, status] of [
		[staff, 403],
		[memberOf(owner.tenantId, stranger.person, stranger.cookie), 404],
	] as const) {
		await member.open(status, "/brand");
		await member.submit(status, "/brand/color", { accent_color: "#0a6e4f" });
		await upload(member, status);
	}
	const { raw, headers } = multipart({}, [{ field: "logo", name: "logo.png", bytes: newPicture() }]);
	const elsewhere = { ...headers, Cookie: owner.cookie, Origin: "https://elsewhere.example" };
	await call(403, owner.at("/brand"), { method: "POST", raw, headers: elsewhere });
	expect(await logosOf(owner)).toEqual([]);
});

describe("mails to clients", () => {
	const service = new MailService();

	it("carry the logo and the color of the button, and their text stays whole without them", async () => {
		service.reset();
		const { place, owner } = await bookable();
		await upload(owner, 303);
		await owner.submit(303, "/brand/color", { accent_color: "#0a6e4f" });
		const form = contact();
		await bookedLink(service, place, at("10:00"), form.email);
		const [mail] = await mailsTo(service, place.id, form.email);
		const [image = ""] = mail.html.match(/<img[^>]*>/) ?? [];
		expect(image).toMatch(/src="https:\/\/api\.test\/pictures\/[^"]*" alt="[^"]+" width="2" height="3"/);
		expect(image).toContain("background:#ffffff");
		expect((await send(new URL(/src="([^"]*)"/.exec(image)?.[1] ?? "").pathname)).status).toBe(200);
		expect(mail.html).toContain("background:#0a6e4f;");
		expect(mail.html).toContain(`<a href="https://api.test${linkIn(mail)}"`);
		expect(mail.text).toContain(`open this page:\nhttps://api.test${linkIn(mail)}`);
	});

	it("carry the logo where only their link tells the address of the service", async () => {
		const { place, owner } = await bookable();
		await upload(owner, 303);
		const { caller } = localIn(await databaseOf(place.id));
		const ctx = await inTenant({ ...caller, settings: { ...caller.settings, origin: null } }, place.id);
		const sender = { studio: await readBrand(ctx), words: wordsIn("en"), ownLanguage: undefined };
		const link = "http://localhost:8787/manage/1";
		const html = clientMailHtml(ctx, sender, [["Open this:", { link, label: "Move" }]], link);
		expect(html).toContain('<img src="http://localhost:8787/pictures/');
		expect(clientMailHtml(ctx, sender, [["Hello"]])).not.toContain("<img");
	});

	it("of a studio without brand have no image, and a button in the color of the service", async () => {
		service.reset();
		const { place } = await bookable();
		const form = contact();
		await bookedLink(service, place, at("10:00"), form.email);
		const [mail] = await mailsTo(service, place.id, form.email);
		expect(mail.html).not.toContain("<img");
		expect(mail.html).toContain("background:#3346c8;");
	});
});

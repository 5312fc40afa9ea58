import { generate } from "lean-qr";
import { beforeEach, describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import {
	type BookableStudio,
	contact,
	linkIn,
	mailsTo,
	newBookableStudio,
	patchType,
	Visitor,
	withEventType,
} from "../support/booking-page.ts";
import { advance } from "../support/clock.ts";
import { MailService } from "../support/mail-service.ts";
import { at } from "../support/studio.ts";

const url = "https://pay.example/lotus?for=deposit&to=%22mia%22";
const terms = {
	currency: "EUR",
	deposit_required: true,
	deposit_amount: 5000,
	deposit_due_hours: 48,
	deposit_instructions: "Transfer it to <b>us</b>,\nor see https://evil.example/pay.",
	deposit_url: url,
};
const escapedUrl = url.replaceAll("&", "&amp;");

const service = new MailService();
let place: BookableStudio;
let email: string;
beforeEach(async () => {
	service.reset();
	place = await newBookableStudio({ type: terms });
	email = `${crypto.randomUUID()}@example.com`;
});

async function book(start = at("10:00")) {
	const visitor = new Visitor();
	const answer = await visitor.book(place, start, contact({ email }));
	const location = answer.headers.get("Location") ?? "";
	const booked = await visitor.get(location);
	const [mail] = await mailsTo(service, place.id, email);
	const [{ id }] = (await call(200, "/v1/appointments?limit=1", { key: place.key })).body.data;
	return { visitor, location, booked, mail, id, link: linkIn(mail) };
}

const set = (id: string, body: object) =>
	call(200, `/v1/appointments/${id}/deposit`, { key: place.key, method: "PATCH", body });
const details = async (start = at("10:00"), of = place) =>
	(await new Visitor().get(`${of.path}/details?start_at=${start}`)).text;

const dueBy = /A deposit of €50 is due by \w+, \d+ \w+ \d{4}, \d\d:\d\d \(Europe\/Berlin, GMT\+[12]\)\./;

describe("before the booking the page says of the deposit", () => {
	it("how much it is, when it is due and how it is paid, without a link that pays for nothing yet", async () => {
		for (const page of [(await new Visitor().get(place.path)).text, await details()]) {
			expect(page).toContain("A deposit of €50 is due within 2 days of the booking.");
			expect(page).toContain("Transfer it to &lt;b&gt;us&lt;/b&gt;,");
			expect(page).toContain("You can pay it online after the booking.");
			expect(page).not.toContain("pay.example");
			expect(page).not.toContain("the appointment is cancelled.");
		}
		await patchType(place, { deposit_unpaid: "CANCEL" });
		expect(await details()).toContain("If it is not paid in time, the appointment is cancelled.");
	});

	it("that it is due before an appointment that begins sooner", async () => {
		await patchType(place, { deposit_due_hours: 87_600 });
		expect(await details()).toContain("A deposit of €50 is due before the appointment.");
		await patchType(place, { deposit_due_hours: null });
		expect((await new Visitor().get(place.path)).text).toContain("A deposit of €50 is due before the appointment.");
	});

	it("the amount of a share where the price is known, and else the share", async () => {
		const share = { deposit_type: "PERCENTAGE", deposit_amount: 25 };
		await patchType(place, { ...share, price_type: "HOURLY", price_amount: 8030 });
		expect(await details()).toContain("A deposit of €20.08 is due within");
		await patchType(place, { price_type: "QUOTE", price_amount: null });
		expect(await details()).toContain("A deposit of 25% of the price is due within");
	});

	it("that it counts from the studio's confirmation where the studio confirms", async () => {
		await patchType(place, { requires_approval: true });
		const text = "A deposit of €50 is due within 2 days once the studio has confirmed the appointment.";
		expect(await details()).toContain(text);
		const visitor = new Visitor();
		const asked = await visitor.book(place, at("10:00"), contact({ email }));
		expect((await visitor.get(asked.headers.get("Location") ?? "")).text).toContain(text);
	});
});

describe("after the booking", () => {
	it("the page, the manage link and the mail say until when and how, and link to the address for paying alone", async () => {
		const { booked, mail, link, visitor } = await book();
		const managed = await visitor.get(link);
		for (const { text } of [booked, managed]) {
			expect(text).toMatch(dueBy);
			expect(text).toContain("Transfer it to &lt;b&gt;us&lt;/b&gt;,\nor see https://evil.example/pay.");
			expect(text).toContain(`<a class="button primary" href="${escapedUrl}" rel="noreferrer">Pay the deposit</a>`);
			expect(text).not.toContain('href="https://evil');
		}
		expect(mail.text).toMatch(dueBy);
		expect(mail.text).toContain(`How to pay:\nTransfer it to <b>us</b>,`);
		expect(mail.text).toContain(`You can pay here:\n${url}\n`);
		const links = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
		expect(links).toEqual([escapedUrl, `https://api.test${link}`]);
		expect(mail.html).toContain("Transfer it to &lt;b&gt;us&lt;/b&gt;,");
		for (const part of [mail.text, mail.html]) expect(part).not.toContain("evil");
	});

	it("a QR code of the address stands in the page itself, and no other program learns of it", async () => {
		const { booked } = await book();
		const [, viewBox = "", path = ""] =
			/<svg class="qr-code" role="img" aria-label="QR code to pay the deposit" viewBox="([^"]*)">.*?<path d="([^"]*)"/.exec(
				booked.text,
			) ?? [];
		const code = generate(url);
		expect(viewBox).toBe(`-4 -4 ${code.size + 8} ${code.size + 8}`);
		const dark = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)].flatMap(([, x, y, length]) =>
			Array.from({ length: Number(length) }, (_, n) => `${Number(x) + n},${y}`),
		);
		const expected: string[] = [];
		for (let y = 0; y < code.size; y++)
			for (let x = 0; x < code.size; x++) if (code.get(x, y)) expected.push(`${x},${y}`);
		expect(dark).toEqual(expected);
		expect(booked.text).not.toMatch(/<img[^>]*qr|style="/i);
		await patchType(place, { deposit_url: `https://pay.example/${"x".repeat(300)}` });
		const long = await new Visitor().get(linkIn((await mailsTo(service, place.id, email))[0]));
		expect(long.text).toContain("Pay the deposit");
		expect(long.text).not.toContain("qr-code");
	});

	it("the pages tell what became of the deposit, and no longer how to pay", async () => {
		const { id, link, location, visitor } = await book();
		const told = async (sentence: string) => {
			for (const path of [link, location]) {
				const { text } = await visitor.get(path);
				expect(text).toContain(sentence);
				expect(text).not.toContain("pay.example");
				expect(text).not.toMatch(dueBy);
			}
		};
		await set(id, { status: "WAIVED" });
		await told("The studio waives the deposit.");
		await set(id, { status: "REQUESTED" });
		await set(id, { status: "HELD", method: "BANK_TRANSFER" });
		await told("You have paid the deposit of €50.");
	});

	it("an overdue deposit can still be paid, and the page says that the studio has not noted it", async () => {
		const { link, visitor } = await book();
		await advance(49 * 3600);
		const { text } = await visitor.get(link);
		expect(text).toMatch(/A deposit of €50 was due by .*\. The studio has not noted it as paid yet\./);
		expect(text).toContain(escapedUrl);
	});

	it("a move tells the client the new time at which it is due", async () => {
		await patchType(place, { deposit_due_hours: null });
		const { link, visitor, mail } = await book();
		expect(mail.text).toContain("is due by Tuesday, 2 March 2027, 11:00 (Europe/Berlin, GMT+1).");
		await visitor.post(`${link}/move`, { email, start_at: at("12:00", "2027-03-04") });
		expect((await visitor.get(link)).text).toContain("is due by Thursday, 4 March 2027, 13:00");
		const [, moved] = await mailsTo(service, place.id, email);
		expect(moved.text).toContain("is due by Thursday, 4 March 2027, 13:00");
	});
});

describe("a cancellation at the manage link", () => {
	it("says before the button that a paid deposit is given back, and afterwards that it is", async () => {
		const { id, link, location, visitor } = await book();
		await set(id, { status: "HELD", method: "CASH" });
		const { text } = await visitor.get(`${link}/cancel`);
		const before = text.indexOf("If you cancel now, the studio gives you the deposit of €50 back.");
		expect(before).toBeGreaterThan(0);
		expect(before).toBeLessThan(text.indexOf("Cancel the appointment</button>"));
		const back = "The studio gives you the deposit of €50 back.";
		expect((await visitor.post(`${link}/cancel`, { email })).text).toContain(back);
		expect((await mailsTo(service, place.id, email)).at(-1).text).toContain(back);
		expect((await visitor.get(link)).text).toContain(back);
		await set(id, { status: "REFUNDED" });
		expect((await visitor.get(link)).text).toContain("The studio has given you the deposit of €50 back.");
		// The page after the booking shows no appointment that does not take place.
		expect((await visitor.get(location)).headers.get("Location")).toBe(place.path);
	});

	it("says that an unpaid deposit need not be paid any more", async () => {
		const { link, visitor } = await book();
		expect((await visitor.get(`${link}/cancel`)).text).toContain("you no longer need to pay the deposit.");
		const { text } = await visitor.post(`${link}/cancel`, { email });
		expect(text).toContain("You no longer need to pay the deposit.");
		expect(text).not.toContain("pay.example");
		expect((await mailsTo(service, place.id, email)).at(-1).text).toContain("You no longer need to pay the deposit.");
	});
});

describe("the terms of a cancellation", () => {
	it("have the same words on the booking page, at the manage link and in the mail", async () => {
		await patchType(place, {
			cancellation_window_hours: 48,
			cancellation_fee_amount: 3000,
			cancellation_policy: "We mean it.",
		});
		const { link, visitor, mail } = await book();
		const sentences = [
			"You can cancel free of charge until 2 days before the appointment.",
			"A later cancellation costs €30.",
			"If you cancel in time, the studio gives you the deposit back.",
			"If you neither come nor cancel, the studio keeps the deposit.",
			"We mean it.",
		];
		const pages = [(await visitor.get(place.path)).text, await details(at("12:00")), (await visitor.get(link)).text];
		for (const sentence of sentences) {
			for (const page of pages) expect(page).toContain(`>${sentence}</p>`);
			expect(mail.text).toContain(`${sentence}\n`);
		}
		expect(mail.text).toContain(["If you cannot come:", ...sentences].join("\n"));
	});

	it("say of a fee without a window that a cancellation is free until the start", async () => {
		const other = await withEventType(place, { cancellation_fee_type: "PERCENTAGE", cancellation_fee_amount: 50 });
		const text = await details(at("10:00"), other);
		expect(text).toContain("You can cancel free of charge until the appointment begins.");
		expect(text).toContain("A later cancellation costs 50% of the price.");
		expect(text).not.toContain("deposit");
	});
});

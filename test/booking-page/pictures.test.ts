import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { sharedCounters } from "../../src/platform/gate/gates.ts";
import { sha256 } from "../../src/platform/lib/secrets/crypto.ts";
import { type Answer, call, newAddress, send as request } from "../support/api.ts";
import {
	appointmentsOf,
	type BookableStudio,
	contact,
	newBookableStudio,
	offered,
	patchType,
	Visitor,
} from "../support/booking-page.ts";
import { advance, now } from "../support/clock.ts";
import { rows } from "../support/database.ts";
import { addPicture, newPicture } from "../support/pictures.ts";
import { at } from "../support/studio.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;

let place: BookableStudio;
let form: Json;
beforeEach(async () => {
	advance(3600);
	place = await newBookableStudio();
	form = await newForm([picturesOf("photos")]);
	await patchType(place, { intake_form_id: form.id });
});

const picturesOf = (key: string, more: object = {}) => ({
	key,
	label: "Photos of the place",
	type: "picture",
	...more,
});
const newForm = async (fields: object[]): Promise<Json> =>
	(await call(201, "/v1/forms", { key: place.key, body: { name: "Intake", fields } })).body;

type Part = [name: string, value: string | Blob | File];

const file = (bytes: Uint8Array<ArrayBuffer> = newPicture(), name = "arm.png") =>
	new File([bytes], name, { type: "image/png" });
const files = (count: number): Part[] =>
	Array.from({ length: count }, (_, n) => ["intake.photos", file(newPicture(), `${n}.png`)]);
const noFile: Part = ["intake.photos", new File([], "", { type: "application/octet-stream" })];
const formId = () => crypto.randomUUID().replaceAll("-", "").slice(0, 22);

async function multipart(parts: Part[]): Promise<{ raw: Uint8Array<ArrayBuffer>; type: string }> {
	const data = new FormData();
	for (const [name, value] of parts) typeof value === "string" ? data.append(name, value) : data.append(name, value);
	const response = new Response(data);
	const raw = new Uint8Array(await response.arrayBuffer());
	return { raw, type: response.headers.get("Content-Type") ?? "" };
}

const details = (start: string, parts: Part[], person: Record<string, string> = contact()): Part[] => [
	["start_at", start],
	["form_id", formId()],
	...Object.entries(person),
	...parts,
];

const send = async (visitor: Visitor, parts: Part[], path = `${place.path}/details`): Promise<Answer> => {
	const { raw, type } = await multipart(parts);
	return await visitor.postBytes(path, raw, { "Content-Type": type });
};

const book = (visitor: Visitor, parts: Part[], start = at("10:00")) => send(visitor, details(start, parts));

const referencesIn = ({ text }: Answer): string[] =>
	[...text.matchAll(/<input type="hidden" name="intake\.photos" value="([^"]+)"/g)].map(([, value = ""]) => value);
const thumbnailsIn = ({ text }: Answer): string[] =>
	[...text.matchAll(/<img src="([^"]+)"/g)].map(([, src = ""]) => src);
const submissions = async (): Promise<Json[]> =>
	(await call(200, `/v1/forms/${form.id}/submissions`, { key: place.key })).body.data;
const storedPictures = () => rows("SELECT * FROM pictures WHERE tenant_id = ? ORDER BY id", place.id);
const kept = (references: string[]): Part[] => references.map((reference) => ["intake.photos", reference]);

describe("a question for pictures", () => {
	it("is a field for files that works without script, with the words and the policy that it needs", async () => {
		const visitor = new Visitor();
		await visitor.hold(place, at("10:00"));
		const page = await visitor.get(`${place.path}/details`);
		expect(page.text).toMatch(/<form [^>]*enctype="multipart\/form-data"/);
		expect(page.text).toContain('accept="image/jpeg,image/png,image/webp,image/avif,image/heic,image/*" multiple');
		expect(page.headers.get("Content-Security-Policy")).toContain("img-src 'self' blob:;");
		expect(page.text).toContain("/assets/form-pictures.");
		await patchType(place, { intake_form_id: null });
		const without = await visitor.get(`${place.path}/details`);
		expect(without.text).not.toContain("multipart");
		expect(without.headers.get("Content-Security-Policy")).toContain("img-src 'self';");
	});

	it("takes several pictures with the form, and the submission owns them (contract: Booking page 31)", async () => {
		expect((await book(new Visitor(), files(3))).status).toBe(303);
		const [submission] = await submissions();
		expect(submission.picture_count).toBe(3);
		const { data } = (await call(200, `/v1/form_submissions/${submission.id}/pictures`, { key: place.key })).body;
		expect(data.map(({ id }: Json) => id)).toEqual(submission.submission_data.photos);
		expect(await appointmentsOf(place.id)).toHaveLength(1);
	});

	it("is of the time when all of the form had arrived", async () => {
		const { raw, type } = await multipart(details(at("10:00"), files(1)));
		const { readable, writable } = new IdentityTransformStream();
		const headers = { Origin: "https://api.test", "Content-Type": type };
		const answer = request(`${place.path}/details`, { from: newAddress(), method: "POST", raw: readable, headers });
		const writer = writable.getWriter();
		await writer.write(raw.subarray(0, 1));
		advance(60);
		const arrived = Date.parse(now());
		await writer.write(raw.subarray(1));
		await writer.close();
		expect((await answer).status).toBe(303);
		const [booked] = await appointmentsOf(place.id);
		expect(booked?.created_at).toBeGreaterThanOrEqual(arrived);
	});

	it("takes none, six, and not seven; a required one takes no empty answer (contract: Booking page 31)", async () => {
		expect((await book(new Visitor(), [noFile])).status).toBe(303);
		const seven = await book(new Visitor(), files(7), at("12:00"));
		expect(seven.status).toBe(422);
		expect(seven.text).toContain("Only 6 pictures can be taken here. The others were left out.");
		expect(referencesIn(seven)).toHaveLength(6);
		expect(await storedPictures()).toHaveLength(6);
		expect((await book(new Visitor(), files(6), at("12:00"))).status).toBe(303);
		await call(200, `/v1/forms/${form.id}`, {
			key: place.key,
			method: "PATCH",
			body: { fields: [picturesOf("photos", { required: true })] },
		});
		const none = await book(new Visitor(), [noFile], at("14:00"));
		expect(none.status).toBe(422);
		expect(none.text).toContain("“Photos of the place” is required.");
		expect(await appointmentsOf(place.id)).toHaveLength(2);
	});

	it("keeps the pictures of a refused form, shows them, and lets the visitor remove some (contract: Booking page 31)", async () => {
		const visitor = new Visitor();
		const refused = await send(visitor, details(at("10:00"), files(3), contact({ email: "no" })));
		expect(refused.status).toBe(422);
		const references = referencesIn(refused);
		expect(references).toHaveLength(3);
		for (const src of thumbnailsIn(refused)) {
			const shown = await exports.default.fetch(new Request(new URL(src.replaceAll("&amp;", "&"), "https://api.test")));
			expect(shown.status).toBe(200);
		}
		expect(refused.text).toMatch(/<img src="[^"]+"[^>]* width="2" height="3"/);
		const [, second = ""] = references;
		const booked = await book(visitor, [...kept(references), ["intake.photos.remove", second], noFile, ...files(1)]);
		expect(booked.status).toBe(303);
		const [submission] = await submissions();
		expect(submission.picture_count).toBe(3);
		expect(submission.submission_data.photos).not.toContain(second.split(".")[0]);
		expect(submission.submission_data.photos.slice(0, 2)).toEqual(
			[references[0], references[2]].map((reference) => reference?.split(".")[0]),
		);
	});

	it("keeps them when somebody else has taken the time, and at the other time (contract: Booking page 31)", async () => {
		const start = at("10:00");
		expect((await book(new Visitor(), [], start)).status).toBe(303);
		const late = new Visitor();
		const person = contact();
		const taken = await send(late, details(start, files(2), person));
		expect(taken.status).toBe(409);
		const references = referencesIn(taken);
		expect(references).toHaveLength(2);
		const [instead = ""] = offered(taken, "instead");
		const chosen = await send(late, [...details(start, kept(references), person), ["instead", instead], ...files(1)]);
		expect(chosen.status).toBe(200);
		const now = referencesIn(chosen);
		expect(now.slice(0, 2)).toEqual(references);
		expect(now).toHaveLength(3);
		expect((await send(late, details(instead, kept(now), person))).status).toBe(303);
		expect((await submissions())[0].picture_count).toBe(3);
	});

	it("keeps them while the visitor looks for another time, those just chosen included (contract: Booking page 33)", async () => {
		const visitor = new Visitor();
		const person = contact();
		const other = await send(visitor, [...details(at("10:00"), files(2), person), ["other_time", "yes"]]);
		expect(other.status).toBe(200);
		const references = referencesIn(other);
		expect(references).toHaveLength(2);
		const [instead = ""] = offered(other, "instead").filter((start) => start !== at("10:00"));
		const chosen = await send(visitor, [...details(at("10:00"), kept(references), person), ["instead", instead]]);
		expect(referencesIn(chosen)).toEqual(references);
		expect((await send(visitor, details(instead, kept(references), person))).status).toBe(303);
		expect((await submissions())[0].picture_count).toBe(2);
	});

	it("books once if the form with its files is sent twice, one after the other or at once (contract: Booking page 10)", async () => {
		await patchType(place, { requires_approval: true });
		const twice = async (parts: Part[]) => {
			const visitor = new Visitor();
			const both = await Promise.all([send(visitor, parts), send(visitor, parts)]);
			expect([...both, await send(visitor, parts)].map(({ status }) => status)).toEqual([303, 303, 303]);
		};
		await twice(details(at("10:00"), files(2)));
		expect(await submissions()).toMatchObject([{ picture_count: 2 }]);
		const refused = await send(new Visitor(), details(at("10:00"), files(2), contact({ email: "no" })));
		await twice(details(at("12:00"), kept(referencesIn(refused))));
		expect(await submissions()).toHaveLength(2);
	});

	it("says what is wrong with a file, keeps the others, and books without it (contract: Booking page 31)", async () => {
		const visitor = new Visitor();
		const bad: Part[] = [
			["intake.photos", file(new TextEncoder().encode("%PDF-1.7 …") as Uint8Array<ArrayBuffer>, "<b>plan</b>.pdf")],
			["intake.photos", file(newPicture().subarray(0, 40), "half.png")],
			["intake.photos", file(newPicture(15 * 1024 * 1024), "huge.png")],
		];
		const refused = await book(visitor, [...files(1), ...bad]);
		expect(refused.status).toBe(422);
		expect(refused.text).toContain("“&lt;b&gt;plan&lt;/b&gt;.pdf” is no picture in JPEG, PNG, WebP, AVIF or HEIC.");
		expect(refused.text).toMatch(/“half\.png” was left out\. [A-Z][^.]+\. Choose another one\./);
		expect(refused.text).toContain("“huge.png” is larger than 15 MB. Choose a smaller one.");
		expect(refused.text).toContain("Nothing is booked yet.");
		const references = referencesIn(refused);
		expect(references).toHaveLength(1);
		expect((await book(visitor, kept(references))).status).toBe(303);
	});
});

describe("the pictures of visitors", () => {
	it("are named by those only who uploaded them: no id, no foreign and no changed name works (contract: Booking page 32)", async () => {
		const refused = await send(new Visitor(), details(at("10:00"), files(1), contact({ email: "no" })));
		const [reference = ""] = referencesIn(refused);
		const [id = "", code = ""] = reference.split(".");
		const elsewhere = await newBookableStudio();
		const otherForm = (
			await call(201, "/v1/forms", { key: elsewhere.key, body: { name: "Intake", fields: [picturesOf("photos")] } })
		).body;
		await patchType(elsewhere, { intake_form_id: otherForm.id });
		const names = [
			id,
			`${id}.`,
			`${id}.${"A".repeat(22)}`,
			`${id}.${code.slice(0, -1)}`,
			`.${code}`,
			`${reference}x`,
			"x".repeat(70_000),
		];
		const parts = details(at("10:00"), kept(names), contact({ email: "no" }));
		const answer = await send(new Visitor(), parts);
		expect(referencesIn(answer)).toEqual([]);
		expect(thumbnailsIn(answer)).toEqual([]);
		const foreign = await send(
			new Visitor(),
			details(at("10:00"), kept([reference]), contact({ email: "no" })),
			`${elsewhere.path}/details`,
		);
		expect(referencesIn(foreign)).toEqual([]);
		const booked = await book(new Visitor(), kept(names));
		expect(booked.status).toBe(303);
		expect((await submissions())[0].picture_count).toBe(0);
	});

	it("are part of one booking: a second form that names them is told to choose again (contract: Booking page 31)", async () => {
		const visitor = new Visitor();
		const references = referencesIn(await send(visitor, details(at("10:00"), files(2), contact({ email: "no" }))));
		expect((await book(visitor, kept(references))).status).toBe(303);
		const again = await book(visitor, kept(references), at("12:00"));
		expect(again.status).toBe(422);
		expect(again.text).toContain("Some of these pictures are no longer here. Choose them again.");
		expect(referencesIn(again)).toEqual([]);
		expect(await appointmentsOf(place.id)).toHaveLength(1);
	});

	it("are bounded within an hour for a visitor and for a network (contract: Booking page 32)", async () => {
		const visitor = new Visitor();
		await visitor.hold(place, at("10:00"));
		for (let n = 0; n < 4; n++)
			expect((await send(visitor, details(at("10:00"), files(6), contact({ email: "no" })))).status).toBe(422);
		expect(await storedPictures()).toHaveLength(24);
		const more = await book(visitor, files(1));
		expect(more.status).toBe(422);
		expect(more.text).toContain("too many pictures within an hour. Try again in 60 minutes, or go on without it.");
		expect((await book(visitor, [])).status).toBe(303);
		// A program that drops its cookie is still in its network.
		for (let n = 0; n < 36; n++) expect((await upload(new Visitor(visitor.address))).status).toBe(201);
		expect((await upload(new Visitor(visitor.address))).status).toBe(429);
		expect((await upload(new Visitor(newAddress()))).status).toBe(201);
	});

	it("are counted before they are read, and beyond a limit nothing is read or written (contract: Booking page 32)", async () => {
		const { address } = new Visitor();
		const network = sha256(address);
		const counters = sharedCounters(env, "addresses", network);
		for (let n = 0; n < 60; n++) await counters.takeHourly(`pictures:${network}`, 60);
		const counts = () =>
			runInDurableObject(counters, (_, state) => [...state.storage.kv.list({ prefix: "hourly:pictures:" })].length);
		const before = await counts();
		const text = file(new TextEncoder().encode("text") as Uint8Array<ArrayBuffer>, "notes.txt");
		expect((await upload(new Visitor(address), [["intake.photos", text]])).status).toBe(429);
		const refused = await book(new Visitor(address), [["intake.photos", text]]);
		expect(refused.text).toContain("“notes.txt” was left out: too many pictures within an hour.");
		expect(await counts()).toBe(before);
		const other = new Visitor();
		for (let n = 0; n < 24; n++) expect((await upload(other, [["intake.photos", text]])).status).toBe(415);
		expect((await upload(other, [["intake.photos", text]])).status).toBe(429);
	});

	it("are 150 MiB of a network within an hour, and no more than may wait for the form (contract: Booking page 32)", async () => {
		const { address } = new Visitor();
		const network = sha256(address);
		const claim = { name: `picture_mebis:${network}`, limit: 150 };
		expect(await sharedCounters(env, "addresses", network).takeAllHourly([{ ...claim, count: 149 }])).toBe(0);
		expect((await upload(new Visitor(address))).status).toBe(201);
		const more = await upload(new Visitor(address));
		expect([more.status, more.body]).toEqual([429, { refused: expect.stringContaining("Try again in 60 minutes") }]);
		await rows("UPDATE pictures SET size_bytes = 536870912 WHERE tenant_id = ? RETURNING id", place.id);
		const { status, body } = await upload(new Visitor());
		expect([status, body.refused]).toEqual([403, "The studio cannot take pictures at the moment. Go on without them."]);
		expect((await book(new Visitor(), [])).status).toBe(303);
	});

	it("count for the whole /48 of an IPv6 visitor, whose site has one share (contract: Booking page 32)", async () => {
		const [own, other] = ["2001:db8:77", "2001:db8:78"];
		const uploadFrom = (from: string) => upload(new Visitor(from));
		expect((await uploadFrom(`${own}:1::1`)).status).toBe(201);
		const site = sha256("2001:db8:77");
		const counters = sharedCounters(env, "addresses", site);
		const claims = [
			{ name: `pictures:${site}`, limit: 60 },
			{ name: `picture_mebis:${site}`, limit: 150 },
		];
		for (const { name, limit } of claims) {
			expect(await counters.takeAllHourly([{ name, limit, count: limit - 1 }])).toBe(0);
			expect((await uploadFrom(`${own}:2::1`)).status).toBe(429);
			expect((await uploadFrom(`${other}:2::1`)).status).toBe(201);
			for (let n = 1; n < limit; n++) await counters.giveBackHourly(name);
		}
		expect((await uploadFrom(`${own}:3::1`)).status).toBe(201);
	});

	it("that arrive slowly make no studio wait, whose pictures have memory of their own (contract: Pictures 14)", async () => {
		const lead = (await call(201, "/v1/leads", { key: place.key, body: { first_name: "Ana" } })).body.id;
		const slow = await Promise.all(
			Array.from({ length: 4 }, async () => {
				const other = await newBookableStudio();
				const body = { name: "Intake", fields: [picturesOf("photos")] };
				const { id } = (await call(201, "/v1/forms", { key: other.key, body })).body;
				await patchType(other, { intake_form_id: id });
				return await beginSlowly(`${other.path}/pictures`);
			}),
		);
		const began = Date.now();
		await addPicture(place.key, `/v1/leads/${lead}`);
		expect(Date.now() - began).toBeLessThan(5_000);
		await Promise.all(slow.map((end) => end()));
		expect((await upload(new Visitor())).status).toBe(201);
	});

	it("are refused in neutral words when the studio is full (contract: Booking page 32)", async () => {
		await rows(
			`INSERT INTO stored_bytes (tenant_id, counted, added) VALUES (?1, ?2, 0)
			ON CONFLICT (tenant_id) DO UPDATE SET counted = ?2`,
			...[place.id, 1e15],
		);
		const { status, body } = await upload(new Visitor());
		expect([status, body]).toEqual([
			403,
			{ refused: "The studio cannot take pictures at the moment. Go on without them." },
		]);
		expect(await storedPictures()).toEqual([]);
	});
});

/** The function that it returns breaks off. */
async function beginSlowly(path: string): Promise<() => Promise<void>> {
	const { raw, type } = await multipart([["intake.photos", file(newPicture(100_000))]]);
	const { readable, writable } = new IdentityTransformStream();
	const headers = { Origin: "https://api.test", "Content-Type": type };
	const answer = request(path, { from: newAddress(), method: "POST", raw: readable, headers });
	const writer = writable.getWriter();
	await writer.write(raw.subarray(0, 50_000));
	return async () => {
		await writer.close();
		await answer;
	};
}

const upload = (visitor: Visitor, parts: Part[] = files(1)): Promise<Answer> =>
	send(visitor, parts, `${place.path}/pictures`);

describe("the page's script", () => {
	it("sends one picture at once, which the form then names (contract: Booking page 31)", async () => {
		const visitor = new Visitor();
		const { status, body, headers } = await upload(visitor);
		expect(status).toBe(201);
		expect(headers.get("Cache-Control")).toBe("no-store");
		expect(body).toEqual({
			reference: expect.stringMatching(/^pic_[0-9a-f]{32}\.[\w-]{22}$/),
			thumbnail: expect.stringMatching(/^\/pictures\/.+\/thumbnail\?w=320$/),
			width: 2,
			height: 3,
		});
		expect((await book(visitor, kept([body.reference]))).status).toBe(303);
		expect((await submissions())[0].picture_count).toBe(1);
	});

	it("gets words for what is refused, and a page of another site nothing (contract: Booking page 4)", async () => {
		const visitor = new Visitor();
		const text = file(new TextEncoder().encode("text") as Uint8Array<ArrayBuffer>, "notes.txt");
		expect(await upload(visitor, [["intake.photos", text]])).toMatchObject({
			status: 415,
			body: { refused: expect.stringContaining("“notes.txt” is no picture") },
		});
		for (const parts of [[["intake.other", file()]], [["name", "Ana"]]] as Part[][])
			expect(await upload(visitor, parts)).toMatchObject({
				status: 409,
				body: { refused: "The studio has changed this form. Load the page again." },
			});
		const { raw, type } = await multipart(files(1));
		const foreign = { "Content-Type": type, Origin: "https://evil.test" };
		for (const step of ["pictures", "details"])
			expect((await visitor.postBytes(`${place.path}/${step}`, raw, foreign)).status).toBe(403);
		expect(await storedPictures()).toEqual([]);
	});
});

describe("a hostile form", () => {
	it("gets words and stores nothing (contract: Booking page 32)", async () => {
		const visitor = new Visitor();
		const { raw, type } = await multipart(details(at("10:00"), files(1)));
		const text = new TextDecoder("latin1").decode(raw);
		const bytes = (changed: string) => Uint8Array.from(changed, (char) => char.charCodeAt(0));
		const bodies: [Uint8Array<ArrayBuffer>, string][] = [
			[bytes(text.slice(0, 30)), type],
			[raw, "multipart/form-data"],
			[raw, "multipart/form-data; boundary=other"],
			[bytes(text.replaceAll("form-data", "attachment")), type],
			[new Uint8Array(), type],
		];
		for (const [body, contentType] of bodies)
			for (const step of ["details", "pictures"]) {
				const answer = await visitor.postBytes(`${place.path}/${step}`, body, { "Content-Type": contentType });
				expect(answer.status).toBe(400);
				expect(answer.text).toContain("This form cannot be read");
			}
		// A program fills the hidden field in.
		const trapped = await send(visitor, [["website", "https://spam.test"], ...details(at("10:00"), files(3))]);
		expect(trapped.status).toBe(429);
		expect(await storedPictures()).toEqual([]);
		expect(await appointmentsOf(place.id)).toEqual([]);
	});
});

import { exports } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, call, send } from "../support/api.ts";
import { contact, newBookableStudio, patchType, Visitor } from "../support/booking-page.ts";
import { advance } from "../support/clock.ts";
import { auditOf, follow, formsOn, linksOn, type Member, newMember, textOf } from "../support/dashboard.ts";
import { database } from "../support/database.ts";
import { multipart } from "../support/multipart.ts";
import { addPicture, newPicture } from "../support/pictures.ts";
import { at, newStudio, type Studio } from "../support/studio.ts";

// biome-ignore lint/suspicious/noExplicitAny: records as JSON
type Json = any;
type File = { name: string; bytes: Uint8Array<ArrayBuffer>; type?: string };

let studio: Studio;
/** A member of staff, who may do with pictures what an owner may do. */
let staff: Member;
beforeAll(async () => {
	studio = await newStudio();
	staff = await newMember({ tenantId: studio.id, role: "STAFF" });
});
beforeEach(() => advance(60));

const create = async (path: string, body: object, { key } = studio): Promise<Json> =>
	(await call(201, path, { key, body })).body;
const picturesOf = async (path: string, { key } = studio): Promise<Json[]> =>
	(await call(200, `${path}/pictures`, { key })).body.data;

interface Place {
	api: string;
	page: string;
}

const newIdea = async (): Promise<Place> => {
	const { id } = await create("/v1/ideas", { client_id: studio.clientId, subject: "Fern" });
	return { api: `/v1/ideas/${id}`, page: `/clients/${studio.clientId}/ideas/${id}` };
};
const newLead = async (): Promise<Place> => {
	const { id } = await create("/v1/leads", { first_name: "Bo" });
	return { api: `/v1/leads/${id}`, page: `/leads/${id}` };
};
const newArtist = async (): Promise<Place> => {
	const { id } = await create("/v1/artists", { name: "Mika" });
	return { api: `/v1/artists/${id}`, page: `/artists/${id}` };
};
const newSubmission = async (): Promise<Place> => {
	const form = await create("/v1/forms", { name: "Intake", fields: [{ key: "a", label: "A", type: "text" }] });
	const given = { client_id: studio.clientId, submission_data: { a: "Arm" } };
	const { id } = await create(`/v1/forms/${form.id}/submissions`, given);
	return { api: `/v1/form_submissions/${id}`, page: `/forms/${form.id}/submissions/${id}` };
};

const png = (name: string, bytes: Uint8Array<ArrayBuffer> = newPicture()): File => ({ name, bytes });

/** Sends pictures as a browser without script does. */
function upload(
	member: Member,
	{ page }: Place,
	files: readonly File[],
	{ formId = crypto.randomUUID().replaceAll("-", "").slice(0, 22), headers = {} } = {},
): Promise<Answer> {
	const { raw, headers: type } = multipart(
		{ form_id: formId },
		files.map((file) => ({ field: "pictures", ...file })),
	);
	return send(member.at(`${page}/pictures`), {
		method: "POST",
		raw,
		headers: { ...type, Cookie: member.cookie, ...headers },
	});
}

const placeForms = (html: string, id: string) =>
	formsOn(html).filter(({ action }) => action.includes(`/pictures/${id}/place?`));

describe("the pictures of each kind of record (contract: Dashboard 64)", () => {
	it.each([
		["an idea", newIdea],
		["a lead", newLead],
		["an artist", newArtist],
		["a submission", newSubmission],
	] as const)("are added, named, moved and removed at %s", async (_, make) => {
		const place = await make();
		const empty = await staff.open(200, place.page);
		expect(textOf(empty.text)).toContain("No pictures yet.");
		const added = await upload(staff, place, [png("one.png"), png("two.png"), png("three.png")]);
		expect(added.status, textOf(added.text)).toBe(303);
		const page = await follow(staff, added);
		expect(textOf(page.text)).toContain("The pictures have been added.");
		const [one, two, three] = await picturesOf(place.api);
		expect([one, two, three].map(({ position }) => position)).toEqual([1, 2, 3]);

		await staff.submit(303, `${place.page}/pictures/${one.id}`, { caption: "The “fern” <b>" });
		expect((await picturesOf(place.api))[0].caption).toBe("The “fern” <b>");
		const full = await staff.open(200, `${place.page}/pictures/${one.id}`);
		expect(full.text).toContain('alt="The “fern” &lt;b&gt;"');
		expect(textOf(full.text)).toContain("Pixels 2 × 3");
		expect(full.text).toContain(`rel="next" href="${staff.at(`${place.page}/pictures/${two.id}`)}"`);
		expect(full.text).not.toContain('rel="prev"');

		const later = placeForms((await staff.open(200, `${place.page}/pictures`)).text, one.id);
		expect(later.map(({ fields }) => fields)).toEqual([[["position", "2"]]]);
		// Sent twice, it moves the picture once.
		for (let n = 0; n < 2; n++)
			await staff.submit(303, `${place.page}/pictures/${one.id}/place`, Object.fromEntries(later[0]?.fields ?? []));
		expect((await picturesOf(place.api)).map(({ id }) => id)).toEqual([two.id, one.id, three.id]);

		const question = await staff.open(200, `${place.page}/pictures/${two.id}/remove`);
		expect(textOf(question.text)).toContain("Remove this picture? A removed picture cannot be restored.");
		const removed = await staff.submit(303, `${place.page}/pictures/${two.id}/remove`);
		expect(textOf((await follow(staff, removed)).text)).toContain("The picture has been removed.");
		expect((await picturesOf(place.api)).map(({ id }) => id)).toEqual([one.id, three.id]);

		const entries = (await auditOf(studio.id)).filter(({ resource_id }) => resource_id === two.id);
		expect(entries.map(({ action, actor }) => [action, actor.id])).toEqual([
			["picture.deleted", staff.person.id],
			["picture.created", staff.person.id],
		]);
	});

	it("are images of the page's own origin, with their shape, in the width that the screen needs", async () => {
		const idea = await newIdea();
		await upload(staff, idea, [png("one.png")]);
		const { text, headers } = await staff.open(200, idea.page);
		const [image = ""] = text.match(/<img [^>]*>/) ?? [];
		expect(image).toMatch(/width="2" height="3" alt="Picture 1" loading="lazy"/);
		expect(image).toMatch(/srcset="[^"]*\?w=320 320w, [^"]*\?w=640 640w, [^"]*\?w=1280 1280w" sizes="/);
		const [, src = ""] = /src="(\/pictures\/[^"]*)"/.exec(image) ?? [];
		const served = await exports.default.fetch(new Request(`https://api.test${src}`));
		expect([served.status, (await served.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
		expect(headers.get("Content-Security-Policy")).toContain("img-src 'self'");
	});

	it("shows twelve on the page of the record, and all on a page of their own", async () => {
		const idea = await newIdea();
		await upload(
			staff,
			idea,
			Array.from({ length: 14 }, (_, n) => png(`${n}.png`)),
		);
		const count = (html: string) => html.match(/<img /g)?.length;
		const page = await staff.open(200, idea.page);
		expect(textOf(page.text)).toContain("All 14 pictures");
		expect(count(page.text)).toBe(12);
		expect(count((await staff.open(200, `${idea.page}/pictures`)).text)).toBe(14);
	});
});

describe("pictures that are sent (contract: Dashboard 65)", () => {
	it("are refused each with its words, and the others stay", async () => {
		const idea = await newIdea();
		const answer = await upload(staff, idea, [
			png("good.png"),
			png("large.png", newPicture(15 * 1024 * 1024)),
			{ name: "notes.txt", bytes: new Uint8Array(Buffer.from("Fern, left arm")), type: "text/plain" },
			png("cut.png", newPicture().slice(0, -7)),
			png("empty.png", new Uint8Array()),
			// The bytes count, not the name.
			{ name: "named-wrongly.jpg", bytes: newPicture(), type: "image/jpeg" },
		]);
		expect(answer.status).toBe(422);
		const text = textOf(answer.text);
		expect(text).toContain("2 pictures have been added. Others were refused.");
		expect(text).toContain("large.png: This is larger than 15 MB.");
		expect(text).toContain("notes.txt: This is no JPEG, PNG, WebP, AVIF or HEIC picture.");
		expect(text).toMatch(/cut\.png: [A-Z][^:]*\./);
		expect(text).toContain("empty.png: This is empty.");
		expect(await picturesOf(idea.api)).toHaveLength(2);
	});

	it("are at most 30 of one record, and the 31st is refused in words", async () => {
		const idea = await newIdea();
		const filling = await upload(
			staff,
			idea,
			Array.from({ length: 30 }, (_, n) => png(`${n}.png`)),
		);
		expect(filling.status).toBe(303);
		const answer = await upload(staff, idea, [png("last.png")]);
		expect(answer.status).toBe(422);
		expect(textOf(answer.text)).toContain("last.png: A record has at most 30 pictures. Delete one first.");
		expect(await picturesOf(idea.api)).toHaveLength(30);
	});

	it("are refused when nothing is chosen, or the form is no form with files", async () => {
		const idea = await newIdea();
		const nothing = await upload(staff, idea, []);
		expect([nothing.status, textOf(nothing.text)]).toEqual([
			422,
			expect.stringContaining("Choose at least one picture."),
		]);
		const plain = await staff.submit(422, `${idea.page}/pictures`, { pictures: "" });
		expect(textOf(plain.text)).toContain("Choose at least one picture.");
		const { raw } = multipart({}, [{ field: "pictures", ...png("one.png") }]);
		const broken = await send(staff.at(`${idea.page}/pictures`), {
			method: "POST",
			raw: raw.slice(0, -20),
			headers: { "Content-Type": "multipart/form-data", Cookie: staff.cookie },
		});
		expect(broken.status).toBe(422);
		expect(await picturesOf(idea.api)).toEqual([]);
	});

	it("are added once, however often the same form is sent", async () => {
		const idea = await newIdea();
		const files = [png("one.png"), png("two.png")];
		const formId = "a".repeat(22);
		const statuses = [];
		for (let n = 0; n < 3; n++) statuses.push((await upload(staff, idea, files, { formId })).status);
		expect(statuses).toEqual([303, 303, 303]);
		expect(await picturesOf(idea.api)).toHaveLength(2);
	});

	it("are taken from a page of this origin alone, and from people of the studio", async () => {
		const idea = await newIdea();
		const other = await newMember();
		const from = (headers: Record<string, string>) => upload(staff, idea, [png("one.png")], { headers });
		expect((await from({ Origin: "https://evil.example" })).status).toBe(403);
		expect((await from({ "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
		expect((await from({ Cookie: "" })).status).toBe(303);
		expect((await upload({ ...other, at: staff.at }, idea, [png("one.png")])).status).toBe(404);
		expect((await upload(other, idea, [png("one.png")])).status).toBe(404);
		expect(await picturesOf(idea.api)).toEqual([]);
	});

	it("of a full studio are refused in words, and can still be removed", async () => {
		const full = await newStudio();
		const owner = await newMember({ tenantId: full.id });
		const { id } = await create("/v1/ideas", { client_id: full.clientId, subject: "Full" }, full);
		const place = { api: `/v1/ideas/${id}`, page: `/clients/${full.clientId}/ideas/${id}` };
		expect((await upload(owner, place, [png("one.png")])).status).toBe(303);
		await database.prepare("UPDATE stored_bytes SET counted = 1e15 WHERE tenant_id = ?").bind(full.id).run();
		const answer = await upload(owner, place, [png("two.png")]);
		expect(answer.status).toBe(422);
		expect(textOf(answer.text)).toMatch(/two\.png: .*stor/);
		const [picture] = await picturesOf(place.api, full);
		await owner.submit(303, `${place.page}/pictures/${picture.id}/remove`);
	});
});

it("a picture of another record or studio gets 404 at every address, and nothing changes (contract: Dashboard 6)", async () => {
	const [mine, sibling] = [await newIdea(), await newIdea()];
	await addPicture(studio.key, sibling.api);
	const [foreign] = await picturesOf(sibling.api);
	const other = await newMember();
	for (const step of ["", "/remove"]) {
		await staff.open(404, `${mine.page}/pictures/${foreign.id}${step}`);
		await other.open(404, `${sibling.page}/pictures/${foreign.id}${step}`);
	}
	for (const [step, fields] of [
		["", { caption: "Mine" }],
		["/place", { position: "1" }],
		["/remove", {}],
	] as const) {
		await staff.submit(404, `${mine.page}/pictures/${foreign.id}${step}`, fields);
		await other.submit(404, `${sibling.page}/pictures/${foreign.id}${step}`, fields);
	}
	expect(await picturesOf(sibling.api)).toMatchObject([{ id: foreign.id, caption: null, position: 1 }]);
});

it("one of an artist's pictures is chosen as the avatar, and no picture of anybody else (contract: Dashboard 67)", async () => {
	const artist = await newArtist();
	await upload(staff, artist, [png("one.png"), png("two.png")]);
	const [one, two] = await picturesOf(artist.api);
	const avatar = async () => (await call(200, artist.api, { key: studio.key })).body.avatar_picture_id;
	const chosen = await staff.submit(303, `${artist.page}/pictures/${two.id}/avatar`, { avatar: "true" });
	expect(textOf((await follow(staff, chosen)).text)).toContain("The picture now stands for the artist.");
	expect(await avatar()).toBe(two.id);
	expect((await staff.open(200, artist.page)).text.match(/>Avatar</g)).toHaveLength(1);
	expect(textOf((await staff.open(200, `${artist.page}/pictures/${one.id}`)).text)).toContain("Use as avatar");
	await staff.submit(303, `${artist.page}/pictures/${two.id}/avatar`, { avatar: "" });
	expect(await avatar()).toBeNull();
	const sibling = await newArtist();
	await upload(staff, sibling, [png("other.png")]);
	const [foreign] = await picturesOf(sibling.api);
	await staff.submit(422, `${artist.page}/pictures/${foreign.id}/avatar`, { avatar: "true" });
	expect(await avatar()).toBeNull();
});

it("an event type shows one of its artist's pictures, and no picture of anybody else (contract: Dashboard 61)", async () => {
	const bookable = await newBookableStudio();
	const member = await newMember({ tenantId: bookable.id, role: "STAFF" });
	const page = `/event_types/${bookable.typeId}`;
	const without = await member.open(200, page);
	expect(textOf(without.text)).toContain("Its artist has no pictures yet.");
	const artist = `/v1/artists/${bookable.artistId}`;
	const [one, two] = [(await addPicture(bookable.key, artist)).body, (await addPicture(bookable.key, artist)).body];
	const imageUrl = async () =>
		(await call(200, `/v1/event_types/${bookable.typeId}`, { key: bookable.key })).body.image_url;
	const chosen = await member.submit(303, `${page}/picture`, { picture: two.id });
	expect(textOf((await follow(member, chosen)).text)).toContain("The event type shows its picture.");
	expect(await imageUrl()).toBe(two.url);
	const { text } = await member.open(200, page);
	expect(text.match(/<input[^>]* checked[^>]*>/g)?.join()).toContain(two.id);
	const { id: foreign } = await create("/v1/artists", { name: "Mika" }, bookable);
	const { id: other } = (await addPicture(bookable.key, `/v1/artists/${foreign}`)).body;
	await member.submit(404, `${page}/picture`, { picture: other });
	expect(await imageUrl()).toBe(two.url);
	await member.submit(303, `${page}/picture`, { picture: "" });
	expect(await imageUrl()).toBeNull();
	await member.submit(303, `${page}/picture`, { picture: one.id });
	expect(await imageUrl()).toBe(one.url);
});

describe("the pictures of a booking (contract: Dashboard 68)", () => {
	/** The picture belongs to the submission of an intake form. */
	async function bookWithPicture(type: Record<string, unknown>) {
		const bookable = await newBookableStudio({ type });
		const owner = await newMember({ tenantId: bookable.id });
		const fields = [{ key: "a", label: "A", type: "text" }];
		const form = await create("/v1/forms", { name: "Sketch", creates: "IDEA", fields }, bookable);
		await patchType(bookable, { intake_form_id: form.id });
		const visitor = new Visitor();
		const booked = await visitor.book(bookable, at("10:00"), contact({ "intake.a": "Fern" }));
		expect(booked.status, textOf(booked.text)).toBe(303);
		// Another submission of the same client, at another time.
		advance(1);
		const [{ id: clientId }] = (await call(200, "/v1/clients?limit=1", { key: bookable.key })).body.data;
		const later = await create(
			`/v1/forms/${form.id}/submissions`,
			{ client_id: clientId, submission_data: {} },
			bookable,
		);
		await addPicture(bookable.key, `/v1/form_submissions/${later.id}`);
		const all = (await call(200, "/v1/form_submissions", { key: bookable.key })).body.data as Json[];
		const submission = all.find(({ id }) => id !== later.id);
		await addPicture(bookable.key, `/v1/form_submissions/${submission.id}`);
		await addPicture(bookable.key, `/v1/ideas/${submission.idea_id}`);
		return { bookable, owner, submission, clientId };
	}

	const shownAt = async (owner: Member, page: string): Promise<string[]> =>
		linksOn((await owner.open(200, page)).text)
			.filter((href) => href.includes("/pictures/pic_"))
			.map((href) => href.replace(/^\/dashboard|\/pictures\/.*$/g, ""));

	it("that needs no confirmation are at the appointment", async () => {
		const { bookable, owner, submission, clientId } = await bookWithPicture({});
		const [appointment] = (await call(200, "/v1/appointments", { key: bookable.key })).body.data;
		expect(await shownAt(owner, `/calendar/${appointment.id}`)).toEqual([
			`/forms/${submission.form_id}/submissions/${submission.id}`,
			`/clients/${clientId}/ideas/${submission.idea_id}`,
		]);
	});

	it("are at the request, in the list and on the page that asks to confirm it, and then at the appointment", async () => {
		const { bookable, owner, submission, clientId } = await bookWithPicture({ requires_approval: true });
		const [lead] = (await call(200, "/v1/leads", { key: bookable.key })).body.data;
		const sent = [
			`/forms/${submission.form_id}/submissions/${submission.id}`,
			`/clients/${clientId}/ideas/${submission.idea_id}`,
		];
		for (const page of ["", "/leads", `/leads/${lead.id}`, `/leads/${lead.id}/confirm`])
			expect(await shownAt(owner, page), page).toEqual(sent);
		// The studio adds one of its own.
		await addPicture(bookable.key, `/v1/leads/${lead.id}`);
		await owner.submit(303, `/leads/${lead.id}/confirm`);
		const [appointment] = (await call(200, "/v1/appointments", { key: bookable.key })).body.data;
		expect((await shownAt(owner, `/calendar/${appointment.id}`)).sort()).toEqual([...sent, `/leads/${lead.id}`].sort());
	});

	it("of a form that made a lead are at the lead", async () => {
		const owner = await newMember({ tenantId: studio.id });
		const fields = [{ key: "a", label: "A", type: "text" }];
		const form = await create("/v1/forms", { name: "Ask", creates: "LEAD", fields });
		const submission = await create(`/v1/forms/${form.id}/submissions`, { submission_data: { a: "Fern" } });
		await addPicture(studio.key, `/v1/form_submissions/${submission.id}`);
		expect(await shownAt(owner, `/leads/${submission.lead_id}`)).toEqual([
			`/forms/${form.id}/submissions/${submission.id}`,
		]);
	});
});

it("the page of a client shows the newest pictures of ideas, forms and leads, and leads to each (contract: Dashboard 69)", async () => {
	const other = await newStudio();
	const owner = await newMember({ tenantId: other.id });
	expect(textOf((await owner.open(200, `/clients/${other.clientId}`)).text)).not.toContain("The newest pictures");
	const paths = [];
	for (let n = 0; n < 5; n++) {
		const { id } = await create("/v1/ideas", { client_id: other.clientId, subject: `Idea ${n}` }, other);
		for (let m = 0; m < 7; m++) await addPicture(other.key, `/v1/ideas/${id}`);
		paths.push(`/clients/${other.clientId}/ideas/${id}/pictures/`);
	}
	const { text } = await owner.open(200, `/clients/${other.clientId}`);
	const shown = linksOn(text).filter((href) => href.includes("/pictures/pic_"));
	expect(shown).toHaveLength(24);
	// Six of each, the newest first.
	expect(paths.map((path) => shown.filter((href) => href.includes(path)).length)).toEqual([0, 6, 6, 6, 6]);
});

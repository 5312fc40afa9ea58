import { env, exports } from "cloudflare:workers";
import { createHash } from "node:crypto";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { call, send } from "../support/api.ts";
import { newBookableStudio, patchType } from "../support/booking-page.ts";
import { advance } from "../support/clock.ts";
import { expectProblem } from "../support/expect.ts";
import { addPicture, newPicture, pictureRequest } from "../support/pictures.ts";
import { newWorld, type Tenant } from "../support/world.ts";

let studio: Tenant;
beforeAll(async () => {
	studio = await newWorld({ plan: "empire" });
});
beforeEach(() => advance(60));
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const newLead = async (key = studio.key): Promise<string> =>
	`/v1/leads/${(await call(201, "/v1/leads", { key, body: { first_name: "Ana" } })).body.id}`;

const newArtist = async (): Promise<string> =>
	`/v1/artists/${(await call(201, "/v1/artists", { key: studio.key, body: { name: "Mika" } })).body.id}`;

const read = (path: string, status = 200) => call(status, path, { key: studio.key });

/** As a browser does, without a credential. */
const open = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
	exports.default.fetch(new Request(new URL(url, "https://api.test"), { headers }));

describe("a repeated request", () => {
	it("gets addresses that open, however old the answer is, and everything else as it was (contract: Idempotency 16)", async () => {
		const lead = await newLead();
		const upload = {
			key: studio.key,
			...pictureRequest(),
			headers: { "Idempotency-Key": crypto.randomUUID(), "Content-Type": "image/png" },
		};
		const first = await call(201, `${lead}/pictures`, upload);
		const patch = {
			key: studio.key,
			method: "PATCH",
			body: { caption: "Fern" },
			headers: { "Idempotency-Key": crypto.randomUUID() },
		};
		const path = `${lead}/pictures/${first.body.id}`;
		const second = await call(200, path, patch);
		advance(5 * 3600);
		expect((await open(first.body.url)).status).toBe(404);
		for (const [before, again] of [
			[first, await call(201, `${lead}/pictures`, upload)],
			[second, await call(200, path, patch)],
		] as const) {
			expect(again.headers.get("Idempotent-Replayed")).toBe("true");
			const { url, thumbnail_url } = again.body;
			expect(again.body).toEqual({ ...before.body, url, thumbnail_url });
			for (const address of [url, thumbnail_url]) expect((await open(address)).status).toBe(200);
			expect(again.headers.get("ETag")?.split(".")[0]).toBe(before.headers.get("ETag")?.split(".")[0]);
			expect(again.headers.get("ETag")).not.toBe(before.headers.get("ETag"));
		}
		expect((await read(path)).headers.get("ETag")).toBe((await call(200, path, patch)).headers.get("ETag"));
	});

	it("with a stored refusal, and one about an artist's picture, get the stored answer whole", async () => {
		const artist = await newArtist();
		const headers = () => ({ "Idempotency-Key": crypto.randomUUID(), "Content-Type": "image/png" });
		const good = { key: studio.key, ...pictureRequest(), headers: headers() };
		const bad = { key: studio.key, ...pictureRequest(newPicture().subarray(0, 40)), headers: headers() };
		const [made, refused] = [await send(`${artist}/pictures`, good), await send(`${artist}/pictures`, bad)];
		advance(5 * 3600);
		const [again, refusedAgain] = [await send(`${artist}/pictures`, good), await send(`${artist}/pictures`, bad)];
		expect([again.status, again.text, again.headers.get("ETag")]).toEqual([201, made.text, made.headers.get("ETag")]);
		expect([refusedAgain.status, refusedAgain.text]).toEqual([400, refused.text]);
	});
});

describe("a picture", () => {
	it("is stored as it was sent and served at its address, and its record shows it (contract: Pictures 1, Pictures 5)", async () => {
		const lead = await newLead();
		const before = (await read(lead)).body;
		const bytes = newPicture();
		const answer = await call(201, `${lead}/pictures?caption=The%20fern`, {
			key: studio.key,
			...pictureRequest(bytes),
		});
		expect(answer.body).toMatchObject({
			object: "picture",
			owner: { type: "lead", id: before.id },
			content_type: "image/png",
			width: 2,
			height: 3,
			size_bytes: bytes.byteLength,
			sha256: sha256(bytes),
			caption: "The fern",
			position: 1,
		});
		expect(answer.headers.get("Location")).toBe(`${lead}/pictures/${answer.body.id}`);
		expect(answer.headers.get("ETag")).toMatch(/^"1\./);
		const served = await open(answer.body.url);
		expect(served.status).toBe(200);
		expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes);
		const after = (await read(lead)).body;
		expect(after.picture_count).toBe(1);
		expect(after.updated_at > before.updated_at).toBe(true);
		const entries = (await read(`/v1/audit_log?resource_id=${answer.body.id}`)).body.data;
		expect(entries).toMatchObject([{ action: "picture.created", details: { owner_id: before.id } }]);
	});

	it("is sent as its bytes, of the type that the header names (contract: Pictures 2)", async () => {
		const path = `${await newLead()}/pictures`;
		const wrong: [Uint8Array<ArrayBuffer>, string][] = [
			[newPicture(), "image/jpeg"],
			[newPicture(), "image/gif"],
			[newPicture(), "application/json"],
			[new Uint8Array(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")), "image/png"],
		];
		for (const [bytes, type] of wrong) {
			const answer = await send(path, { key: studio.key, ...pictureRequest(bytes, type) });
			expectProblem(answer, path, "unsupported_media_type");
		}
		await call(201, path, { key: studio.key, ...pictureRequest(newPicture(), "Image/PNG; q=1") });
	});

	it("is refused when it is empty, cut off or too large, and nothing is stored (contract: Pictures 3)", async () => {
		const lead = await newLead();
		const path = `${lead}/pictures`;
		const cutOff: Uint8Array<ArrayBuffer>[] = [new Uint8Array(), newPicture().slice(0, -7), newPicture().slice(0, 40)];
		for (const bytes of cutOff)
			expectProblem(await send(path, { key: studio.key, ...pictureRequest(bytes) }), path, "validation_error");
		const large = new Uint8Array(15 * 1024 * 1024 + 1);
		large.set(newPicture());
		expectProblem(await send(path, { key: studio.key, ...pictureRequest(large) }), path, "payload_too_large");
		const streamed = { ...pictureRequest(), raw: new Blob([large]).stream(), headers: { "Content-Type": "image/png" } };
		expectProblem(await send(path, { key: studio.key, ...streamed }), path, "payload_too_large");
		expect((await read(lead)).body).toMatchObject({ picture_count: 0 });
	});

	it("loses what follows its end (contract: Pictures 5)", async () => {
		const bytes = newPicture();
		const more = new Uint8Array([...bytes, ...new TextEncoder().encode("<script>alert(1)</script>")]);
		const { body } = await addPicture(studio.key, await newLead(), more);
		expect(body).toMatchObject({ size_bytes: bytes.byteLength, sha256: sha256(bytes) });
	});

	it("of up to 30 finds a place, however many come at once (contract: Pictures 4, Pictures 6)", async () => {
		const lead = await newLead();
		const answers = await Promise.all(
			Array.from({ length: 34 }, () => send(`${lead}/pictures`, { key: studio.key, ...pictureRequest() })),
		);
		const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.position);
		expect(made.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
		for (const { status, body } of answers.filter(({ status }) => status !== 201))
			expect([status, body.code]).toEqual([409, "conflict"]);
		expect((await read(lead)).body.picture_count).toBe(30);
		expect((await read(`${lead}/pictures`)).body.data.map(({ position }: { position: number }) => position)).toEqual(
			Array.from({ length: 30 }, (_, n) => n + 1),
		);
	});

	it("moves to another place, and the others make room (contract: Pictures 6)", async () => {
		const lead = await newLead();
		const ids: string[] = [];
		for (let n = 0; n < 4; n++) ids.push((await addPicture(studio.key, lead)).body.id);
		const order = async () =>
			(await read(`${lead}/pictures`)).body.data.map(({ id, position }: { id: string; position: number }) => [
				ids.indexOf(id),
				position,
			]);
		const move = (n: number, position: number) =>
			call(200, `${lead}/pictures/${ids[n]}`, { key: studio.key, method: "PATCH", body: { position } });
		expect((await move(3, 1)).body.position).toBe(1);
		expect(await order()).toEqual([
			[3, 1],
			[0, 2],
			[1, 3],
			[2, 4],
		]);
		expect((await move(0, 99)).body.position).toBe(4);
		expect(await order()).toEqual([
			[3, 1],
			[1, 2],
			[2, 3],
			[0, 4],
		]);
		await call(200, `${lead}/pictures/${ids[1]}`, { key: studio.key, method: "DELETE" });
		expect(await order()).toEqual([
			[3, 1],
			[2, 2],
			[0, 3],
		]);
	});

	it("gets a caption, and a change moves its record (contract: Pictures 6, Pictures 7)", async () => {
		const lead = await newLead();
		const { id } = (await addPicture(studio.key, lead)).body;
		const path = `${lead}/pictures/${id}`;
		const before = (await read(lead)).body.updated_at;
		const changed = await call(200, path, { key: studio.key, method: "PATCH", body: { caption: "Left arm" } });
		expect(changed.body.caption).toBe("Left arm");
		const after = (await read(lead)).body.updated_at;
		expect(after > before).toBe(true);
		await call(200, path, { key: studio.key, method: "PATCH", body: { caption: "Left arm" } });
		expect((await read(lead)).body.updated_at).toBe(after);
		const stale = { key: studio.key, method: "PATCH", body: { caption: null }, headers: { "If-Match": '"1"' } };
		expectProblem(await send(path, stale), path, "precondition_failed");
		expect((await read("/v1/events?limit=100")).body.data.map(({ type }: { type: string }) => type)).not.toContain(
			"picture.updated",
		);
	});

	it("is the same one for a repeated request, and another for other bytes (contract: Pictures 2)", async () => {
		const lead = await newLead();
		const bytes = newPicture();
		const headers = { "Content-Type": "image/png", "Idempotency-Key": crypto.randomUUID() };
		const upload = (raw: Uint8Array<ArrayBuffer>) =>
			send(`${lead}/pictures`, { key: studio.key, method: "POST", raw, headers });
		const answers = await Promise.all([upload(bytes.slice()), upload(bytes.slice())]);
		const again = await upload(bytes.slice());
		expect(again.status).toBe(201);
		expect(again.headers.get("Idempotent-Replayed")).toBe("true");
		for (const { status, body } of answers) if (status === 201) expect(body.id).toBe(again.body.id);
		expect((await upload(newPicture())).body.code).toBe("idempotency_key_mismatch");
		expect((await read(lead)).body.picture_count).toBe(1);
	});

	it("is tried without being stored (contract: Pictures 2)", async () => {
		const lead = await newLead();
		const request = pictureRequest();
		const headers = { "Service-Dry-Run": "true" };
		const tried = await call(201, `${lead}/pictures`, { key: studio.key, ...request, headers });
		expect(tried.body).toMatchObject({ position: 1, width: 2 });
		expect((await read(lead)).body.picture_count).toBe(0);
	});

	it("of a deleted record is gone, and so is the avatar of an artist (contract: Pictures 8)", async () => {
		const [lead, artist] = [await newLead(), await newArtist()];
		const ofLead = (await addPicture(studio.key, lead)).body;
		const ofArtist = (await addPicture(studio.key, artist)).body;
		const change = (body: object, status = 200) => call(status, artist, { key: studio.key, method: "PATCH", body });
		expect((await change({ avatar_picture_id: ofLead.id }, 400)).body.code).toBe("validation_error");
		expect((await change({ avatar_picture_id: ofArtist.id })).body.avatar_picture_id).toBe(ofArtist.id);
		await call(200, `${artist}/pictures/${ofArtist.id}`, { key: studio.key, method: "DELETE" });
		expect((await read(artist)).body).toMatchObject({ avatar_picture_id: null, picture_count: 0 });
		await call(200, lead, { key: studio.key, method: "DELETE" });
		for (const { url, thumbnail_url } of [ofLead, ofArtist])
			for (const address of [url, thumbnail_url]) expect((await open(address)).status).toBe(404);
	});

	it("of an artist that an event type shows is no longer shown once it is deleted (contract: Pictures 8)", async () => {
		const bookable = await newBookableStudio();
		const [key, artist, type] = [
			bookable.key,
			`/v1/artists/${bookable.artistId}`,
			`/v1/event_types/${bookable.typeId}`,
		];
		const [shown, other] = [(await addPicture(key, artist)).body, (await addPicture(key, artist)).body];
		await patchType(bookable, { image_url: shown.url });
		const { body: before } = await call(200, type, { key });
		await call(200, `${artist}/pictures/${other.id}`, { key, method: "DELETE" });
		expect((await call(200, type, { key })).body).toEqual(before);
		await call(200, `${artist}/pictures/${shown.id}`, { key, method: "DELETE" });
		const { body: after, headers } = await call(200, type, { key });
		expect(after).toMatchObject({ image_url: null, description: before.description });
		expect(after.updated_at > before.updated_at).toBe(true);
		await call(304, type, { key, headers: { "If-None-Match": headers.get("ETag") ?? "" } });
	});

	it("belongs to one studio and one record (contract: Pictures 1)", async () => {
		const other = await newWorld({ plan: "empire" });
		const [lead, elsewhere] = [await newLead(), await newLead()];
		const { id } = (await addPicture(studio.key, lead)).body;
		const theirs = await newLead(other.key);
		for (const [key, path] of [
			[other.key, `${lead}/pictures`],
			[other.key, `${lead}/pictures/${id}`],
			[other.key, `${theirs}/pictures/${id}`],
			[studio.key, `${elsewhere}/pictures/${id}`],
		] as const)
			expectProblem(await send(path, { key }), path, "resource_not_found");
		expectProblem(
			await send(`${lead}/pictures`, { key: other.key, ...pictureRequest() }),
			`${lead}/pictures`,
			"resource_not_found",
		);
	});
});

describe("the pictures of a record", () => {
	const post = async (path: string, body: object): Promise<string> =>
		(await call(201, path, { key: studio.key, body })).body.id;
	const records: Record<string, () => Promise<string>> = {
		ideas: async () => {
			const client_id = await post("/v1/clients", { email: `${crypto.randomUUID()}@example.com`, first_name: "Ana" });
			return await post("/v1/ideas", { client_id, subject: "Fern" });
		},
		leads: () => post("/v1/leads", { first_name: "Ana" }),
		artists: () => post("/v1/artists", { name: "Mika" }),
		form_submissions: async () => {
			const form = await post("/v1/forms", { name: "Intake", fields: [{ key: "arm", label: "Arm", type: "text" }] });
			return await post(`/v1/forms/${form}/submissions`, { submission_data: { arm: "left" } });
		},
	};

	it.each(Object.entries(records))(
		"of the kind %s are added, read, changed and removed (contract: Pictures 1)",
		async (kind, make) => {
			const record = `/v1/${kind}/${await make()}`;
			const { id } = (await addPicture(studio.key, record)).body;
			const path = `${record}/pictures/${id}`;
			expect((await read(`${record}/pictures`)).body.data).toMatchObject([{ id, position: 1 }]);
			const captioned = await call(200, path, { key: studio.key, method: "PATCH", body: { caption: "Left" } });
			expect((await read(path)).body).toEqual(captioned.body);
			expect((await read(record)).body.picture_count).toBe(1);
			await call(200, path, { key: studio.key, method: "DELETE" });
			expect((await read(record)).body.picture_count).toBe(0);
			await read(path, 404);
		},
	);
});

describe("the address of a picture", () => {
	it("ends after an hour or two, and a later read gives a new one (contract: Pictures 9)", async () => {
		const lead = await newLead();
		const { id, url } = (await addPicture(studio.key, lead)).body;
		const tag = (await read(`${lead}/pictures/${id}`)).headers.get("ETag") ?? "";
		advance(3600);
		expect((await open(url)).status).toBe(200);
		advance(3600);
		expect((await open(url)).status).toBe(404);
		const later = await call(200, `${lead}/pictures/${id}`, { key: studio.key, headers: { "If-None-Match": tag } });
		expect((await open(later.body.url)).status).toBe(200);
	});

	it("of an artist's picture stays, and may be cached for a year (contract: Pictures 9, Pictures 10)", async () => {
		const artist = await newArtist();
		const { id, url } = (await addPicture(studio.key, artist)).body;
		advance(400 * 86_400);
		const served = await open(url);
		expect(served.status).toBe(200);
		expect(served.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
		expect((await read(`${artist}/pictures/${id}`)).body.url).toBe(url);
	});

	it("cannot be guessed, and none opens another picture (contract: Pictures 9)", async () => {
		const lead = await newLead();
		const [one, two] = [(await addPicture(studio.key, lead)).body, (await addPicture(studio.key, lead)).body];
		const artist = (await addPicture(studio.key, await newArtist())).body;
		const path = (url: string) => new URL(url, "https://api.test").pathname;
		const code = (url: string) => path(url).split("/").at(-1) ?? "";
		for (const wrong of [
			path(one.url).replace(one.id, two.id),
			path(one.url).slice(0, -1),
			`${path(one.url)}A`,
			path(one.url).replace(code(one.url), code(artist.url)),
			path(artist.url).replace(artist.id, one.id),
			path(one.url).replace(studio.id, "ten_00000000000000000000000000000000"),
			path(one.url).replace(code(one.url), "-".repeat(60_000)),
		])
			expect((await open(wrong)).status, wrong.slice(0, 200)).toBe(404);
	});

	it("serves bytes in which nothing runs, whole or in part (contract: Pictures 10)", async () => {
		const bytes = newPicture();
		const { url } = (await addPicture(studio.key, await newLead(), bytes)).body;
		const whole = await open(url);
		expect(Object.fromEntries(whole.headers)).toMatchObject({
			"content-type": "image/png",
			"x-content-type-options": "nosniff",
			"content-security-policy": "default-src 'none'; sandbox",
			"content-length": String(bytes.byteLength),
			"accept-ranges": "bytes",
			etag: `"${sha256(bytes)}"`,
		});
		expect(whole.headers.get("Cache-Control")).toMatch(/^private, max-age=\d{4}, immutable$/);
		const etag = whole.headers.get("ETag") ?? "";
		expect((await open(url, { "If-None-Match": etag })).status).toBe(304);
		const part = async (range: string, more = {}) => {
			const answer = await open(url, { Range: range, ...more });
			return [answer.status, answer.headers.get("Content-Range"), (await answer.arrayBuffer()).byteLength];
		};
		const n = bytes.byteLength;
		expect(await part("bytes=0-0")).toEqual([206, `bytes 0-0/${n}`, 1]);
		expect(await part("bytes=10-")).toEqual([206, `bytes 10-${n - 1}/${n}`, n - 10]);
		expect(await part("bytes=-5")).toEqual([206, `bytes ${n - 5}-${n - 1}/${n}`, 5]);
		expect(await part(`bytes=${n}-`)).toEqual([416, `bytes */${n}`, 0]);
		expect(await part("bytes=5-2")).toEqual([200, null, n]);
		expect(await part("bytes=0-1,3-4")).toEqual([200, null, n]);
		expect(await part("bytes=0-0", { "If-Range": '"other"' })).toEqual([200, null, n]);
	});

	it.each([
		["cannot be made", () => Promise.reject(new Error("IMAGES_TRANSFORM_ERROR 9520: the format is not supported"))],
		[
			"takes too long",
			() => {
				const later = setTimeout;
				vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
				later(() => {
					vi.advanceTimersByTime(10_000);
					vi.useRealTimers();
				}, 0);
				return new Promise<never>(() => {});
			},
		],
	])(
		"of a thumbnail that %s serves the picture, and asks for the thumbnail once a day (contract: Pictures 11)",
		async (_, result) => {
			if (!env.IMAGES) throw new Error("Tests have the binding.");
			const bytes = newPicture();
			const { thumbnail_url } = (await addPicture(studio.key, await newArtist(), bytes)).body;
			const output = vi.fn(result);
			vi.spyOn(env.IMAGES, "input").mockReturnValue({ transform: () => ({ output }) } as never);
			const openThumbnail = async () =>
				expect(new Uint8Array(await (await open(thumbnail_url)).arrayBuffer())).toEqual(bytes);
			for (let n = 0; n < 3; n++) await openThumbnail();
			expect(output).toHaveBeenCalledOnce();
			advance(86_401);
			await openThumbnail();
			expect(output).toHaveBeenCalledTimes(2);
		},
	);

	it("of a thumbnail takes three widths (contract: Pictures 11)", async () => {
		const { thumbnail_url } = (await addPicture(studio.key, await newLead())).body;
		for (const query of ["", "?w=320", "?w=640", "?w=1280"])
			expect((await open(`${thumbnail_url}${query}`)).status).toBe(200);
		expect((await open(`${thumbnail_url}?w=1000`)).status).toBe(400);
	});
});

import { beforeAll, describe, expect, it } from "vitest";
import { call, send } from "../support/api.ts";
import { type BookableStudio, newBookableStudio, patchType, Visitor } from "../support/booking-page.ts";
import { newPicture, pictureRequest } from "../support/pictures.ts";

const markup = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;

let place: BookableStudio;
const ids: string[] = [];
let page: string;
beforeAll(async () => {
	place = await newBookableStudio({ artist: { name: "Mia" } });
	const path = `/v1/artists/${place.artistId}`;
	for (const caption of ["Mia herself", "A fern", "", markup, ...Array.from({ length: 6 }, (_, n) => `Leaf ${n}`)]) {
		const query = caption ? `?caption=${encodeURIComponent(caption)}` : "";
		const { body } = await call(201, `${path}/pictures${query}`, { key: place.key, ...pictureRequest() });
		ids.push(body.id);
	}
	await call(200, path, { key: place.key, method: "PATCH", body: { avatar_picture_id: ids[0] } });
	page = (await new Visitor().get(`/${place.artistSlug}`)).text;
});

const images = (html: string): string[] => html.match(/<img[^>]*>/g) ?? [];

const attribute = (tag: string, name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];

describe("the artist's page", () => {
	it("shows the avatar, then the artist's other pictures in their order", () => {
		const shown = images(page).map((tag) => /pic_\w+/.exec(attribute(tag, "src") ?? "")?.[0]);
		expect(shown).toEqual(ids);
	});

	it("gives each picture its width and height, so that nothing moves while it loads", () => {
		for (const tag of images(page)) expect([attribute(tag, "width"), attribute(tag, "height")]).toEqual(["2", "3"]);
	});

	it("has the caption as the text alternative, or else the number of the picture", () => {
		expect(images(page).map((tag) => attribute(tag, "alt"))).toEqual([
			"Mia herself",
			"A fern",
			"Picture 2 of Mia",
			expect.stringContaining("&lt;script"),
			...Array.from({ length: 6 }, (_, n) => `Leaf ${n}`),
		]);
		expect(page).not.toContain("<script>alert");
	});

	it("loads the pictures of the first screen at once, and the others as they come into view", () => {
		const lazy = images(page).map((tag) => attribute(tag, "loading") === "lazy");
		expect(lazy).toEqual([false, false, false, false, true, true, true, true, true, true]);
	});

	it("leads from each picture to the whole one, without script, at an address that stays", async () => {
		const links = [...page.matchAll(/<a[^>]* href="(\/pictures\/[^"]*)"/g)].map(([, href = ""]) => href);
		expect(links).toHaveLength(ids.length);
		const whole = await send(links[1] ?? "");
		expect(whole.status).toBe(200);
		expect(whole.headers.get("Cache-Control")).toContain("max-age=31536000");
		expect((await new Visitor().get(`/${place.artistSlug}`)).text).toContain(links[1]);
	});

	it("names the avatar, or else the first picture, for previews of links", async () => {
		const og = (html: string) => /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? "";
		expect(og(page)).toMatch(new RegExp(`^https?://.*/pictures/.*${ids[0]}.*w=1280$`));
		const own = await newBookableStudio();
		const { body } = await call(201, `/v1/artists/${own.artistId}/pictures`, { key: own.key, ...pictureRequest() });
		expect(og((await new Visitor().get(`/${own.artistSlug}`)).text)).toContain(body.id);
		expect((await send(new URL(og(page)).pathname)).status).toBe(200);
	});

	it("has no pictures of other artists or of other records", async () => {
		const own = await newBookableStudio();
		const { body: client } = await call(201, "/v1/clients", {
			key: own.key,
			body: { first_name: "Ana", email: `${crypto.randomUUID()}@example.com` },
		});
		const { body: idea } = await call(201, "/v1/ideas", {
			key: own.key,
			body: { client_id: client.id, artist_id: own.artistId, subject: "Fern" },
		});
		await call(201, `/v1/ideas/${idea.id}/pictures`, { key: own.key, ...pictureRequest() });
		expect(images((await new Visitor().get(`/${own.artistSlug}`)).text)).toEqual([]);
	});
});

describe("pictures by their address", () => {
	it("are shown if the address is of this origin, and not loaded from elsewhere", async () => {
		const own = await newBookableStudio();
		const { key, artistId } = own;
		const { body } = await call(201, `/v1/artists/${artistId}/pictures`, { key, ...pictureRequest() });
		const at = async (avatar_url: string, image_url: string) => {
			await call(200, `/v1/artists/${artistId}`, { key, method: "PATCH", body: { avatar_url } });
			await patchType(own, { image_url });
			return images((await new Visitor().get(`/${own.artistSlug}`)).text).map((tag) => attribute(tag, "src"));
		};
		const here = new URL(body.url).pathname;
		expect(await at(body.url, body.thumbnail_url)).toEqual([
			here,
			`${here}/thumbnail?w=640`,
			`${here}/thumbnail?w=640`,
		]);
		const elsewhere = "https://pictures.example/pictures/mia.jpg";
		expect(await at(elsewhere, elsewhere)).toEqual([`${here}/thumbnail?w=640`]);
	});
});

it("an event type shows a picture of the artist in the width that the screen needs", async () => {
	const own = await newBookableStudio();
	const { body } = await call(201, `/v1/artists/${own.artistId}/pictures`, { key: own.key, ...pictureRequest() });
	// A development server has several names.
	const byAnotherName = `http://127.0.0.1:8787${new URL(body.url).pathname}`;
	for (const image_url of [body.url, body.thumbnail_url, `${body.thumbnail_url}?w=1280`, byAnotherName]) {
		await patchType(own, { image_url });
		const [, tag = ""] = images((await new Visitor().get(`/${own.artistSlug}`)).text);
		expect(attribute(tag, "srcset")).toContain("/thumbnail?w=320 2w");
		expect([attribute(tag, "sizes"), attribute(tag, "alt"), attribute(tag, "loading")]).toEqual(["72px", "", "lazy"]);
	}
});

it("the page weighs less than 64 KB without its pictures, with its style and its script", async () => {
	const own = await newBookableStudio({ artist: { bio: "Fine line and botanical work. ".repeat(10) } });
	for (let n = 0; n < 12; n++)
		await call(201, `/v1/artists/${own.artistId}/pictures?caption=${"A fern in fine line "}${n}`, {
			key: own.key,
			...pictureRequest(newPicture()),
		});
	const { text } = await new Visitor().get(`/${own.artistSlug}`);
	const files = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]*)"/g)].map(([, path = ""]) => path);
	expect(files.length).toBeGreaterThanOrEqual(3);
	const sizes = await Promise.all(files.map(async (path) => (await send(path)).text.length));
	expect([text.length, ...sizes].reduce((sum, size) => sum + size, 0)).toBeLessThan(64_000);
});

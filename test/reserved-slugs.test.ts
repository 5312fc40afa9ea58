import { beforeAll, describe, expect, it } from "vitest";
import { app } from "../src/entry/app.ts";
import { isReservedSlug, slug } from "../src/platform/lib/text/slug.ts";
import { call } from "./support/api.ts";
import { newBookableStudio, Visitor } from "./support/booking-page.ts";
import { database } from "./support/database.ts";
import { expectProblem } from "./support/expect.ts";
import { newWorld, type Tenant } from "./support/world.ts";

/** The names that artists could take until November 2026. Local states may have artists with these. */
const reservedLater =
	"mcp calendar calendars caldav files pictures pay flash sandbox books waitlist agents imports exports".split(" ");
const ofFiles = ["asyncapi.json", "robots.txt", "sitemap.xml"];

/** The service itself answers GET there, with 405: decided for Artists 13. */
const taken = ["mcp"];

const firstSegments = new Set(app.routes.map(({ path }) => path.split("/")[1] ?? ""));

let world: Tenant;
beforeAll(async () => {
	world = await newWorld();
});

describe("the addresses of the service itself", () => {
	it("are the first segments of all of its routes", () => {
		const couldBeSlugs = [...firstSegments].filter((segment) => slug.safeParse(segment).success);
		expect(couldBeSlugs).toContain("dashboard");
		expect(couldBeSlugs.filter((segment) => !isReservedSlug(segment))).toEqual([]);
	});

	it.each([...reservedLater, ...ofFiles])("keep %s from artists, given or made from a name", async (name) => {
		const refused = await call(400, "/v1/artists", { key: world.key, body: { name: "A", slug: name } });
		expectProblem(refused, "/v1/artists", "validation_failed");
		expect(refused.body.errors[0]).toMatchObject({ location: "body", path: "slug" });
		const { body } = await call(201, "/v1/artists", { key: world.key, body: { name } });
		expect(body.slug).not.toBe(name);
		const path = `/v1/artists/${body.id}`;
		expectProblem(
			await call(400, path, { key: world.key, method: "PATCH", body: { slug: name } }),
			path,
			"validation_failed",
		);
	});

	it("leave an artist who had one of them before the slug and the pages", async () => {
		const { artistId, artistSlug, key, typeSlug } = await newBookableStudio();
		await Promise.all([
			database.prepare("UPDATE artists SET slug = 'flash' WHERE id = ?").bind(artistId).run(),
			database.prepare("UPDATE booking_addresses SET slug = 'flash' WHERE slug = ?").bind(artistSlug).run(),
		]);
		const path = `/v1/artists/${artistId}`;
		const visitor = new Visitor();
		const { body } = await call(200, path, { key, method: "PATCH", body: { slug: "flash", bio: "Old school." } });
		expect(body).toMatchObject({ slug: "flash", bio: "Old school." });
		for (const page of ["/flash", `/flash/book/${typeSlug}`]) expect((await visitor.get(page)).status).toBe(200);
	});

	it("are served at no page of an artist whose slug was reserved later", () => {
		const pages = (name: string) => [`/${name}`, `/${name}/book/consultation`];
		const shadowed = reservedLater
			.filter((name) => !taken.includes(name))
			.flatMap(pages)
			.filter((page) => app.routes.some(({ method, path }) => method !== "OPTIONS" && isOwnRoute(path, page)));
		expect(shadowed).toEqual([]);
	});
});

/** Whether a route with a fixed first segment matches the page. */
function isOwnRoute(route: string, page: string): boolean {
	const [first = "", ...rest] = route.slice(1).split("/");
	const [name, ...others] = page.slice(1).split("/");
	if (first !== name) return false;
	const end = rest.indexOf("*");
	const fixed = end === -1 ? rest : rest.slice(0, end);
	if (end === -1 ? fixed.length !== others.length : fixed.length > others.length) return false;
	return fixed.every((segment, n) => segment.startsWith(":") || segment === others[n]);
}

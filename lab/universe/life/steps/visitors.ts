import type { Draw } from "../random.ts";
import type { Studio } from "../studio.ts";
import { studioStep } from "./step.ts";

const dayMs = 86_400_000;

class Visitor {
	private cookie = "";
	private readonly studio: Studio;
	private readonly address: string;
	readonly email: string;

	constructor(studio: Studio, draw: Draw) {
		this.studio = studio;
		this.address = `198.18.${draw.below(256)}.${draw.below(256)}`;
		this.email = `visitor-${draw.seed()}@example.com`;
	}

	/** Sends a form until an answer comes. */
	async post(path: string, form: Record<string, string>): Promise<{ status: number; location: string }> {
		const { world } = this.studio;
		for (let tries = 0; tries < 50; tries++) {
			const answer = await world.cloud
				.fetch(
					new Request(`https://api.example.com${path}`, {
						method: "POST",
						headers: {
							Accept: "text/html",
							Origin: "https://api.example.com",
							"CF-Connecting-IP": this.address,
							...(this.cookie ? { Cookie: this.cookie } : {}),
						},
						body: new URLSearchParams(form),
					}),
				)
				.catch(() => undefined);
			world.requests++;
			if (answer) {
				this.cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? this.cookie;
				world.expectHealth({ ...answer, body: answer.text.slice(0, 300) }, `POST ${path}`);
				if (answer.status < 500) return { status: answer.status, location: answer.headers.get("Location") ?? "" };
			}
			await world.simulation.wait(20_000);
		}
		throw world.finding("a form is answered", path);
	}
}

interface Wanted {
	page: string;
	start: string;
}

const book = (visitor: Visitor, draw: Draw, { page, start }: Wanted) =>
	visitor.post(`${page}/details`, {
		start_at: start,
		form_id: `f${draw.seed()}${draw.seed()}`,
		name: "Ana Lima",
		email: visitor.email,
	});

/** Some people want one time of an artist's page. One of them gets it, or a studio's program did before. */
export const visitorsBook = studioStep(5, async ({ studio, draw, world }) => {
	const artist = draw.any(studio.artists);
	if (!artist) return;
	const from = world.simulation.now() + draw.between(1, 6) * dayMs;
	const query = new URLSearchParams({
		artist_id: artist.id,
		event_type_id: artist.typeIds[0] ?? "",
		from: new Date(from).toISOString(),
		to: new Date(from + 2 * dayMs).toISOString(),
	});
	const { body } = await studio.read(`/v1/availability?${query}`);
	const slot = draw.any((body.data ?? []) as { start_at: string }[]);
	if (!slot) return;
	const wasOnLight = studio.watchLight();
	const visitors = Array.from({ length: draw.between(1, 3) }, () => new Visitor(studio, draw));
	const holds = draw.chance(0.5);
	const statuses = await Promise.all(
		visitors.map(async (visitor, n) => {
			if (holds && n === 0) await visitor.post(`${artist.page}/hold`, { start_at: slot.start_at });
			const { status } = await book(visitor, draw, { page: artist.page, start: slot.start_at });
			world.expect(
				"a visitor books or is told why not",
				[303, 409, 429].includes(status) || wasOnLight(),
				() => `${artist.page}: ${status}`,
			);
			if (status === 303) studio.booked.push(visitor.email);
			return status;
		}),
	);
	const won = statuses.filter((status) => status === 303).length;
	world.expect("one visitor gets a time", won <= 1, () => `${won} of ${slot.start_at} at ${artist.page}`);
});

/** A person holds a time and thinks about it. Nobody else gets it meanwhile, and it is not offered. */
export const visitorHolds = studioStep(3, async ({ studio, draw, world }) => {
	const artist = draw.any(studio.artists);
	const client = draw.any(studio.free("clients"));
	if (!artist || !client) return;
	const [event_type_id = ""] = artist.typeIds;
	const from = new Date(world.simulation.now() + draw.between(1, 6) * dayMs).toISOString();
	const to = new Date(Date.parse(from) + 2 * dayMs).toISOString();
	const read = async () => {
		const { body } = await studio.read(
			`/v1/availability?${new URLSearchParams({ artist_id: artist.id, event_type_id, from, to })}`,
		);
		return (body.data ?? []) as { start_at: string }[];
	};
	const start = draw.any(await read())?.start_at;
	if (start === undefined) return;
	const wasOnLight = studio.watchLight();
	const began = world.simulation.now();
	const [holder, other] = [new Visitor(studio, draw), new Visitor(studio, draw)];
	const held = await holder.post(`${artist.page}/hold`, { start_at: start });
	// Past a cap the page goes on without a hold.
	if (held.status !== 303 || held.location.includes("start_at=")) return;
	const isHeld = () => world.simulation.now() < began + heldMs && !wasOnLight();
	const isOffered = (await read()).some((slot) => slot.start_at === start);
	world.expect("a held time is not offered", !isOffered || !isHeld(), () => `${artist.id}: ${start}`);
	const wish = { artist_id: artist.id, client_id: client.id, event_type_id, start_at: start };
	const program = await studio.change("POST", "/v1/appointments", wish);
	world.expect(
		"a held time is not booked by a program",
		program.status !== 201 || !isHeld(),
		() => `${artist.id}: ${start}`,
	);
	const { status } = await book(other, draw, { page: artist.page, start });
	if (status === 303) studio.booked.push(other.email);
	world.expect("a held time is not booked by others", status !== 303 || !isHeld(), () => `${artist.page}: ${start}`);
	// Some think better of it. Their hold ends by itself.
	if (draw.chance(0.3)) return;
	const mine = await book(holder, draw, { page: artist.page, start });
	if (mine.status === 303) studio.booked.push(holder.email);
});

/** A hold lasts longer than this. */
const heldMs = 4 * 60_000;

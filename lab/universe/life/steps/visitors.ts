import type { Draw } from "../random.ts";
import type { Studio } from "../studio.ts";
import { studioStep } from "./step.ts";

const dayMs = 86_400_000;

/** A person at the booking page, with a browser that keeps cookies. */
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
	async post(path: string, form: Record<string, string>): Promise<number> {
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
				if (answer.status < 500) return answer.status;
			}
			await world.simulation.wait(20_000);
		}
		throw world.finding("a form is answered", path);
	}
}

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
			const form = {
				start_at: slot.start_at,
				form_id: `f${draw.seed()}${draw.seed()}`,
				name: "Ana Lima",
				email: visitor.email,
			};
			const status = await visitor.post(`${artist.page}/details`, form);
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

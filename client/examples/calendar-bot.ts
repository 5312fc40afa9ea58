// Books an artist for people who write in a chat. A reply has buttons with times, and the press of a button comes back
// as the next message. Try it in a terminal:
//
//   TATTOO_STUDIO_API_KEY=… TATTOO_STUDIO_BASE_URL=… node calendar-bot.ts <artist_id> <event_type_id> <email> <name>
//
// - The service decides about a time when it is booked, so the bot checks nothing itself. If somebody was faster, the
//   refusal names the nearest free times, and these become the buttons of the reply.
// - A chat may deliver a message twice. Its id is the key of the change, so the second delivery gets the first answer.
import { createInterface } from "node:readline/promises";
import { ApiError, DuplicateEmailError, SlotUnavailableError, TattooStudio } from "tattoo-studio";

export interface Message {
	/** The chat's own id of the message. */
	id: string;
	from: { email: string; name: string };
	/** With `at` the press of a button. Without it the person asks for times. */
	wish: { to: "book" | "move"; at?: Date };
}

export interface Reply {
	text: string;
	/** The times of the buttons, each with its label. */
	times: { label: string; at: Date }[];
}

const day = 24 * 60 * 60 * 1000;

export class CalendarBot {
	readonly #studio: TattooStudio;
	readonly #booked: { artist_id: string; event_type_id: string };
	readonly #format: Intl.DateTimeFormat;

	/** `timeZone` is that of the artist. */
	constructor(studio: TattooStudio, booked: { artist_id: string; event_type_id: string }, timeZone: string) {
		this.#studio = studio;
		this.#booked = booked;
		this.#format = new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "full", timeStyle: "short" });
	}

	async answer({ id, from, wish }: Message): Promise<Reply> {
		try {
			if (!wish.at) return await this.#offer();
			return wish.to === "book" ? await this.#book(id, from, wish.at) : await this.#move(id, from, wish.at);
		} catch (error) {
			if (error instanceof SlotUnavailableError) return this.#refusal(error);
			if (error instanceof ApiError && [400, 409, 422].includes(error.status)) return this.#reply(error.detail);
			// Everything else may pass. The chat delivers the message again.
			throw error;
		}
	}

	async #offer(): Promise<Reply> {
		const now = Date.now();
		const week = { from: new Date(now), to: new Date(now + 7 * day) };
		const { data } = await this.#studio.availability.list({ ...this.#booked, ...week });
		const times = data.slice(0, 8).map(({ start_at }) => new Date(start_at));
		return this.#reply(times.length > 0 ? "These times are free:" : "Nothing is free in the next week.", times);
	}

	async #book(id: string, from: Message["from"], start_at: Date): Promise<Reply> {
		const body = { ...this.#booked, client_id: await this.#clientOf(id, from), start_at };
		const made = await this.#studio.appointments.create(body, { idempotencyKey: id });
		return this.#reply(`You are booked for ${this.#label(made.start_at)}.`);
	}

	/** Moves the next appointment of the person. A message that comes again finds the one that it has moved. */
	async #move(id: string, from: Message["from"], start_at: Date): Promise<Reply> {
		const { artist_id } = this.#booked;
		const client_id = await this.#clientOf(id, from);
		const upcoming = { status: "SCHEDULED", start_from: new Date(), sort: "start_at", limit: 100 } as const;
		const { data } = await this.#studio.appointments.list({ artist_id, client_id, ...upcoming });
		const next = data.find((one) => Date.parse(one.start_at) === start_at.getTime()) ?? data[0];
		if (!next) return this.#reply("You have no appointment.");
		const moved = await this.#studio.appointments.update(next.id, { start_at }, { idempotencyKey: id });
		const mail = moved.client_notified ? " A mail with the new time is on its way." : "";
		return this.#reply(`Your appointment is now on ${this.#label(moved.data.start_at)}.${mail}`);
	}

	async #clientOf(id: string, { email, name }: Message["from"]): Promise<string> {
		try {
			const client = { email, first_name: name, source: "chat" };
			return (await this.#studio.clients.create(client, { idempotencyKey: `client of ${id}` })).id;
		} catch (error) {
			if (error instanceof DuplicateEmailError) return error.existingId;
			throw error;
		}
	}

	#refusal({ failures, suggestedSlots }: SlotUnavailableError): Reply {
		// That the studio has blocked somebody is its own affair.
		if (failures.some(({ code }) => code === "client_blocked")) return this.#reply("Please call the studio to book.");
		const reasons = failures.map(({ message }) => message).join(" ");
		const times = suggestedSlots.map(({ startAt }) => startAt);
		return this.#reply(reasons, times);
	}

	#label = (time: string | Date): string => this.#format.format(new Date(time));

	#reply(text: string, times: Date[] = []): Reply {
		return { text, times: times.map((at) => ({ label: this.#label(at), at })) };
	}
}

if (import.meta.main) {
	const [artist_id = "", event_type_id = "", email = "", name = ""] = process.argv.slice(2);
	const studio = new TattooStudio();
	const { timezone } = await studio.artists.get(artist_id);
	const bot = new CalendarBot(studio, { artist_id, event_type_id }, timezone);
	let times: Reply["times"] = [];
	console.log("Write book, move, or one of these with the number of a time, such as: book 2");
	for await (const line of createInterface(process.stdin)) {
		const [to, number] = line.trim().split(" ");
		const at = number ? times[Number(number) - 1]?.at : undefined;
		const wish = { to: to === "move" ? "move" : "book", ...(at && { at }) } as const;
		const reply = await bot.answer({ id: crypto.randomUUID(), from: { email, name }, wish });
		console.log([reply.text, ...reply.times.map(({ label }, n) => `${n + 1}. ${label}`)].join("\n"));
		if (reply.times.length > 0) ({ times } = reply);
	}
}

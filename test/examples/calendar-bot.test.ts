import { beforeAll, expect, it } from "vitest";
import { CalendarBot, type Message, type Reply } from "../../client/examples/calendar-bot.ts";
import { call } from "../support/api.ts";
import { newStudio, type Studio } from "../support/studio.ts";
import { studioClient } from "./studio-client.ts";

let studio: Studio;
let bot: CalendarBot;
beforeAll(async () => {
	studio = await newStudio();
	const booked = { artist_id: studio.artistId, event_type_id: studio.typeId };
	bot = new CalendarBot(studioClient(studio.key), booked, "Europe/Berlin");
});

const kai = { email: "kai@example.com", name: "Kai" };
const ida = { email: "ida@example.com", name: "Ida" };
const message = (id: string, from: Message["from"], to: "book" | "move", at?: Date): Message => {
	return { id, from, wish: { to, ...(at && { at }) } };
};
const appointments = async (): Promise<{ id: string; start_at: string; status: string }[]> =>
	(await call(200, "/v1/appointments?sort=start_at", { key: studio.key })).body.data;
const times = ({ times }: Reply): Date[] => times.map(({ at }) => at);

it("offers the free times of the next week, in the zone of the artist, and books the one whose button was pressed", async () => {
	const offer = await bot.answer(message("1", kai, "book"));
	expect(offer.text).toBe("These times are free:");
	const [first] = offer.times;
	expect(first?.label).toMatch(/^\w+day, \d+ \w+ 20\d\d at \d\d:\d\d$/);
	const reply = await bot.answer(message("2", kai, "book", first?.at));
	expect(reply).toEqual({ text: `You are booked for ${first?.label}.`, times: [] });
	expect((await appointments()).map(({ start_at }) => start_at)).toEqual([first?.at.toISOString()]);
});

it("answers a time that is taken with the reason and the nearest free times, and books one of these", async () => {
	const [{ start_at } = { start_at: "" }] = await appointments();
	const refused = await bot.answer(message("3", ida, "book", new Date(start_at)));
	expect(refused.text).toMatch(/appointment/i);
	expect(refused.times.length).toBeGreaterThan(0);
	const reply = await bot.answer(message("4", ida, "book", times(refused)[0]));
	expect(reply.text).toBe(`You are booked for ${refused.times[0]?.label}.`);
	expect(await appointments()).toHaveLength(2);
});

it("gives the first answer to a message that the chat delivers again, also where a move was refused", async () => {
	const before = await appointments();
	const [free] = times(await bot.answer(message("5", kai, "move"))).slice(-1);
	const moved = await bot.answer(message("6", kai, "move", free));
	expect(moved.text).toMatch(/^Your appointment is now on .+\. A mail with the new time is on its way\.$/);
	expect(await bot.answer(message("6", kai, "move", free))).toEqual(moved);
	const taken = new Date(
		(await appointments()).find(({ start_at }) => start_at !== free?.toISOString())?.start_at ?? "",
	);
	const refused = await bot.answer(message("7", kai, "move", taken));
	expect(refused.times.length).toBeGreaterThan(0);
	expect(await bot.answer(message("7", kai, "move", taken))).toEqual(refused);
	const after = await appointments();
	expect(after).toHaveLength(before.length);
	expect(after.map(({ start_at }) => start_at)).toContain(free?.toISOString());
});

it("gives the first answer again also to somebody with two appointments, of which the moved one is not the next any more", async () => {
	const jo = { email: "jo@example.com", name: "Jo" };
	for (const id of ["j1", "j2"])
		await bot.answer(message(id, jo, "book", times(await bot.answer(message(`${id}?`, jo, "book")))[0]));
	const last = times(await bot.answer(message("j3?", jo, "move"))).at(-1);
	const moved = await bot.answer(message("j3", jo, "move", last));
	expect(moved.text).toMatch(/^Your appointment is now on/);
	expect(await bot.answer(message("j3", jo, "move", last))).toEqual(moved);
});

it("books one of two people who press the same button at once", async () => {
	const offer = await bot.answer(message("8", kai, "book"));
	const count = (await appointments()).length;
	const replies = await Promise.all(
		[kai, ida].map((from, n) => bot.answer(message(`9-${n}`, from, "book", offer.times[0]?.at))),
	);
	expect(replies.filter(({ text }) => text.startsWith("You are booked")).length).toBe(1);
	expect(replies.find(({ text }) => !text.startsWith("You are booked"))?.times.length).toBeGreaterThan(0);
	expect(await appointments()).toHaveLength(count + 1);
});

it("tells nobody that the studio has blocked them, and says what else is refused", async () => {
	const [noor] = (await call(200, "/v1/clients?email=ida@example.com", { key: studio.key })).body.data;
	await call(200, `/v1/clients/${noor.id}`, { key: studio.key, method: "PATCH", body: { is_blocked: true } });
	const [at] = times(await bot.answer(message("10", ida, "book")));
	expect(await bot.answer(message("11", ida, "book", at))).toEqual({
		text: "Please call the studio to book.",
		times: [],
	});
	const nobody = { email: "zoe@example.com", name: "Zoe" };
	expect((await bot.answer(message("12", nobody, "move", at))).text).toBe("You have no appointment.");
	expect((await bot.answer(message("13", { ...kai, email: "none" }, "book", at))).text).toMatch(/email/);
});

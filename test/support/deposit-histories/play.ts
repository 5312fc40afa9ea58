import type { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, inject } from "vitest";
import { connectionLost } from "../../../lab/harness/faulty-database.ts";
import { hashOfToken, newToken } from "../../../src/domain/booking/bookings/manage-link.ts";
import { clock } from "../../../src/platform/lib/clock.ts";
import { hourMs } from "../../../src/platform/lib/time.ts";
import { ask, envWithFaults } from "../../cross-database/faults.ts";
import { type Call, send } from "../api.ts";
import { Visitor } from "../booking-page.ts";
import { advance } from "../clock.ts";
import { addRows } from "../database.ts";
import { scheduledWork } from "../scheduled.ts";
import { newClient, newEventType, newStudio, type Studio, setHours } from "../studio.ts";
import { operate } from "../world.ts";
import { expectContradictionFree } from "./contradictions.ts";
import { type Expected, expectedOf, expire, type Model } from "./model.ts";
import { type DrawnHistory, type DrawnStep, historyOf, type Manner, type Step, stepOf, type Terms } from "./steps.ts";

export interface Player {
	studio: Studio;
	typeIds: string[];
	clients: { id: string; email: string }[];
	tokens: Map<string, string>;
	model: Model;
	history: DrawnHistory;
	told: string[];
}

const allDay = Array.from({ length: 7 }, (_, weekday) => ({ weekday, start: "00:00", end: "24:00" }));

const bodyOf = ({ required, amount, dueHours, cancels }: Terms) => ({
	deposit_required: required,
	deposit_amount: amount,
	currency: "EUR",
	deposit_due_hours: dueHours,
	deposit_unpaid: cancels ? "CANCEL" : "KEEP",
});

async function newPlayer(history: DrawnHistory): Promise<Player> {
	const studio = await newStudio();
	await setHours(studio.artistId, allDay);
	const emails = Array.from({ length: 3 }, () => `${crypto.randomUUID()}@example.com`);
	const now = Math.ceil(clock.now() / hourMs) * hourMs;
	return {
		studio,
		typeIds: await Promise.all(history.terms.map((one) => newEventType(studio.id, studio.artistId, bodyOf(one)))),
		clients: await Promise.all(emails.map(async (email) => ({ email, id: await newClient(studio.key, { email }) }))),
		tokens: new Map(),
		model: {
			// The second is beside the first, and the last lies far ahead.
			starts: [30, 31, 60, 900].map((hours) => now + hours * hourMs),
			types: [...history.terms],
			clients: new Set([0, 1, 2]),
			appointments: [],
		},
		history,
		told: [],
	};
}

type Request = Call & { path: string };

function requestOf({ studio, typeIds, clients }: Player, step: Step): Request {
	const timestamp = (at: number) => new Date(at).toISOString();
	const path = "of" in step ? `/v1/appointments/${step.of.id}` : "";
	const patch = (body: object): Request => ({ method: "PATCH", path, body });
	switch (step.kind) {
		case "book":
			return {
				method: "POST",
				path: "/v1/appointments",
				body: {
					artist_id: studio.artistId,
					client_id: clients[step.client]?.id,
					event_type_id: typeIds[step.type],
					start_at: timestamp(step.start),
				},
			};
		case "note":
			return {
				method: "PATCH",
				path: `${path}/deposit`,
				body: { status: step.to, ...(step.to === "HELD" ? { method: "CASH" } : {}) },
			};
		case "move":
			return patch({ start_at: timestamp(step.start) });
		case "end":
			return patch({ status: step.to, ...(step.keep ? { deposit_status: "FORFEITED" } : {}) });
		case "revive":
			return patch({ status: "SCHEDULED" });
		case "retype":
			return patch({ event_type_id: typeIds[step.type] });
		case "merge":
			return {
				method: "POST",
				path: `/v1/clients/${clients[step.into]?.id}/merge`,
				body: { source_id: clients[step.client]?.id },
			};
		case "delete":
			return { method: "DELETE", path: `/v1/clients/${clients[step.client]?.id}` };
		default:
			throw new Error(`no request of the API: ${step.kind}`);
	}
}

interface Answer {
	status: number;
	// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
	body: any;
}

/** A crash at the first commit: before it, or after it so that nobody hears of it. */
function crashing(when: "crashed" | "unanswered"): typeof env {
	let isOver = false;
	return envWithFaults(async (_, run, sql) => {
		if (isOver || sql.every((one) => /^(select|with)/i.test(one.trim()))) return await run();
		isOver = true;
		if (when === "unanswered") await run();
		throw connectionLost();
	});
}

async function sendIn(player: Player, manner: Manner, step: Step): Promise<Answer> {
	const { path, ...request } = requestOf(player, step);
	const call = { ...request, key: player.studio.key, headers: { "Idempotency-Key": crypto.randomUUID() } };
	if (manner === "once") return await send(path, call);
	const first = manner === "twice" ? await send(path, call) : await ask(crashing(manner), path, call);
	if ("over" in first) await first.over;
	const second = await send(path, call);
	if (first.status < 500) expect([second.status, second.body]).toEqual([first.status, first.body]);
	return second;
}

/** Sends a request, and `meanwhile` between its decision and its commit. Tells whether that came to pass. */
async function overtakenBy(
	player: Player,
	step: Step,
	meanwhile: () => Promise<unknown>,
): Promise<{ answer: Answer; begun: boolean }> {
	let begun = false;
	const bindings = envWithFaults(async (_, run, sql) => {
		if (!begun && sql.length > 1 && sql.some((one) => !/^(select|with)/i.test(one.trim()))) {
			begun = true;
			await meanwhile();
		}
		return await run();
	});
	const { path, ...request } = requestOf(player, step);
	const answer = await ask(bindings, path, { ...request, key: player.studio.key });
	await answer.over;
	return { answer, begun };
}

/** Does what no program can do through the API: the operator's and the client's part. */
async function actOtherwise({ studio, typeIds, clients, tokens }: Player, step: Step): Promise<number> {
	if (step.kind === "terms") {
		const body = bodyOf(step.terms);
		return (await operate(200, `/admin/event_types/${typeIds[step.type]}`, { method: "PATCH", body })).status;
	}
	if (step.kind !== "client cancels") throw new Error(`not done otherwise: ${step.kind}`);
	const token = tokens.get(step.of.id) ?? newToken({ tenantId: studio.id });
	if (!tokens.has(step.of.id)) {
		const link = {
			tenant_id: studio.id,
			appointment_id: step.of.id,
			hash: hashOfToken(token),
			created_at: clock.now(),
		};
		await addRows(["booking_links", link]);
		tokens.set(step.of.id, token);
	}
	const { email } = clients[step.of.client] ?? { email: "" };
	const { status } = await new Visitor().post(`/manage/${token}/cancel`, { email });
	return status === 200 ? 200 : 0;
}

const isOfApi = ({ kind }: Step): boolean => kind !== "terms" && kind !== "client cancels";

const nameOf = (step: Step): string => JSON.stringify(step, (name, value) => (name === "of" ? value.id : value));

async function take(player: Player, manner: Manner, step: Step): Promise<void> {
	const expected = expectedOf(player.model, step, clock.now());
	player.told.push(`${manner} ${nameOf(step)} expects ${expected.status}`);
	const answer: Answer = isOfApi(step)
		? await sendIn(player, manner, step)
		: { status: await actOtherwise(player, step), body: {} };
	settle(player, step, expected, answer);
}

function settle(player: Player, step: Step, expected: Expected, { status, body }: Answer): void {
	expect(`${status} ${status === expected.status ? "" : JSON.stringify(body)}`).toBe(`${expected.status} `);
	expected.apply?.();
	const booked = player.model.appointments.at(-1);
	if (step.kind === "book" && status === 201 && booked) booked.id = body.id;
}

/** One request overtakes another. The slower one is decided anew or refused, and never on what is no longer true. */
async function race(player: Player, slow: Step, quick: Step): Promise<void> {
	const before = expectedOf(player.model, slow, clock.now());
	player.told.push(`overtaken by the next: ${nameOf(slow)}`);
	const { answer, begun } = await overtakenBy(player, slow, () => take(player, "once", quick));
	if (!begun) settle(player, slow, before, answer);
	const after = begun ? expectedOf(player.model, slow, clock.now()) : undefined;
	if (after && !(answer.status === 409 && answer.body.code === "conflict")) settle(player, slow, after, answer);
	if (!begun) await take(player, "once", quick);
}

async function play(player: Player, { manner, meanwhile, ...drawn }: DrawnStep): Promise<void> {
	const step = stepOf(player.model, drawn);
	const other = meanwhile && stepOf(player.model, meanwhile);
	const changesOne = "of" in step || step.kind === "book";
	// A booking that is decided while its event type changes may have either terms.
	if (
		other &&
		other.kind !== "terms" &&
		changesOne &&
		isOfApi(step) &&
		expectedOf(player.model, step, clock.now()).apply
	)
		await race(player, step, other);
	else await take(player, manner, step);
}

/** Side by side, because a request after a lost connection waits a moment before it looks again. */
const each = (players: readonly Player[], act: (player: Player) => Promise<void>): Promise<unknown> =>
	Promise.all(
		players.map(async (player) => {
			try {
				await act(player);
			} catch (cause) {
				const told = [JSON.stringify(player.history.terms), ...player.told].join("\n");
				throw new Error(`A history contradicts the model:\n${told}`, { cause });
			}
		}),
	);

const steps = 12;

/** Plays random histories side by side, so that one run of the schedule serves all of them. */
export async function playHistories(count: number, batch = 0): Promise<void> {
	const players: Player[] = [];
	for (const history of fc.sample(historyOf(steps), { numRuns: count, seed: inject("seed") + batch }))
		players.push(await newPlayer(history));
	for (let n = 0; n < steps; n++) {
		await each(players, (player) => play(player, player.history.steps[n] as DrawnStep));
		// The deposits are due after 12 and 48 hours, and the appointments begin after 30 and 60.
		advance([60, 60, 13 * 3600, 60][n % 4] as number);
		await scheduledWork();
		for (const { model, told } of players) {
			expire(model, clock.now());
			told.push(`now ${new Date(clock.now()).toISOString()}`);
		}
		if (n % 4 === 3) await each(players, expectContradictionFree);
	}
}

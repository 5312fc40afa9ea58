import { noteAllRows } from "../checks/all-rows.ts";
import { checkAtTheEnd } from "../checks/at-the-end.ts";
import { checkDatabases } from "../checks/hourly.ts";
import type { WorkerCode } from "../cloud/bundle.ts";
import { type Finding, Found } from "./findings.ts";
import { dayMs, type History } from "./history.ts";
import { Draw } from "./random.ts";
import { readFeed } from "./steps/integrations.ts";
import { openStudio } from "./steps/open-studio.ts";
import { steps } from "./steps/steps.ts";
import { Studio } from "./studio.ts";
import { World } from "./world.ts";

export interface Life {
	hash: string;
	findings: Finding[];
	requests: number;
	/** How often each promise was looked at. */
	looks: Map<string, number>;
	world: World;
}

const hourMs = 3_600_000;
/** Each studio reads its feed at least so often, because events are not kept for ever. */
const longestUnreadMs = 7 * dayMs;
/** Retries reach over some hours, and the universe has peace for as long. */
const peaceMs = 8 * hourMs;

/** Lives a history, which begins with the first of the versions. */
export async function live(history: History, versions: WorkerCode[], { stopAtFirst = false } = {}): Promise<Life> {
	const world = new World(history.seed, versions);
	const { simulation, cloud } = world;
	cloud.start(history.scheduleMs);
	const underWay = new Set<Promise<void>>();
	const begin = (work: () => Promise<void> | void): void => {
		const one = Promise.resolve()
			.then(work)
			.catch((error) => {
				if (!(error instanceof Found)) world.finding("a step runs", `${error?.stack ?? error}`);
			})
			.finally(() => underWay.delete(one));
		underWay.add(one);
	};
	// A studio without a step does not open, so that a short history is fast.
	const busy = new Set(history.steps.map(({ studio }) => studio));
	const studios = Array.from({ length: history.studios }, (_, n) => new Studio(world, n));
	for (const [n, studio] of studios.entries()) {
		const draw = new Draw(history.seed + n);
		if (!busy.has(n)) continue;
		simulation.after(draw.below(hourMs), () => begin(() => openStudio(studio, draw)));
		const first = new Draw(history.seed - n).below(longestUnreadMs);
		for (let at = hourMs + first; at < hourMs + history.days * dayMs; at += longestUnreadMs)
			simulation.after(at, () => {
				if (studio.key) begin(() => readFeed(studio));
			});
	}
	for (const { at, kind, studio: n, seed } of history.steps) {
		const studio = studios[n] as Studio;
		simulation.after(hourMs + at, () => {
			if (studio.key) begin(() => steps[kind]?.run({ world, studio, studios, draw: new Draw(seed) }));
		});
	}
	const end = world.beginning + hourMs + history.days * dayMs;
	while (simulation.now() < end && !(stopAtFirst && world.findings.length > 0)) {
		await simulation.runUntil(Math.min(end, simulation.now() + hourMs));
		checkDatabases(world, studios);
	}
	if (!(stopAtFirst && world.findings.length > 0)) {
		cloud.faults.clear();
		world.isMailAway = false;
		for (const receiver of world.receivers.all()) receiver.mood = "answers";
		world.trouble();
		await simulation.runUntil(simulation.now() + peaceMs);
		begin(() => checkAtTheEnd(world, studios));
		while (underWay.size > 0 && simulation.now() < end + 3 * peaceMs)
			await simulation.runUntil(simulation.now() + hourMs);
		world.expect("every step ends", underWay.size === 0, () => `${underWay.size} steps are under way`);
		checkDatabases(world, studios);
	}
	noteAllRows(world);
	return { hash: cloud.hash(), findings: world.findings, requests: world.requests, looks: world.looks, world };
}

import type { Step } from "../step.ts";

const minuteMs = 60_000;
export const dayMs = 86_400_000;

/** The studio's past, in days. Less than the time for which events are kept, so that a new studio has all of them. */
export const pastDays = 20;

/** Times within working days from the opening until shortly before now, as many as there are records. */
export function spreadOver(count: number, now: number, days = pastDays): number[] {
	return Array.from({ length: count }, (_, n) => {
		const day = Math.floor(((n + 0.5) / count) * days);
		const wall = 9 * 60 + ((n * 157) % (10 * 60));
		const midnight = Math.floor((now - days * dayMs) / dayMs) * dayMs;
		return midnight + day * dayMs + wall * minuteMs;
	});
}

function needsOf({ path, body = {} }: Step): string[] {
	const inPath = [...path.matchAll(/\{(.+?)\}/g)].map(([, name = ""]) => name);
	const inBody = Object.entries(body).flatMap(([field, value]) => {
		if (field.endsWith("_id")) return [value].flat().filter((one) => typeof one === "string");
		return field === "filter" ? needsOf({ name: "", method: "POST", path: "", body: value }) : [];
	});
	return [...inPath, ...inBody];
}

const emailPattern = /"[\w.+-]+@[\w.-]+"/g;

/** Finds the steps that a step needs: those that it names, and that of a client with an email that stands in it. */
function needsIn(steps: readonly Step[]): (step: Step) => string[] {
	const emailsOf = ({ body }: Step) => JSON.stringify(body ?? null).match(emailPattern) ?? [];
	const clients = steps.filter(({ path, method }) => path === "/v1/clients" && method === "POST");
	const clientsByEmail = new Map(clients.flatMap((step) => emailsOf(step).map((email) => [email, step.name])));
	return (step) => [...needsOf(step), ...emailsOf(step).flatMap((email) => clientsByEmail.get(email) ?? [])];
}

/** Steps of a list need those of the lists before, but not each other. */
export interface Moment {
	at: number;
	stages: Step[][];
}

/** Close moments are one, because each move of the clock takes time. Those of the last hours are closer. */
const grainOf = (at: number, now: number): number => {
	const grainMs = (now - at < dayMs / 8 ? 3 : 90) * minuteMs;
	return now - Math.ceil((now - at) / grainMs) * grainMs;
};

/** No step comes before one that it needs, and none after now. */
export function momentsOf(stages: Step[][], now: number): Moment[] {
	const opening = now - pastDays * dayMs;
	const within = (at: number) => Math.max(opening, Math.min(at, now));
	const times = new Map(stages.flat().map(({ name, at = opening }) => [name, within(at)]));
	const needs = needsIn(stages.flat());
	for (const step of stages.flat().reverse()) {
		const own = times.get(step.name) ?? opening;
		for (const need of needs(step)) times.set(need, Math.min(times.get(need) ?? opening, own));
	}
	const moments = new Map<number, Step[][]>();
	for (const [n, stage] of stages.entries())
		for (const step of stage) {
			const at = grainOf(times.get(step.name) ?? opening, now);
			const lists = moments.get(at) ?? stages.map(() => []);
			moments.set(at, lists);
			lists[n]?.push(step);
		}
	return [...moments]
		.map(([at, lists]) => ({ at, stages: lists.filter(({ length }) => length > 0) }))
		.sort((a, b) => a.at - b.at);
}

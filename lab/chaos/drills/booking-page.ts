import { countsOf, type Drill, type Findings, times } from "../drill.ts";
import type { Service } from "../service/service.ts";
import { newStudio, noon } from "../studio.ts";
import { Visitor } from "../visitor.ts";

const people = 20;

export const bookingPage: Drill = {
	name: "booking-page",
	promise: "of 20 people who confirm one free or held time, exactly one gets it, and the others are offered others",
	async run({ service }, findings) {
		const on = await service();
		await race(on, findings, "a free time", false);
		await race(on, findings, "a held time", true);
	},
};

async function race(on: Service, findings: Findings, what: string, isHeld: boolean): Promise<void> {
	const { key, page } = await newStudio(on);
	const start = noon(10);
	const visitors = times(people, () => new Visitor(on.origin));
	if (isHeld) {
		const { status } = (await visitors[0]?.hold(page, start)) ?? {};
		if (status !== 303) throw new Error(`The time could not be held: ${status}`);
	}
	const answers = await Promise.all(visitors.map((one, n) => one.confirm(page, start, `visitor-${n}@example.com`)));
	findings.note(`${what}: ${countsOf(answers.map(({ status }) => status))}`);
	const appointments = await on.all("/v1/appointments", key);
	findings.expect(appointments.length === 1, `Of ${what} came ${appointments.length} appointments.`);
	findings.expect(
		answers.filter(({ status }) => status === 303).length === 1,
		`Not one alone was told that ${what} is theirs.`,
	);
	if (isHeld) findings.expect(answers[0]?.status === 303, "The visitor who held the time did not get it.");
	for (const { status, offered } of answers)
		if (status !== 303)
			findings.expect(
				status === 409 && offered.length > 0 && !offered.includes(start),
				`Somebody was told ${status} with ${offered.length} other times.`,
			);
}

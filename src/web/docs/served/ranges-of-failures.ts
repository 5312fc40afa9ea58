import { nameIn, type Part } from "./parts.ts";

type Answers = Record<string, Part>;

/** The refusals and failures that every change, or every request, can meet, and the ranges that stand for them. */
export const ranges = { "4XX": ["408", "413", "415", "422"], "5XX": ["500", "503"] };

/**
 * Names these failures once for each range, because those of all operations are an eighth of the document. The schema
 * of each error has its status. An operation that has more errors of a status keeps that status, which goes before the
 * range.
 */
export function groupFailures(paths: Record<string, Record<string, Part>>, components: Answers): void {
	for (const [range, statuses] of Object.entries(ranges)) {
		for (const item of Object.values(paths))
			for (const { responses } of Object.values(item) as { responses?: Answers }[]) {
				if (!responses || !statuses.every((status) => status in responses)) continue;
				for (const status of statuses) if (nameIn(responses[status]?.$ref) === status) delete responses[status];
				responses[range] = { $ref: `#/components/responses/${range}` };
			}
		components[range] = answerOf(statuses.map((status) => [status, components[status] ?? {}]));
		const used = JSON.stringify(paths);
		for (const status of statuses) if (!used.includes(`"#/components/responses/${status}"`)) delete components[status];
	}
}

const answerOf = (answers: [status: string, answer: Part][]): Part => ({
	description: answers.map(([status, { description }]) => `${status} ${description}`).join(", "),
	...(answers.some(([, { headers }]) => headers)
		? { headers: Object.assign({}, ...answers.map(([, { headers }]) => headers)) }
		: {}),
	content: { "application/problem+json": { schema: { oneOf: answers.map(([, answer]) => problemOf(answer)) } } },
});

const problemOf = ({ content }: Part) => (content as Record<string, Part>)["application/problem+json"]?.schema;

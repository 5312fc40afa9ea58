import { cpu, type Measured, measuredOf, medianOf, perSecond, type Result } from "./report.ts";
import type { ContenderName } from "./runtime.ts";
import type { Kind } from "./scenarios/scenario.ts";

interface Checked {
	/** The measured work and the contender with which it is compared. */
	work: string;
	target: string;
	seen: string;
	holds: boolean;
}

/** Of the floor's throughput and CPU time, the product may need so many times as much. */
const mostBesideFloor: Partial<Record<Kind, number>> = {
	read: 1.15,
	page: 1.15,
	"keyed POST": 1.35,
	booking: 1.4,
	"key check": 1.25,
	"free times": 1.25,
	documentation: 1.2,
};

/** The rows that the work may write, with all that follows it. */
const mostRowsWritten: Partial<Record<Kind, number>> = { "keyed POST": 16, booking: 14, "fan-out": 320 };

const most = { cpuOfLongList: 1.25, cpuOfAgent: 1.35, rowsOfPage: 60 };
/** How many times the throughput of a peer the product must have. */
const leastBesidePeers: [Kind, ContenderName, number][] = [
	["key check", "better-auth", 3],
	["fan-out", "plain-queue", 1],
];

const throughput = (one: Measured) => medianOf(one, perSecond);
const cpuOf = (one: Measured) => medianOf(one, cpu);

/** Checks that a ratio is not above its limit. Empty if the system does not report the CPU time. */
function atMost(work: string, what: string, ratio: number, limit: number): Checked[] {
	if (Number.isNaN(ratio)) return [];
	return [{ work, target: `${what} ≤ ${limit}`, seen: ratio.toFixed(2), holds: ratio <= limit }];
}

function besideFloor(result: Result): Checked[] {
	const [floor, product] = [measuredOf(result, "floor"), measuredOf(result, "product")];
	const limit = mostBesideFloor[result.kind];
	if (!floor || !product || limit === undefined) return [];
	return [
		...atMost(result.name, "floor ÷ product", throughput(floor) / throughput(product), limit),
		...atMost(result.name, "CPU ÷ floor's", cpuOf(product) / cpuOf(floor), limit),
	];
}

function rowsWritten(result: Result): Checked[] {
	const product = measuredOf(result, "product");
	const limit = mostRowsWritten[result.kind];
	if (!product || limit === undefined) return [];
	const { untilAnswer, afterwards } = product.cost;
	const rows = untilAnswer.rowsWritten + afterwards.rowsWritten;
	return [{ work: result.name, target: `rows written ≤ ${limit}`, seen: `${rows}`, holds: rows <= limit }];
}

const besidePeers = (result: Result): Checked[] =>
	leastBesidePeers.flatMap(([kind, who, least]) => {
		const [peer, product] = [measuredOf(result, who), measuredOf(result, "product")];
		if (!peer || !product || result.kind !== kind) return [];
		const ratio = throughput(product) / throughput(peer);
		return [
			{ work: result.name, target: `product ÷ ${who} ≥ ${least}`, seen: ratio.toFixed(2), holds: ratio >= least },
		];
	});

/** An agent's read may cost little more than the same request of /v1, which takes turns with it. */
function besideRequests(result: Result): Checked[] {
	const [agent, product] = [measuredOf(result, "agent"), measuredOf(result, "product")];
	if (!agent || !product) return [];
	return atMost(result.name, "CPU ÷ that of the request of /v1", cpuOf(agent) / cpuOf(product), most.cpuOfAgent);
}

/** A page must cost the same for short and long lists, in rows and in CPU time. */
function flatPages(results: Result[]): Checked[] {
	const pages = results.flatMap((result) => {
		const product = result.kind === "page" && measuredOf(result, "product");
		return product ? [{ name: result.name, product }] : [];
	});
	const [first, ...longer] = pages;
	const rows = pages.map(({ name, product }) => {
		const { rowsRead } = product.cost.untilAnswer;
		return {
			work: name,
			target: `rows read ≤ ${most.rowsOfPage}`,
			seen: `${rowsRead}`,
			holds: rowsRead <= most.rowsOfPage,
		};
	});
	const times = longer.flatMap(({ name, product }) =>
		first
			? atMost(name, "CPU ÷ that of the shortest list", cpuOf(product) / cpuOf(first.product), most.cpuOfLongList)
			: [],
	);
	return [...rows, ...times];
}

export const targets = (results: Result[]): Checked[] => [
	...results.flatMap(besideFloor),
	...results.flatMap(rowsWritten),
	...results.flatMap(besidePeers),
	...results.flatMap(besideRequests),
	...flatPages(results),
];

import { cpu, type Measured, measuredOf, medianOf, perSecond, type Result } from "./report.ts";

interface Checked {
	/** The measured work and the contender with which it is compared. */
	work: string;
	target: string;
	seen: string;
	holds: boolean;
}

const most = { read: 1.15, "keyed POST": 1.4, cpuOfRead: 1.5, cpuOfLongList: 1.25, rowsOfPage: 60 };
const leastBesidePeer = 3;

const throughput = (one: Measured) => medianOf(one, perSecond);
const cpuOf = (one: Measured) => medianOf(one, cpu);

/** Checks that a ratio is not above its limit. Empty if the system does not report the CPU time. */
function atMost(work: string, what: string, ratio: number, limit: number): Checked[] {
	if (Number.isNaN(ratio)) return [];
	return [{ work, target: `${what} ≤ ${limit}`, seen: ratio.toFixed(2), holds: ratio <= limit }];
}

function besideFloor(result: Result): Checked[] {
	const [floor, product] = [measuredOf(result, "floor"), measuredOf(result, "product")];
	if (!floor || !product || result.kind === "other") return [];
	const slower = throughput(floor) / throughput(product);
	if (result.kind === "keyed POST") return atMost(result.name, "floor ÷ product", slower, most["keyed POST"]);
	return [
		...atMost(result.name, "floor ÷ product", slower, most.read),
		...atMost(result.name, "CPU ÷ floor's", cpuOf(product) / cpuOf(floor), most.cpuOfRead),
	];
}

function besidePeer(result: Result): Checked[] {
	const [peer, product] = [measuredOf(result, "better-auth"), measuredOf(result, "product")];
	if (!peer || !product || result.kind !== "key check") return [];
	const ratio = throughput(product) / throughput(peer);
	return [
		{
			work: result.name,
			target: `product ÷ better-auth ≥ ${leastBesidePeer}`,
			seen: ratio.toFixed(2),
			holds: ratio >= leastBesidePeer,
		},
	];
}

/** Checks that a page costs the same for short and long lists, in rows and in CPU time. */
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
	...results.flatMap(besidePeer),
	...flatPages(results),
];

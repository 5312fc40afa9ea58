import type { DriveResult } from "./drive.ts";

export interface Round {
	perSecond: number;
	p50: number;
	p95: number;
	p99: number;
	/** The runtime's CPU time for each request. Null if the system does not report it. */
	cpuMs: number | null;
}

export function roundOf({ latencies, seconds }: DriveResult, cpuMs: number | null): Round {
	const sorted = [...latencies].sort((a, b) => a - b);
	const quantile = (part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? 0;
	return {
		perSecond: latencies.length / seconds,
		p50: quantile(0.5),
		p95: quantile(0.95),
		p99: quantile(0.99),
		cpuMs: cpuMs === null ? null : cpuMs / latencies.length,
	};
}

export interface Spread {
	median: number;
	least: number;
	most: number;
}

export function spreadOf(values: number[]): Spread {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	const median = ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
	return { median, least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0 };
}

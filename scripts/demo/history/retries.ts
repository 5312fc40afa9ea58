import { faults } from "../data/faults.ts";
import type { Moment } from "./times.ts";

/** The waits between the attempts of a delivery, in seconds (contract: Deliveries 8). */
const waits = [30, 60, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 43_200, 86_400];
/** The attempts are a little later than due. */
const lateSeconds = 8;

/** The times at which deliveries are tried again that the website refuses for a while. */
export function retriesOf(moments: readonly Moment[], now: number): number[] {
	return moments.flatMap(({ at, stages }) =>
		stages.flat().flatMap(({ body }) => {
			const fault = body && "title" in body ? faults[String(body.title)] : undefined;
			if (!fault || fault.status < 500) return [];
			const { forSeconds = Number.POSITIVE_INFINITY } = fault;
			const times: number[] = [];
			let seconds = 0;
			for (const wait of waits) {
				const fails = seconds <= forSeconds;
				seconds += wait + lateSeconds;
				if (fails && at + seconds * 1000 < now) times.push(at + seconds * 1000);
			}
			return times;
		}),
	);
}

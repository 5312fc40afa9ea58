let offsetMs = 0;

/**
 * The service's clock, and its only source of the present time. Development can move it
 * (contract: Running 7). The offset lasts as long as the isolate.
 */
export const clock = {
	now: () => Date.now() + offsetMs,
	advance(seconds: number) {
		// Ids and columns hold whole milliseconds.
		offsetMs += Math.round(seconds * 1000);
	},
};

let offsetMs = 0;

/**
 * The service's clock, the only source of "now". Development can move it forward
 * (`POST /admin/dev/advance`); the offset lives as long as the isolate.
 */
export const clock = {
	now: () => Date.now() + offsetMs,
	advance(seconds: number) {
		// Ids and columns hold whole milliseconds.
		offsetMs += Math.round(seconds * 1000);
	},
};

/** Repeats a bounded step as long as it says that something is left, or until the time is over. */
export async function repeat(step: () => Promise<boolean>, longestMs: number): Promise<void> {
	const until = Date.now() + longestMs;
	while ((await step()) && Date.now() < until);
}

/** The work took longer than it may. It may still end. */
export class NoAnswer extends Error {}

/** The result of the work, or an error if the work takes longer. */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timeout = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new NoAnswer(`no answer within ${ms} ms`)), ms);
	});
	return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

export function withTimeout<T>(
	ms: number,
	work: Promise<T>,
	late = () => new Error(`no answer within ${ms} ms`),
): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timeout = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(late()), ms);
	});
	return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

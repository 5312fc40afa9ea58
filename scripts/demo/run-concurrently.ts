export async function runConcurrently<Item>(items: Item[], atOnce: number, work: (item: Item) => Promise<void>) {
	const waiting = items.values();
	const workers = Array.from({ length: atOnce }, async () => {
		for (const item of waiting) await work(item);
	});
	await Promise.all(workers);
}

export interface SentEvent {
	type: string;
	data: Record<string, unknown>;
}

type Read = (path: string) => Promise<unknown>;

interface Feed {
	data: ({ object: string } & SentEvent)[];
	has_more: boolean;
	next_after_sequence: number;
}

/** The first event of each type that a studio has, as a webhook carries it. */
export async function firstOfEachType(read: Read): Promise<Record<string, SentEvent>> {
	const found: Record<string, SentEvent> = {};
	let after = 0;
	for (let goesOn = true; goesOn; ) {
		const { data, has_more, next_after_sequence } = (await read(
			`/v1/events?after_sequence=${after}&limit=100`,
		)) as Feed;
		for (const { object: _, ...event } of data) found[event.type] ??= event;
		[after, goesOn] = [next_after_sequence, has_more];
	}
	return found;
}

import { type Database, databaseOver } from "./database.ts";
import type { PendingRead, ReadTarget } from "./database-client.ts";

/** A caller of an operation, or a visit of a page with its caller, as far as they read. */
interface Reader {
	ctx?: Reader;
	db?: Database;
	control?: Database;
	dataOf?(tenantId: string): Promise<Database>;
	allData?(): { db: Database }[];
}

type Functions<C> = ((reader: C) => unknown)[];
type ResultsOf<F extends Functions<never>> = { [K in keyof F]: Awaited<ReturnType<F[K]>> };

/**
 * Runs functions at the same time, with one call to each database for the reads of them all, which see one state of it.
 * The reads leave as soon as each function waits for rows or has ended, so functions with several steps share each call.
 * The functions do nothing but read, and none waits for another one, because the reads of the others wait for all else.
 *
 * If several functions fail, it throws the error that is first in the given order (contract: Errors 7). The others go on.
 */
export async function together<C extends Reader, F extends Functions<C>>(
	reader: C,
	...functions: F
): Promise<ResultsOf<F>> {
	const group = new Group();
	const members = functions.map(() => new Member(group));
	group.members = members;
	const results = members.map(async (member, n) => {
		try {
			return await functions[n]?.(member.own(reader));
		} finally {
			member.end();
		}
	});
	for (const result of results) result.catch(() => {});
	const inOrder: unknown[] = [];
	for (const result of results) inOrder.push(await result);
	return inOrder as ResultsOf<F>;
}

interface WaitingRead {
	target: ReadTarget;
	read: PendingRead;
}

class Group {
	members: Member[] = [];

	/** Looks at the end of the turn, so that reads of several databases leave a group within a group at once. */
	sendSoon(): void {
		queueMicrotask(() => this.send());
	}

	private send(): void {
		if (!this.members.every((member) => member.isIdle)) return;
		const readsOf = new Map<ReadTarget, PendingRead[]>();
		for (const { target, read } of this.members.flatMap((member) => member.waiting.splice(0)))
			readsOf.set(target, [...(readsOf.get(target) ?? []), read]);
		for (const [target, reads] of readsOf) target.send(reads);
	}
}

class Member {
	readonly waiting: WaitingRead[] = [];
	private unanswered = 0;
	private hasEnded = false;
	private readonly group: Group;

	constructor(group: Group) {
		this.group = group;
	}

	get isIdle(): boolean {
		return this.hasEnded || this.unanswered > 0;
	}

	/** The reader whose reads wait for those of the other members. */
	own<C extends Reader>(reader: C): C {
		const { ctx, db, control, dataOf, allData } = reader;
		return {
			...reader,
			...(ctx && { ctx: this.own(ctx) }),
			...(db && { db: this.over(db) }),
			...(control && { control: this.over(control) }),
			...(dataOf && { dataOf: async (tenantId: string) => this.over(await dataOf(tenantId)) }),
			...(allData && { allData: () => allData().map((data) => ({ ...data, db: this.over(data.db) })) }),
		};
	}

	/** The result of the function may read later. Such a read waits for no others. */
	private over({ target }: Database): Database {
		return databaseOver({
			send: (reads) => {
				if (this.hasEnded) return target.send(reads);
				for (const read of reads) this.waiting.push({ target, read: this.counted(read) });
				this.group.sendSoon();
			},
		});
	}

	private counted({ statement, resolve, reject }: PendingRead): PendingRead {
		this.unanswered++;
		return {
			statement,
			resolve: (rows) => {
				this.unanswered--;
				resolve(rows);
			},
			reject: (error) => {
				this.unanswered--;
				reject(error);
			},
		};
	}

	end(): void {
		this.hasEnded = true;
		this.group.sendSoon();
	}
}

import { Kv } from "./kv.ts";
import { Sql } from "./sql.ts";

/** The storage of a Durable Object. It outlasts the object's memory. */
export class ObjectStorage {
	readonly kv = new Kv();
	readonly sql = new Sql();
	private alarmAt: number | null = null;
	private timer: NodeJS.Timeout | undefined;
	private readonly onAlarm: () => void;

	constructor(onAlarm: () => void) {
		this.onAlarm = onAlarm;
	}

	async get<T>(key: string | string[]): Promise<T | undefined | Map<string, T>> {
		if (typeof key === "string") return this.kv.get<T>(key);
		const found = key.map((one): [string, T | undefined] => [one, this.kv.get<T>(one)]);
		return new Map(found.filter((entry): entry is [string, T] => entry[1] !== undefined));
	}

	async put(key: string | Record<string, unknown>, value?: unknown): Promise<void> {
		if (typeof key === "string") this.kv.put(key, value);
		else for (const [one, each] of Object.entries(key)) this.kv.put(one, each);
	}

	async delete(key: string | string[]): Promise<boolean | number> {
		return typeof key === "string" ? this.kv.delete(key) : key.filter((one) => this.kv.delete(one)).length;
	}

	list = async <T>(options?: Parameters<Kv["list"]>[0]): Promise<Map<string, T>> => this.kv.list<T>(options);

	async deleteAll(): Promise<void> {
		this.kv.clear();
		this.sql.clear();
		await this.deleteAlarm();
	}

	transactionSync = <T>(work: () => T): T => this.sql.transaction(work);

	sync = async (): Promise<void> => {};

	getAlarm = async (): Promise<number | null> => this.alarmAt;

	async setAlarm(at: number | Date): Promise<void> {
		this.alarmAt = Number(at);
		clearTimeout(this.timer);
		// A timer of more than 2^31 ms would fire at once.
		this.timer = setTimeout(this.onAlarm, Math.min(Math.max(0, this.alarmAt - Date.now()), 2 ** 31 - 1));
		this.timer.unref();
	}

	async deleteAlarm(): Promise<void> {
		this.alarmAt = null;
		clearTimeout(this.timer);
	}

	/** Takes the alarm that is set, as the platform does before it calls `alarm()`. */
	takeAlarm(): boolean {
		const isSet = this.alarmAt !== null;
		this.alarmAt = null;
		clearTimeout(this.timer);
		return isSet;
	}
}

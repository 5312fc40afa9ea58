import type { Time } from "../time.ts";
import { Kv } from "./kv.ts";
import { Sql } from "./sql.ts";

/** The storage of a Durable Object. It outlasts the object's memory. */
export class ObjectStorage {
	readonly kv = new Kv();
	readonly sql = new Sql();
	private alarmAt: number | null = null;
	private cancelTimer: (() => void) | undefined;
	private readonly time: Time;
	private readonly onAlarm: () => void;

	constructor(time: Time, onAlarm: () => void) {
		this.time = time;
		this.onAlarm = onAlarm;
	}

	async get<T>(key: string | string[]): Promise<T | undefined | Map<string, T>> {
		if (typeof key === "string") return this.kv.get<T>(key);
		const found = key.map((one): [string, T | undefined] => [one, this.kv.get<T>(one)]);
		return new Map(found.filter((entry): entry is [string, T] => entry[1] !== undefined));
	}

	async put(key: string | Record<string, unknown>, value?: unknown): Promise<void> {
		if (typeof key !== "string") {
			for (const [one, each] of Object.entries(key)) if (each !== undefined) this.kv.put(one, each);
			return;
		}
		if (value === undefined) throw new TypeError("put() called with undefined value.");
		this.kv.put(key, value);
	}

	async delete(key: string | string[]): Promise<boolean | number> {
		return typeof key === "string" ? this.kv.delete(key) : key.filter((one) => this.kv.delete(one)).length;
	}

	list = async <T>(options?: Parameters<Kv["list"]>[0]): Promise<Map<string, T>> => new Map(this.kv.list<T>(options));

	async deleteAll(): Promise<void> {
		this.kv.clear();
		this.sql.clear();
		await this.deleteAlarm();
	}

	transactionSync = <T>(work: () => T): T => this.sql.transaction(() => this.kv.transaction(work));

	sync = async (): Promise<void> => {};

	getAlarm = async (): Promise<number | null> => this.alarmAt;

	async setAlarm(at: number | Date): Promise<void> {
		this.alarmAt = Number(at);
		this.cancelTimer?.();
		this.cancelTimer = this.time.after(Math.max(0, this.alarmAt - this.time.now()), this.onAlarm);
	}

	async deleteAlarm(): Promise<void> {
		this.alarmAt = null;
		this.cancelTimer?.();
	}

	/** Takes the alarm that is set, as the platform does before it calls `alarm()`. */
	takeAlarm(): boolean {
		const isSet = this.alarmAt !== null;
		this.alarmAt = null;
		this.cancelTimer?.();
		return isSet;
	}
}

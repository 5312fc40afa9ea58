import type { Time } from "../time.ts";
import { Kv } from "./kv.ts";
import { Sql } from "./sql.ts";

export class ObjectStorage {
	readonly kv = new Kv();
	readonly sql = new Sql();
	private alarm: { at: number; retryCount: number } | undefined;
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

	getAlarm = async (): Promise<number | null> => this.alarm?.at ?? null;

	async setAlarm(at: number | Date): Promise<void> {
		if (Number.isNaN(Number(at))) throw new TypeError("The value cannot be converted because it is not a valid Date.");
		this.arm({ at: Number(at), retryCount: 0 });
	}

	/** The failed alarm is set again, unless its handler has set another one or it has failed too often. */
	retryAlarm(retryCount: number): void {
		if (this.alarm || retryCount > maxAlarmRetries) return;
		this.arm({ at: this.time.now() + firstAlarmRetryMs * 2 ** (retryCount - 1), retryCount });
	}

	async deleteAlarm(): Promise<void> {
		this.takeAlarm();
	}

	/** Takes the alarm that is set, as the platform does before it calls `alarm()`. */
	takeAlarm(): { retryCount: number } | undefined {
		const { alarm } = this;
		this.alarm = undefined;
		this.cancelTimer?.();
		return alarm;
	}

	private arm(alarm: { at: number; retryCount: number }): void {
		this.alarm = alarm;
		this.cancelTimer?.();
		this.cancelTimer = this.time.after(Math.max(0, alarm.at - this.time.now()), this.onAlarm);
	}
}

const maxAlarmRetries = 6;
const firstAlarmRetryMs = 2000;

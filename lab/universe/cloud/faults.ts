import { bucketAway } from "../../harness/faulty-bucket.ts";
import type { Destination } from "../../platform/network.ts";
import type { Journey } from "./isolate.ts";

/** The faults of the platform that are in force. A history switches them on and off. */
export class Faults {
	private readonly random: () => number;
	private readonly now: () => number;
	/** A database or a bucket answers nobody until this time. */
	readonly standstillUntil = new Map<string, number>();
	/** The part of the calls of a database or of a bucket that it refuses. */
	readonly refusedPart = new Map<string, number>();
	/** The part of the calls of a database or of a bucket whose answers are lost. */
	readonly lostPart = new Map<string, number>();
	/** The part of the calls of objects whose answers are lost. */
	lostPartOfObjects = 0;
	/** The parts of queue messages that come twice, late, or never. */
	doubledPart = 0;
	latePart = 0;
	forgottenPart = 0;

	constructor(random: () => number, now: () => number) {
		this.random = random;
		this.now = now;
	}

	journeyTo = ({ kind, name }: Destination): Journey => {
		const thereMs = this.latency(kind);
		const backMs = this.latency(kind);
		if (kind === "database" || kind === "bucket") {
			const standstillMs = Math.max(0, (this.standstillUntil.get(name) ?? 0) - this.now());
			return {
				thereMs: thereMs + standstillMs,
				backMs,
				refusal: this.happens(this.refusedPart.get(name)) ? errors[kind].refused() : undefined,
				lostAnswer: this.happens(this.lostPart.get(name)) ? errors[kind].lost() : undefined,
			};
		}
		if (kind === "object")
			return { thereMs, backMs, lostAnswer: this.happens(this.lostPartOfObjects) ? objectReset() : undefined };
		return { thereMs, backMs };
	};

	/** The delays of the copies of a queue message, in seconds. */
	copies = (): number[] => {
		if (this.happens(this.forgottenPart)) return [];
		if (this.happens(this.latePart)) return [1 + this.random() * 300];
		return this.happens(this.doubledPart) ? [0, this.random() * 10] : [0];
	};

	clear(): void {
		this.standstillUntil.clear();
		this.refusedPart.clear();
		this.lostPart.clear();
		this.lostPartOfObjects = this.doubledPart = this.latePart = this.forgottenPart = 0;
	}

	private happens = (part = 0): boolean => part > 0 && this.random() < part;

	/** Most calls are fast, and a few are not. */
	private latency(kind: Destination["kind"]): number {
		const typical = typicalMs[kind] ?? 0.5;
		const drawn = this.random();
		return typical * (0.5 + drawn + (drawn > 0.99 ? 50 * this.random() : 0));
	}
}

const typicalMs: { [kind in Destination["kind"]]?: number } = { database: 2, bucket: 20 };

const errors = {
	database: {
		refused: () => new Error("D1_ERROR: D1 DB is overloaded. Requests queued for too long."),
		lost: () => new Error("D1_ERROR: Network connection lost."),
	},
	bucket: { refused: bucketAway, lost: () => new Error("Network connection lost.") },
};
const objectReset = () => new Error("Durable Object reset because its code was updated.");

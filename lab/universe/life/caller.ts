import type { Answer as RawAnswer } from "../cloud/cloud.ts";
import type { Answer, World } from "./world.ts";

export interface Call {
	method: string;
	path: string;
	/** A key, or how to find the present value of one that may be rotated between two tries. */
	key: string | (() => string);
	body?: unknown;
	headers?: Record<string, string>;
}

const origin = "https://api.example.com";
const longestRetryMs = 3 * 3_600_000;

/** Whether a caller knows by this answer what became of a change. */
const isFinal = ({ status, body }: Answer): boolean =>
	status < 500 && status !== 429 && status !== 408 && !codesOfLater.includes(body?.code);

/** A program waits until its studio has a plan with an API again. */
const codesOfLater = ["idempotency_key_concurrent", "feature_not_available"];

/** A program that calls the service over the network. */
export class Caller {
	private readonly world: World;
	private keys = 0;
	readonly address: string;

	constructor(world: World, address: string) {
		this.world = world;
		this.address = address;
	}

	/** Undefined if the connection was lost. */
	async send({ method, path, key, body, headers }: Call): Promise<Answer | undefined> {
		const request = new Request(origin + path, {
			method,
			headers: {
				Authorization: `Bearer ${typeof key === "string" ? key : key()}`,
				"CF-Connecting-IP": this.address,
				...(body === undefined ? {} : { "Content-Type": "application/json" }),
				...headers,
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		this.world.requests++;
		let answer: RawAnswer;
		try {
			answer = await this.world.cloud.fetch(request);
		} catch {
			return undefined;
		}
		const { status, headers: answered, text } = answer;
		const isJson = /json/.test(answered.get("Content-Type") ?? "");
		const parsed = { status, headers: answered, body: isJson ? JSON.parse(text) : text };
		this.world.expectHealth(parsed, `${method} ${path}`);
		return parsed;
	}

	/** Repeats the request until there is an answer. */
	async read(path: string, key: Call["key"], headers: Record<string, string> = {}): Promise<Answer> {
		return await this.repeat({ method: "GET", path, key, headers });
	}

	/** Makes a change once, however often it must be sent until its outcome is known. */
	async change(method: string, path: string, key: Call["key"], body?: unknown, headers = {}): Promise<Answer> {
		const idempotencyKey = `${this.address}-${++this.keys}`;
		return await this.repeat({ method, path, key, body, headers: { "Idempotency-Key": idempotencyKey, ...headers } });
	}

	async repeat(call: Call): Promise<Answer> {
		const { simulation } = this.world;
		const until = simulation.now() + longestRetryMs;
		for (let waitMs = 500; simulation.now() < until; waitMs = Math.min(60_000, waitMs * 2)) {
			const answer = await this.send(call);
			if (answer && isFinal(answer)) return answer;
			await simulation.wait(Math.max(waitMs, Number(answer?.headers.get("Retry-After") ?? 0) * 1000));
		}
		throw this.world.finding("outcome", `${call.method} ${call.path} had no final answer for three hours`);
	}
}

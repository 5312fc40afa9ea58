import type { KeptExchange } from "../../../src/web/docs/reference/exchange.ts";

// biome-ignore lint/suspicious/noExplicitAny: an answer is read by its fields
type Json = any;

interface Sent {
	status: number;
	body: Json;
	headers: Headers;
}

export interface Sending {
	body?: unknown;
	picture?: boolean;
	isDryRun?: boolean;
}

export type Send = (method: string, path: string, sending?: Sending) => Promise<Sent>;

/** Every operation of the API with its request to the demo studio, and the answer. Changes are dry runs, so nothing stays. */
export class DemoAnswers {
	readonly #send: Send;
	readonly found: Record<string, KeptExchange> = {};

	constructor(send: Send) {
		this.#send = send;
	}

	async read(operationId: string, path: string): Promise<Json> {
		const { status, body } = await this.#send("GET", path);
		if (status !== 200) throw new Error(`${operationId}: GET ${path} got ${status} ${JSON.stringify(body)}`);
		this.found[operationId] = { path, status, answer: body };
		return body;
	}

	/** The first record of a list, or the first that fits. */
	async list(operationId: string, path: string, fits: (record: Json) => boolean = () => true): Promise<Json> {
		await this.read(operationId, `${path}${path.includes("?") ? "&" : "?"}limit=2`);
		return await this.first(path, fits);
	}

	async first(path: string, fits: (record: Json) => boolean = () => true): Promise<Json> {
		const { body } = await this.#send("GET", `${path}${path.includes("?") ? "&" : "?"}limit=100`);
		const record = body.data?.find(fits);
		if (!record) throw new Error(`The demo studio has no such record at ${path}.`);
		return record;
	}

	async change(operationId: string, method: string, path: string, body?: unknown): Promise<Json> {
		return await this.#change(operationId, method, path, { body });
	}

	async upload(operationId: string, path: string): Promise<Json> {
		return await this.#change(operationId, "POST", path, { picture: true });
	}

	async #change(operationId: string, method: string, path: string, sending: Sending): Promise<Json> {
		const { status, body, headers } = await this.#send(method, path, { ...sending, isDryRun: true });
		if (status >= 300) throw new Error(`${operationId}: ${method} ${path} got ${status} ${JSON.stringify(body)}`);
		const events = headers.get("Service-Dry-Run-Events")?.split(/, */) ?? [];
		this.found[operationId] = {
			path,
			...(sending.body === undefined ? {} : { body: sending.body }),
			status,
			answer: body,
			events,
		};
		return body;
	}

	/** Makes a record that stays until `end`, for operations that need one. */
	async made(path: string, sending: Sending): Promise<Json> {
		const { status, body } = await this.#send("POST", path, sending);
		if (status !== 201 && status !== 200) throw new Error(`POST ${path} got ${status} ${JSON.stringify(body)}`);
		return body;
	}

	async patch(path: string, body: unknown): Promise<void> {
		await this.#send("PATCH", path, { body });
	}

	async put(path: string, body: unknown): Promise<void> {
		await this.#send("PUT", path, { body });
	}

	async remove(path: string): Promise<void> {
		await this.#send("DELETE", path);
	}
}

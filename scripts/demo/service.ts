import { setTimeout as sleep } from "node:timers/promises";
import { pictureFile } from "./data/pictures.ts";

interface Request {
	method: string;
	path: string;
	token: string;
	/** Sent again under the same one, the request is answered again and does nothing. */
	idempotencyKey?: string;
	body?: object;
	picture?: string;
	/** A refusal that says that there is nothing to do. */
	accept?: number;
}

const maxTries = 10;

/** The running service, over HTTP as anybody else calls it. */
export class Service {
	readonly origin: string;

	constructor(origin: string) {
		this.origin = origin;
	}

	/** The answer, once the service has had the time that it asks for. */
	async send<Answer>(request: Request): Promise<Answer> {
		for (let tries = 1; ; tries++) {
			const response = await this.#fetch(request);
			const text = await response.text();
			if (response.ok || response.status === request.accept) return JSON.parse(text);
			const wait = response.headers.get("Retry-After");
			if (wait === null || tries === maxTries)
				throw new Error(`${request.method} ${request.path} gave ${response.status} ${text}`);
			await sleep(Number(wait) * 1000);
		}
	}

	#fetch({ method, path, token, idempotencyKey, body, picture }: Request): Promise<Response> {
		return fetch(this.origin + path, {
			method,
			headers: {
				Authorization: `Bearer ${token}`,
				...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
				...(body === undefined ? {} : { "Content-Type": "application/json" }),
				...(picture ? { "Content-Type": "image/png" } : {}),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
			...(picture ? { body: pictureFile(picture) } : {}),
		});
	}
}

import { createHash, randomUUID } from "node:crypto";
import { request } from "node:http";
import { newPicture } from "../harness/picture-bytes.ts";
import type { Service } from "./service/service.ts";

interface Sent {
	status: number;
	headers: Headers;
	// biome-ignore lint/suspicious/noExplicitAny: a picture or a problem
	body: any;
}

/** Sends a picture to an address that takes pictures. */
export async function upload(
	on: Service,
	{ key, path, bytes, signal }: { key: string; path: string; bytes: Uint8Array<ArrayBuffer>; signal?: AbortSignal },
	idempotencyKey: string = randomUUID(),
): Promise<Sent> {
	const response = await fetch(on.origin + path, {
		method: "POST",
		headers: { Authorization: `Bearer ${key}`, "Content-Type": "image/png", "Idempotency-Key": idempotencyKey },
		body: bytes,
		...(signal && { signal }),
	});
	return { status: response.status, headers: response.headers, body: await response.json() };
}

/** A caller that goes away after so many bytes of the body. */
export async function goAway(on: Service, key: string, path: string, bytes: Uint8Array, after: number): Promise<void> {
	const headers = {
		Authorization: `Bearer ${key}`,
		"Content-Type": "image/png",
		"Content-Length": String(bytes.byteLength),
	};
	const sending = request(on.origin + path, { method: "POST", headers }, (answer) => answer.resume());
	sending.on("error", () => {});
	await new Promise<void>((resolve) => sending.write(bytes.subarray(0, after), () => resolve()));
	sending.destroy();
}

/** Callers who repeat an upload until it is made, and the bytes that each picture must have. */
export class Uploads {
	/** By the id of the picture. */
	readonly acknowledged = new Map<string, { path: string; digest: string }>();
	readonly statuses: number[] = [];
	private readonly on: Service;
	private readonly key: string;

	constructor(on: Service, key: string) {
		this.on = on;
		this.key = key;
	}

	/** Repeats a 503, and a request without an answer, with the same Idempotency-Key. */
	async send(path: string, bytes: Uint8Array<ArrayBuffer> = newPicture(20_000), tries = 30): Promise<void> {
		const idempotencyKey = randomUUID();
		for (let n = 0; n < tries; n++) {
			const { status, body } = await upload(this.on, { key: this.key, path, bytes }, idempotencyKey);
			this.statuses.push(status);
			if (status === 201) {
				this.acknowledged.set(body.id, { path, digest: createHash("sha256").update(bytes).digest("hex") });
				return;
			}
			if (status !== 503 && status !== 409) throw new Error(`An upload was answered ${status} ${JSON.stringify(body)}`);
		}
	}
}

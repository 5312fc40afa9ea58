import { join } from "node:path";
import { keyOf } from "../connection.ts";
import { stateFolder } from "../store/paths.ts";
import { createPrivate, readPrivate, writePrivate } from "../store/private-file.ts";
import { newSecret } from "./sign.ts";

/** Identifies a studio of a service. */
export interface StudioKey {
	baseUrl: string;
	tenantId: string;
}

/** The secret of all listeners of a studio. It is saved, so that the receiver's settings stay valid. */
export function signingSecretOf(env: NodeJS.ProcessEnv, { baseUrl, tenantId }: StudioKey): string {
	const path = join(stateFolder(env), "listen", `${keyOf(baseUrl, tenantId)}.secret.json`);
	const read = () => readPrivate<{ secret: string }>(path)?.secret;
	const found = read();
	if (found) return found;
	const secret = newSecret();
	// If two listeners start at once, one makes the file and the other reads it.
	return createPrivate(path, { base_url: baseUrl, tenant_id: tenantId, secret }) ? secret : (read() ?? secret);
}

/** The last event of the studio that was forwarded to an address. */
export class ForwardPosition {
	readonly #path: string;
	readonly #description: object;

	constructor(env: NodeJS.ProcessEnv, { baseUrl, tenantId }: StudioKey, target: string) {
		this.#path = join(stateFolder(env), "listen", `${keyOf(baseUrl, tenantId, target)}.json`);
		this.#description = { base_url: baseUrl, tenant_id: tenantId, forward_to: target };
	}

	/** The sequence of the last event that was answered. */
	read = (): number | undefined => readPrivate<{ after: number }>(this.#path)?.after;

	/** Not flushed to the disk: after a power cut, the last events may be forwarded again. */
	save = (after: number): void => writePrivate(this.#path, { ...this.#description, after }, { durable: false });
}

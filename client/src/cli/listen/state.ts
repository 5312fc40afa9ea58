import { join } from "node:path";
import { keyOf } from "../connection.ts";
import { stateFolder } from "../store/paths.ts";
import { createPrivate, readPrivate, writePrivate } from "../store/private-file.ts";
import { newSecret } from "./sign.ts";

/** A studio of a service. */
export interface StudioKey {
	baseUrl: string;
	tenantId: string;
}

/** The secret with which listeners of a studio sign. It stays, so that the receiver's settings stay. */
export function signingSecretOf(env: NodeJS.ProcessEnv, { baseUrl, tenantId }: StudioKey): string {
	const path = join(stateFolder(env), "listen", `${keyOf(baseUrl, tenantId)}.secret.json`);
	const read = () => readPrivate<{ secret: string }>(path)?.secret;
	const found = read();
	if (found) return found;
	const secret = newSecret();
	// Of two listeners that start at once, one makes it.
	return createPrivate(path, { base_url: baseUrl, tenant_id: tenantId, secret }) ? secret : (read() ?? secret);
}

/** How far the events of a studio were forwarded to an address. */
export class ForwardPosition {
	readonly #path: string;
	readonly #description: object;

	constructor(env: NodeJS.ProcessEnv, { baseUrl, tenantId }: StudioKey, target: string) {
		this.#path = join(stateFolder(env), "listen", `${keyOf(baseUrl, tenantId, target)}.json`);
		this.#description = { base_url: baseUrl, tenant_id: tenantId, forward_to: target };
	}

	/** The number of the last event that was answered. */
	read = (): number | undefined => readPrivate<{ after: number }>(this.#path)?.after;

	/** A power cut may cost the last ones, and then these events come once more. */
	save = (after: number): void => writePrivate(this.#path, { ...this.#description, after }, { durable: false });
}

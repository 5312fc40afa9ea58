import type { Database } from "../../db/database.ts";
import { hashOfSecret } from "../../lib/secrets/secret-value.ts";
import { type Problem, problem } from "../../problems/problem.ts";
import {
	isOAuthToken,
	isWellFormedAccessToken,
	type PresentedToken,
	presentedToken,
	readAccessToken,
	type TokenRecord,
	tokenRefusal,
} from "./access-tokens.ts";
import { isWellFormedKey, type KeyRecord, keyRefusal, readKey } from "./api-keys.ts";
import type { Door } from "./audience.ts";
import type { CredentialRefusal } from "./credential-refusal.ts";

export type Credential = KeyRecord | TokenRecord;
export type CredentialKind = Credential["kind"];

export function kindOfCredential(value: string): { kind: CredentialKind; wellFormed: boolean } {
	if (isOAuthToken(value)) return { kind: "access_token", wellFormed: isWellFormedAccessToken(value) };
	return { kind: "api_key", wellFormed: isWellFormedKey(value) };
}

export type PresentedCredential = { kind: "api_key"; hash: string } | PresentedToken;

export const presentedCredential = (kind: CredentialKind, value: string): PresentedCredential =>
	kind === "api_key" ? { kind, hash: hashOfSecret(value) } : presentedToken(value);

export const readCredential = (control: Database, presented: PresentedCredential): Promise<Credential | null> =>
	presented.kind === "api_key" ? readKey(control, presented.hash) : readAccessToken(control, presented);

/** False for an access token without a row: it has expired, or somebody who knows another one of its grant made it up. */
export const isKept = (credential: Credential): boolean => credential.kind === "api_key" || credential.kept;

/** The answer to a value that this service never issued (contract: Credentials 4, Credentials 5). */
export const unknownCredential = (kind: CredentialKind): Problem =>
	kind === "api_key"
		? problem("invalid_api_key", "This is not an API key of this service.")
		: problem("invalid_access_token", "This is not an access token of this service.");

/** Why the credential does not work now for this request; null when it works. */
export const refusalOf = (
	credential: Credential,
	{ now, address, door }: { now: number; address: string | null; door: Door },
): CredentialRefusal | null =>
	credential.kind === "api_key" ? keyRefusal(credential, now, address) : tokenRefusal(credential, now, door);

import type { Caller } from "../../platform/context.ts";
import type { Job } from "../../platform/jobs/job.ts";
import { sameSecret } from "../../platform/lib/secrets/crypto.ts";
import type { Vault } from "../../platform/lib/secrets/vault.ts";
import { hourMs } from "../../platform/lib/time.ts";

/** Contract: Exports 6. */
const addressLivesMs = hourMs;

type Exported = Pick<Job, "tenantId" | "id">;

/** The code of an address, which nobody else can make, tells until when it is valid. Nothing is stored of it. */
const codeOf = (vault: Vault, { tenantId, id }: Exported, expires: string): string =>
	`${expires}-${vault.mac("export address", `${tenantId}/${id}/${expires}`)}`;

export function addressOfExport(
	{ now, vault, settings }: Pick<Caller, "now" | "vault" | "settings">,
	job: Exported,
): string {
	const expires = (now + addressLivesMs).toString(36);
	return `${settings.origin ?? ""}/exports/${job.tenantId}/${job.id}/${codeOf(vault, job, expires)}`;
}

export function isValidAddress(vault: Vault, exported: Exported, code: string, now: number): boolean {
	const [, expires] = /^([0-9a-z]{1,10})-[\w-]{22}$/.exec(code) ?? [];
	if (expires === undefined || !sameSecret(code, codeOf(vault, exported, expires))) return false;
	return Number.parseInt(expires, 36) > now;
}

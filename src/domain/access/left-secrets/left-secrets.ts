import type { Change } from "../../../platform/commit/change.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { Placement } from "../../../platform/db/placement.ts";
import type { GateRequest } from "../../../platform/gate/gate-request.ts";
import { secretsLeftMs } from "../../../platform/gate/previews/left-secret-store.ts";
import { previewsFor } from "../../../platform/gate/previews/previews.ts";
import type { Vault } from "../../../platform/lib/secrets/vault.ts";
import { notFound } from "../../../platform/problems/problem.ts";

/** No model sees the secrets that its changes make. They wait at the dashboard for an owner (contract: MCP 18). */
export const leftSecretsPath = "/dashboard/new_secrets";

/** The record that a secret belongs to. */
interface Purpose {
	recordId: string;
	/** The address that gets what is signed, or the name of the record. */
	of: string;
	secret: string;
}

export interface WaitingSecret extends Purpose {
	id: string;
	expiresAt: number;
}

type Tenant = Pick<Placement, "id" | "region">;

const ownerOf = (id: string): string => `left_secret:${id}`;

/** Leaves the secret that a change has made. `id` is that of its preview. */
export async function leaveSecret(
	request: GateRequest,
	tenant: Tenant,
	{ vault, ...left }: { vault: Vault; id: string; purpose: Purpose },
): Promise<void> {
	const content = await vault.seal(JSON.stringify(left.purpose), ownerOf(left.id));
	await previewsFor(request, tenant).leaveSecret({ id: left.id, content, createdAt: request.now });
}

export async function waitingSecrets(request: GateRequest, tenant: Tenant, vault: Vault): Promise<WaitingSecret[]> {
	const left = await previewsFor(request, tenant).leftSecrets();
	return await Promise.all(
		left.map(async ({ id, content, createdAt }) => ({
			...(JSON.parse(await vault.open(content, ownerOf(id))) as Purpose),
			id,
			expiresAt: createdAt + secretsLeftMs,
		})),
	);
}

/** Shows a secret to an owner, which is audited. `removeShownSecret` follows. */
export async function showSecret(
	{ vault }: Pick<Ctx, "vault">,
	request: GateRequest,
	tenant: Tenant,
	id: string,
): Promise<Change<WaitingSecret>> {
	const found = (await waitingSecrets(request, tenant, vault)).find((one) => one.id === id);
	if (!found) throw notFound("secret that waits");
	return { result: found, writes: [], audit: { action: "secret.shown", resourceId: found.recordId } };
}

export const removeShownSecret = (request: GateRequest, tenant: Tenant, id: string): Promise<void> =>
	previewsFor(request, tenant).removeSecret(id);

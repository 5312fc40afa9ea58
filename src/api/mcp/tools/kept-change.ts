import type { Versions } from "../../../platform/http/versions/named-records.ts";
import type { Vault } from "../../../platform/lib/secrets/vault.ts";
import type { SentBody } from "./change-body.ts";

/** A change as a preview keeps it. */
export interface KeptChange {
	operationId: string;
	address: string;
	body: SentBody;
	ifMatch: string | undefined;
	/** Of the records that the change names. */
	versions: Versions;
	/** The words that were shown for it. */
	summary: string;
}

export const newPreviewId = () => `prv_${crypto.randomUUID().replaceAll("-", "")}`;
export const isPreviewId = (text: string) => /^prv_[0-9a-f]{32}$/.test(text);

const ownerOf = (id: string): string => `preview:${id}`;

/** A body may hold a secret, such as the address of a calendar, so a preview is stored sealed. */
export const sealChange = (vault: Vault, id: string, change: KeptChange): Promise<string> =>
	vault.seal(JSON.stringify(change), ownerOf(id));

export const openChange = async (vault: Vault, id: string, content: string): Promise<KeptChange> =>
	JSON.parse(await vault.open(content, ownerOf(id)));

import type { Vault } from "../../../platform/lib/secrets/vault.ts";

interface Owner {
	tenantId: string;
	artistId: string;
}

const ownerOf = ({ tenantId, artistId }: Owner): string => `calendar:${tenantId}/${artistId}`;

/** The URL of a calendar is enough to read it, so it is a secret like any other. */
export const sealUrl = (vault: Vault, owner: Owner, url: string): Promise<string> => vault.seal(url, ownerOf(owner));

/** URLs from before sealing was introduced are in the clear. They are sealed when they are set again. */
export const openUrl = async (vault: Vault, owner: Owner, stored: string): Promise<string> =>
	/^https?:/i.test(stored) ? stored : await vault.open(stored, ownerOf(owner));

/** The part of a URL that may be shown. Providers put the secret into the query. */
export const shownUrl = (url: string): string => url.replace(/[?#].*$/s, "");

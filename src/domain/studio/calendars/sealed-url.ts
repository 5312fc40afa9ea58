import type { Vault } from "../../../platform/lib/vault.ts";

interface Owner {
	tenantId: string;
	artistId: string;
}

const ownerOf = ({ tenantId, artistId }: Owner): string => `calendar:${tenantId}/${artistId}`;

/** Whoever knows a calendar's address can read the calendar, so it is a secret like any other. */
export const sealUrl = (vault: Vault, owner: Owner, url: string): Promise<string> => vault.seal(url, ownerOf(owner));

/** Addresses that were set before they were sealed are in the clear; they are sealed when they are set again. */
export const openUrl = async (vault: Vault, owner: Owner, stored: string): Promise<string> =>
	/^https?:/i.test(stored) ? stored : await vault.open(stored, ownerOf(owner));

/** What is shown of an address: providers put the secret into the query. */
export const shownUrl = (url: string): string => url.replace(/[?#].*$/s, "");

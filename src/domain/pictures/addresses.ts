import type { Caller } from "../../platform/context.ts";
import type { pictures } from "../../platform/db/tables/data/pictures.ts";
import { sameSecret } from "../../platform/lib/secrets/crypto.ts";
import type { Vault } from "../../platform/lib/secrets/vault.ts";
import { minuteMs } from "../../platform/lib/time.ts";

type PictureRow = typeof pictures.$inferSelect;

/** A private address is valid for an hour at least. It stays the same for a while, so that browsers keep the picture. */
const minutesOfStep = 30;
const stepMs = minutesOfStep * minuteMs;
const stepsOfValidity = 3;

const isPublic = ({ ownerType }: Pick<PictureRow, "ownerType">): boolean =>
	ownerType === "artist" || ownerType === "tenant";

const purpose = "picture address";

/** The code of an address, which tells until when it is valid. One that stays has no time. */
const codeOf = (vault: Vault, tenantId: string, id: string, expires: string): string =>
	`${expires}-${vault.mac(purpose, `${tenantId}/${id}/${expires}`)}`;

type Addressed = Pick<PictureRow, "tenantId" | "id" | "ownerType">;

/** `state` names what changes in the addresses without a new version of the picture. */
export function addressesOf(
	caller: Pick<Caller, "now" | "vault" | "settings">,
	row: Addressed,
): { url: string; thumbnail_url: string; state: string } {
	const { path, state } = pathAndState(caller, row);
	const url = `${caller.settings.origin ?? ""}${path}`;
	return { url, thumbnail_url: `${url}/thumbnail`, state };
}

export const picturePath = (caller: Pick<Caller, "now" | "vault">, row: Addressed): string =>
	pathAndState(caller, row).path;

function pathAndState({ now, vault }: Pick<Caller, "now" | "vault">, row: Addressed): { path: string; state: string } {
	const expires = isPublic(row) ? "" : (Math.floor(now / stepMs) + stepsOfValidity).toString(36);
	const code = codeOf(vault, row.tenantId, row.id, expires);
	return { path: `/pictures/${row.tenantId}/${row.id}/${code}`, state: expires };
}

export interface PictureAddress {
	tenantId: string;
	id: string;
	code: string;
}

/** Until when the address is valid, `"always"`, or null if this installation did not make it or its time is over. */
export function validityOf(
	vault: Vault,
	{ tenantId, id, code }: PictureAddress,
	now: number,
): number | "always" | null {
	const [, expires] = /^([0-9a-z]{0,10})-[\w-]{22}$/.exec(code) ?? [];
	if (expires === undefined || !sameSecret(code, codeOf(vault, tenantId, id, expires))) return null;
	if (expires === "") return "always";
	const until = Number.parseInt(expires, 36) * stepMs;
	return until > now ? until : null;
}

/** An address that stays is only for pictures that everybody may see. */
export const mayShow = (row: PictureRow, validity: number | "always"): boolean =>
	validity !== "always" || isPublic(row);

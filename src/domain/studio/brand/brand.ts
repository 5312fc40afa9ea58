import type { Caller } from "../../../platform/context.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { addressesOf, picturePath } from "../../pictures/addresses.ts";

/** The look that a studio gives its booking pages and mails, as its row has it. */
export interface Brand {
	tenantId: string;
	name: string;
	accentColor: string | null;
	logoId: string | null;
	logoWidth: number | null;
	logoHeight: number | null;
}

/** For a statement that reads the studio anyway. */
export const brandColumns = {
	tenantId: studios.tenantId,
	name: studios.name,
	accentColor: studios.accentColor,
	logoId: studios.logoId,
	logoWidth: studios.logoWidth,
	logoHeight: studios.logoHeight,
};

export interface Logo {
	/** The address within this origin. It stays. */
	path: string;
	width: number;
	height: number;
}

/** The logo, with the sides that fit into a box. Null if the studio has none. */
export function logoOf(
	caller: Pick<Caller, "now" | "vault">,
	brand: Brand,
	box: { width: number; height: number },
): Logo | null {
	const { tenantId, logoId: id, logoWidth: width, logoHeight: height } = brand;
	if (id === null || !width || !height) return null;
	const scale = Math.min(1, box.width / width, box.height / height);
	return {
		path: picturePath(caller, { tenantId, id, ownerType: "tenant" }),
		width: Math.max(1, Math.round(width * scale)),
		height: Math.max(1, Math.round(height * scale)),
	};
}

/** The address of the logo for mails. */
export const logoUrl = (caller: Caller, { tenantId, logoId }: Brand): string | undefined =>
	logoId === null || caller.settings.origin === null
		? undefined
		: addressesOf(caller, { tenantId, id: logoId, ownerType: "tenant" }).url;

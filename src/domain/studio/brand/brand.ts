import type { Caller } from "../../../platform/context.ts";
import { studios } from "../../../platform/db/tables/data/studios.ts";
import { addressesOf, picturePath } from "../../pictures/addresses.ts";

/** As the row of the studio has it. */
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

/** The sides fit into a box. Null if the studio has no logo. */
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

export const logoUrl = (caller: Caller, { tenantId, logoId }: Brand): string | undefined =>
	logoId === null || caller.settings.origin === null
		? undefined
		: addressesOf(caller, { tenantId, id: logoId, ownerType: "tenant" }).url;

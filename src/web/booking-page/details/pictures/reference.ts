import type { Ctx } from "../../../../platform/context.ts";
import { sameSecret } from "../../../../platform/lib/secrets/crypto.ts";

type Studio = Pick<Ctx, "vault" | "tenantId">;

/**
 * Names a picture in a hidden field. Only the visitor who uploaded it gets this name: the id alone opens nothing, so that
 * nobody sees the pictures of another visitor (contract: Booking page 32).
 */
export const referenceTo = ({ vault, tenantId }: Studio, formId: string, id: string): string =>
	`${id}.${vault.mac("picture of a visitor", `${tenantId}/${formId}/${id}`)}`;

export const idIn = (reference: string): string => reference.split(".", 1)[0] ?? "";

export const isReference = (studio: Studio, formId: string, text: string): boolean =>
	text.length < 100 && sameSecret(text, referenceTo(studio, formId, idIn(text)));

import type * as z from "zod";
import { type Change, noChange } from "../../../platform/commit/change.ts";
import type { Ctx } from "../../../platform/context.ts";
import { timestamp } from "../../../platform/lib/time.ts";
import { checkSignature } from "../signature-check/check-signature.ts";
import { findEndpoint } from "./operations.ts";
import type { receivedRequest, signatureCheck } from "./schema.ts";

export async function verifyRequest(
	ctx: Ctx,
	endpointId: string,
	{ headers, body }: z.output<typeof receivedRequest>,
): Promise<Change<z.output<typeof signatureCheck>>> {
	await findEndpoint(ctx, endpointId);
	const inSmallLetters = Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
	);
	const { reason, seconds } = await checkSignature(ctx, endpointId, {
		headers: inSmallLetters,
		body,
		thisEndpointAlone: true,
	});
	return noChange({
		object: "signature_check",
		valid: reason === null,
		reason,
		signed_at: seconds === null ? null : timestamp(seconds * 1000),
	});
}

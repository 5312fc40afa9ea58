import { admit } from "../../gate/admit.ts";
import type { Credential } from "../../gate/credentials/credentials.ts";
import type { LastWrite } from "../../gate/object/gate.ts";
import { follow } from "../feed/follow.ts";
import { apiCallerOf } from "../request/api-caller.ts";
import { type AppContext, admittedBefore, gateRequestOf, note } from "../request/app-env.ts";
import { sendUnlessKnown, versionsOfCaller } from "./conditional-read.ts";
import type { ReadEndpoint } from "./endpoint.ts";
import { type Handler, inOrder } from "./in-order.ts";
import { checkAddressLength, validatorsOf } from "./validation.ts";

/** The caller of a longer address is known before anything looks at its query (contract: Wire 37). */
const longAddress = 2000;

/**
 * The handler of a read under /v1. The validators come first, so that a valid read can run while the gate decides. The
 * gate decides about an invalid one before the validator refuses it, and about a long one before the validators.
 */
export const readHandler = (endpoint: ReadEndpoint): Handler =>
	inOrder(
		async (c, next) => {
			if (c.req.url.length > longAddress) await admitFirst(c, endpoint);
			checkAddressLength(c);
			await next();
		},
		...validatorsOf(endpoint, async (c) => {
			await admitFirst(c, endpoint);
			versionsOfCaller(c, endpoint);
		}),
		async (c) =>
			endpoint.feed?.isRequestedBy(c) ? await follow(c, endpoint, endpoint.feed) : await answerRead(c, endpoint),
	);

async function admitFirst(c: AppContext, endpoint: ReadEndpoint): Promise<void> {
	await admit(gateRequestOf(c), endpoint, admittedBefore(c));
	note(c, { admitted: true });
}

/** If the gate refuses, nobody uses the outcome of the read that runs beside it. */
async function answerRead(c: AppContext, endpoint: ReadEndpoint): Promise<Response> {
	const begin = async (credential: Credential, lastWrite: LastWrite | null) =>
		await endpoint.prepare(c)(apiCallerOf(c, credential, lastWrite));
	const { credential, begun, lastWrite } = await admit(gateRequestOf(c), endpoint, {
		begin,
		...admittedBefore(c),
	});
	note(c, { admitted: true });
	const tags = versionsOfCaller(c, endpoint);
	return sendUnlessKnown(await (begun ?? begin(credential, lastWrite)), tags);
}

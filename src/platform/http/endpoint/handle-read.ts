import { admit } from "../../gate/admit.ts";
import type { Credential } from "../../gate/credentials/credentials.ts";
import type { LastWrite } from "../../gate/object/gate.ts";
import { follow } from "../feed/follow.ts";
import { apiCallerOf } from "../request/api-caller.ts";
import { type AppContext, gateRequestOf, note } from "../request/app-env.ts";
import { sendUnlessKnown, versionsOfCaller } from "./conditional-read.ts";
import type { ReadEndpoint } from "./endpoint.ts";
import { type Handler, inOrder } from "./in-order.ts";
import { validatorsOf } from "./validation.ts";

/**
 * The handler of a read under /v1. The validators come first, so that a valid read can run while the gate decides. The
 * gate decides about an invalid one before the validator refuses it.
 */
export const readHandler = (endpoint: ReadEndpoint): Handler =>
	inOrder(
		...validatorsOf(endpoint, async (c) => {
			await admit(gateRequestOf(c), endpoint);
			note(c, { admitted: true });
			versionsOfCaller(c, endpoint);
		}),
		async (c) =>
			endpoint.feed?.isRequestedBy(c) ? await follow(c, endpoint, endpoint.feed) : await answerRead(c, endpoint),
	);

/** If the gate refuses, nobody uses the outcome of the read that runs beside it. */
async function answerRead(c: AppContext, endpoint: ReadEndpoint): Promise<Response> {
	const begin = async (credential: Credential, lastWrite: LastWrite | null) =>
		await endpoint.prepare(c)(apiCallerOf(c, credential, lastWrite));
	const { credential, begun, lastWrite } = await admit(gateRequestOf(c), endpoint, { begin });
	note(c, { admitted: true });
	const tags = versionsOfCaller(c, endpoint);
	return sendUnlessKnown(c, await (begun ?? begin(credential, lastWrite)), tags);
}

import type { Problem } from "../problems.ts";

/** Why a credential does not work now. */
export interface CredentialRefusal {
	problem: Problem;
	/** Nothing brings it back: no later reading can say otherwise. */
	final: boolean;
}

import type { Problem } from "../../problems/problem.ts";

/** Why a credential does not work now. */
export interface CredentialRefusal {
	problem: Problem;
	/** The credential will never work again, so no later reading can say otherwise. */
	final: boolean;
}

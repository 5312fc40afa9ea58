import type { Problem } from "../../problems/problem.ts";

export interface CredentialRefusal {
	problem: Problem;
	/** The credential will never work again, so no later reading can say otherwise. */
	final: boolean;
}

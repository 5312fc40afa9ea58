import { type Code, Problem } from "../../platform/problems/problem.ts";

/** A problem whose text is already in the language of the visitor. */
export class ToldInWords extends Problem {
	readonly text: string;

	constructor(code: Code, text: string, headers: Record<string, string>) {
		super(code, text, {}, headers);
		this.text = text;
	}
}

import { type Problem, problem } from "../../../problems/problem.ts";

export const headerFault = (name: string, message: string): Problem =>
	problem("validation_failed", `${name}: ${message}`, { errors: [{ location: "headers", path: name, message }] });

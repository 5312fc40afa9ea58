import { access } from "./access.ts";
import { requests } from "./requests.ts";

/** Every error of the API. Callers switch on `code`. The status of each code is defined only here. */
export const problems = { ...access, ...requests };

export type Code = keyof typeof problems;

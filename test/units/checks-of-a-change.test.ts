import { expect, test, vi } from "vitest";
import contract from "../../docs/contract.md?raw";
import { checksOfAChange } from "../../src/platform/http/endpoint/checks-of-a-change.ts";

// The units run outside the platform, and the list imports the class of the gate in the end.
vi.mock("cloudflare:workers", () => ({ DurableObject: class {} }));

/** The clause says "form of the idempotency key, of the version and of the header": each of them is a form. */
const spelledOut = (clause: string) =>
	clause.replace(", of the version and of the header", ", form of the version, form of the header");

test("the checks of a change have the names and the order that the contract gives them", () => {
	const [, clause = ""] = /\*\*Wire 29\.\*\* The service checks a request in this order: (.*)\./.exec(contract) ?? [];
	const { onArrival, ofTheKey, ofTheInput, ofTheRecord } = checksOfAChange(() => {});
	const names = [...onArrival, ofTheKey, ...ofTheInput, ...ofTheRecord].map(([name]) => name);
	expect(names.join(", ")).toBe(spelledOut(clause));
});

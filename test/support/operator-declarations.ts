import { expect } from "vitest";
import { developmentEndpoints, operatorEndpoints } from "../../src/api/operator/endpoints.ts";
import { codesOf } from "../../src/platform/http/endpoint/codes.ts";

const declared = [...operatorEndpoints, ...developmentEndpoints].map((endpoint) => ({
	endpoint,
	pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, "[^/]+")}$`),
}));

/** Fails when an answer of the operator interface, which the API document leaves out, differs from its declaration. */
export function checkAgainstDeclaration(method: string, path: string, response: Response, body: unknown): void {
	if (!path.startsWith("/admin/")) return;
	const [pathname = ""] = path.split("?");
	const endpoint = declared.find((one) => one.endpoint.method === method && one.pattern.test(pathname))?.endpoint;
	if (!endpoint || response.status === 304) return;
	const at = `${method} ${endpoint.path} → ${response.status}`;
	if (response.status >= 400) {
		expect(codesOf(endpoint), at).toContain((body as { code: string }).code);
		return;
	}
	expect(response.headers.has("ETag"), `${at} has an ETag`).toBe(endpoint.hasEtag);
	const shown = endpoint.kind === "read" && endpoint.shape !== "record" ? (body as { data: unknown[] }).data : [body];
	// A schema drops what it does not declare, so the whole must come out as it went in.
	for (const record of shown) expect(endpoint.answer.safeParse(record), at).toEqual({ success: true, data: record });
}

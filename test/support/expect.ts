import { expect } from "vitest";
import { type Code, problems } from "../../src/platform/problems/table.ts";
import type { Answer } from "./api.ts";

const resourceMetadata = 'resource_metadata="https://api.test/.well-known/oauth-protected-resource"';

/** The header `WWW-Authenticate` of a 401 of /v1 (contract: Credentials 16). */
export const challenges = {
	missing: `Bearer ${resourceMetadata}`,
	invalid: `Bearer error="invalid_token", ${resourceMetadata}`,
};

/** The answer is a problem document with this code (contract: Errors 2). */
export function expectProblem(answer: Answer, path: string, code: Code): void {
	const { status, title } = problems[code];
	expect(answer.status, `${path}: ${answer.text.slice(0, 500)}`).toBe(status);
	expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
	expect(answer.body).toMatchObject({
		type: `https://api.test/docs/errors/${code}`,
		title,
		status,
		code,
		detail: expect.stringMatching(/./),
		instance: new URL(path, "https://api.test").pathname,
		request_id: answer.headers.get("X-Request-ID"),
	});
}

/** The answer has the RateLimit headers of a bucket that is not full (contract: Rate limits 11). */
export function expectLimits({ headers }: Answer): void {
	const [limit, remaining, reset] = ["Limit", "Remaining", "Reset"].map((name) => {
		expect(headers.get(`RateLimit-${name}`), name).toMatch(/^\d+$/);
		return Number(headers.get(`RateLimit-${name}`));
	}) as [number, number, number];
	expect(remaining).toBeLessThan(limit);
	expect(reset).toBeGreaterThan(0);
	expect(reset).toBeLessThanOrEqual(60);
	expect(headers.get("RateLimit-Policy")).toBe(`${limit};w=60`);
}

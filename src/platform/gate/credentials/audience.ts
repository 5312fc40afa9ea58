import { audiences } from "../../db/tables/control/oauth.ts";

/** The resource that an access token is for: this whole origin, or one part of it (RFC 8707). */
export type Audience = (typeof audiences)[number];

/** The parts of the service that take access tokens, by the first segment of their addresses. */
export type Door = Exclude<Audience, "origin">;

export const resourceOf = (origin: string, audience: Audience): string =>
	audience === "origin" ? origin : `${origin}/${audience}`;

/** The audience that a `resource` names; undefined when it is none of this service's. Libraries add a slash at the end. */
export function audienceOf(origin: string, resource: string): Audience | undefined {
	const address = URL.parse(resource)?.href.replace(/\/$/, "");
	return audiences.find((audience) => resourceOf(origin, audience) === address);
}

/** Whether a token, grant or code with this audience reaches another one. Null reaches everything (contract: OAuth 40). */
export const reaches = (granted: Audience | null, asked: Audience): boolean =>
	granted === null || granted === "origin" || granted === asked;

/** RFC 9728 3.1. */
export const resourceMetadataPath = (audience: Audience): string =>
	resourceOf("/.well-known/oauth-protected-resource", audience);

/** The metadata to which a refusal at a door leads. That of this origin leads to tokens that work at every door. */
export const metadataPathOf = (door: Door): string => resourceMetadataPath(door === "v1" ? "origin" : door);

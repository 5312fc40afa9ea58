import { type Audience, audienceOf, reaches } from "../../../platform/gate/credentials/audience.ts";
import { OAuthError } from "../errors.ts";

interface Requested {
	resource: string | undefined;
	issuer(): string;
}

/** The audience of a new access token: a part of what was granted, and never more (RFC 8707 2.2; contract: OAuth 40). */
export function narrowedAudience(granted: Audience | null, { resource, issuer }: Requested): Audience | null {
	if (resource === undefined) return granted;
	const asked = audienceOf(issuer(), resource);
	if (!asked) throw new OAuthError("invalid_target", "The resource is none of this service.");
	if (!reaches(granted, asked)) throw new OAuthError("invalid_target", "The resource is not part of what was granted.");
	return asked;
}

import type { Request } from "../drive.ts";
import { many } from "../setup/ask.ts";
import { betterAuthAt } from "../setup/peer.ts";
import { type Grant, newGrant, newPerson, peopleAtOnce } from "../setup/people.ts";
import { newStudio } from "../setup/studios.ts";
import { fromAddress, type Scenarios } from "./scenario.ts";

/** A grant gets 60 access tokens an hour. All rounds together need a few thousand. */
const grantCount = 128;

/** A refresh returns the token of the next one, so only one connection at a time uses a grant. */
class Grants {
	readonly #free: Grant[];

	constructor(grants: Grant[]) {
		this.#free = [...grants];
	}

	refresh(path: string, turn: number): Request {
		const { basic, refreshToken } = this.#free.shift() as Grant;
		return {
			method: "POST",
			path,
			headers: {
				Authorization: basic,
				"Content-Type": "application/x-www-form-urlencoded",
				...fromAddress(turn),
			},
			body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken }).toString(),
			expected: 200,
			completed: (body) => this.#free.push({ basic, refreshToken: JSON.parse(body).refresh_token }),
		};
	}
}

export const tokenScenarios: Scenarios = ({ origins }) => {
	let product = new Grants([]);
	let betterAuth = new Grants([]);
	return [
		{
			name: "Refresh a token",
			kind: "other",
			prepare: async () => {
				const origin = origins.product;
				// An app may send 300 requests a minute, and a studio may have a few apps.
				const grants = await many(
					grantCount,
					async () => {
						const { id } = await newStudio(origin);
						return await newGrant(origin, id, await newPerson(origin, id));
					},
					peopleAtOnce,
				);
				product = new Grants(grants);
				const { basic, refreshTokens } = await betterAuthAt(origins["better-auth"]);
				betterAuth = new Grants(refreshTokens.map((refreshToken) => ({ basic, refreshToken })));
			},
			contenders: {
				product: (turn) => product.refresh("/oauth/token", turn),
				"better-auth": (turn) => betterAuth.refresh("/api/auth/oauth2/token", turn),
			},
		},
	];
};

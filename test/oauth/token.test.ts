import { expect, it } from "vitest";
import { me, newConnection, newTokens } from "../support/oauth.ts";

it("gives tokens for a code", async () => {
	const connection = await newConnection();
	const tokens = await newTokens(connection);
	expect((await me(200, tokens.access_token)).body.oauth.client_id).toBe(connection.app.clientId);
});

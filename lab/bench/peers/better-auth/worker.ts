import { type Auth, authOf, type Env } from "./auth.ts";
import { setUp } from "./set-up.ts";

/** A Worker that checks keys and issues tokens with better-auth, written as a developer would. */
export default {
	async fetch(request, env) {
		const auth = authOf(env);
		const { pathname } = new URL(request.url);
		if (pathname === "/me") return await me(auth, request);
		if (pathname === "/set_up") return Response.json(await setUp(auth));
		return await auth.handler(request);
	},
} satisfies ExportedHandler<Env>;

async function me(auth: Auth, request: Request): Promise<Response> {
	const value = request.headers.get("Authorization")?.replace(/^Bearer /, "") ?? "";
	const { valid, key } = await auth.api.verifyApiKey({ body: { key: value } });
	return valid && key ? Response.json({ id: key.referenceId, key: key.id }) : new Response(null, { status: 401 });
}

import { signIn } from "./integrations/sign-in.ts";

interface Owner {
	origin: string;
	tenantId: string;
	email: string;
	password: string;
}

/** Sends a form of the dashboard. */
export type SendForm = (path: string, form: FormData | URLSearchParams) => Promise<void>;

export async function asOwner({ origin, tenantId, email, password }: Owner): Promise<SendForm> {
	const headers = { Cookie: await signIn(origin, email, password), Origin: origin };
	return async (path, body) => {
		const url = `${origin}/dashboard${path}?studio=${tenantId}`;
		const answer = await fetch(url, { method: "POST", redirect: "manual", headers, body });
		if (answer.status !== 303) throw new Error(`POST ${path} gave ${answer.status} ${await answer.text()}`);
	};
}

import { signIn } from "./integrations/sign-in.ts";
import { logo } from "./pictures/logo.ts";

const accentColor = "#2f6b4f";

interface Owner {
	origin: string;
	tenantId: string;
	email: string;
	password: string;
}

/** Gives the studio its logo and color as the owner would: at the dashboard. */
export async function setBrand({ origin, tenantId, email, password }: Owner): Promise<void> {
	const headers = { Cookie: await signIn(origin, email, password), Origin: origin };
	const file = new FormData();
	file.set("logo", new Blob([logo()], { type: "image/png" }), "logo.png");
	await send(`${origin}/dashboard/brand?studio=${tenantId}`, headers, file);
	const form = new URLSearchParams({ accent_color: accentColor });
	await send(`${origin}/dashboard/brand/color?studio=${tenantId}`, headers, form);
}

async function send(url: string, headers: Record<string, string>, body: FormData | URLSearchParams): Promise<void> {
	const answer = await fetch(url, { method: "POST", redirect: "manual", headers, body });
	if (answer.status !== 303)
		throw new Error(`POST ${new URL(url).pathname} gave ${answer.status} ${await answer.text()}`);
}

import { setTimeout as sleep } from "node:timers/promises";

export async function signIn(origin: string, email: string, password: string): Promise<string> {
	const signedIn = await send(`${origin}/sign_in`, { email, password });
	return signedIn.headers.get("Set-Cookie")?.split(";")[0] ?? "";
}

const maxTries = 10;

/** Sends a form, and again after the time that the service asks for. */
export async function send(url: string, form: Record<string, string>, headers: Record<string, string> = {}) {
	for (let tries = 1; ; tries++) {
		const body = new URLSearchParams(form);
		const response = await fetch(url, { method: "POST", redirect: "manual", headers, body });
		if (response.status < 400) return response;
		const wait = response.headers.get("Retry-After");
		if (wait === null || tries === maxTries)
			throw new Error(`POST ${new URL(url).pathname} gave ${response.status} ${await response.text()}`);
		await sleep(Number(wait) * 1000);
	}
}

/** The signature that a receiver computes, without the code of the service: HMAC-SHA256 of `<t>.<raw body>` in hex. */
export async function hmacOf(secret: string, t: number, rawBody: Uint8Array<ArrayBuffer> | string): Promise<string> {
	const utf8 = (text: string) => new TextEncoder().encode(text);
	const hmac = { name: "HMAC", hash: "SHA-256" };
	const key = await crypto.subtle.importKey("raw", utf8(secret), hmac, false, ["sign"]);
	const body = typeof rawBody === "string" ? utf8(rawBody) : rawBody;
	const mac = await crypto.subtle.sign("HMAC", key, new Uint8Array([...utf8(`${t}.`), ...body]));
	return [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const toleranceSeconds = 300;

/**
 * Whether a receiver accepts a body, by the rules of Stripe's verifier. Its library is large and slow to load in the
 * Workers runtime. The tests of the signature (test/units/sign.test.ts) compare the two.
 */
export async function accepts(header: string, body: string, secret: string, now: number): Promise<boolean> {
	const values = header.split(",").map((part) => part.split("="));
	const t = Number(values.find(([name]) => name === "t")?.[1]);
	const signatures = values.filter(([name]) => name === "v1").map(([, value]) => value);
	return signatures.includes(await hmacOf(secret, t, body)) && Math.floor(now / 1000) - t <= toleranceSeconds;
}

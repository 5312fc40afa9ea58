import { createHmac } from "node:crypto";

/** `t=…,v1=…`, one `v1` for each secret that is valid (Signature 1 and 2). */
export function signature(body: string, secrets: string[], unixSeconds: number): string {
	const signed = secrets.map(
		(secret) => `v1=${createHmac("sha256", secret).update(`${unixSeconds}.${body}`).digest("hex")}`,
	);
	return [`t=${unixSeconds}`, ...signed].join(",");
}

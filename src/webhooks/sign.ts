import { createHmac } from "node:crypto";

/** `t=…,v1=…`, with one `v1` for each secret that is valid (contract: Signature 1, Signature 3). */
export function signature(body: string, secrets: string[], unixSeconds: number): string {
	const signed = secrets.map(
		(secret) => `v1=${createHmac("sha256", secret).update(`${unixSeconds}.${body}`).digest("hex")}`,
	);
	return [`t=${unixSeconds}`, ...signed].join(",");
}

import { createHmac } from "node:crypto";

const digest = (key: string | Buffer, signed: string) => createHmac("sha256", key).update(signed);

/** `t=…,v1=…`, with one `v1` for each secret that is valid (contract: Signature 1, Signature 3). */
export function signature(body: string, secrets: string[], unixSeconds: number): string {
	const signed = secrets.map((secret) => `v1=${digest(secret, `${unixSeconds}.${body}`).digest("hex")}`);
	return [`t=${unixSeconds}`, ...signed].join(",");
}

/** The signature of Standard Webhooks: `v1,<base64>` for each secret that is valid (contract: Signature 7). */
export const standardSignature = (id: string, body: string, secrets: string[], unixSeconds: number): string =>
	secrets
		.map((secret) => `v1,${digest(keyIn(secret), standardContent(id, body, unixSeconds)).digest("base64")}`)
		.join(" ");

export const standardContent = (id: string, body: string, unixSeconds: number): string =>
	`${id}.${unixSeconds}.${body}`;

const keyIn = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ""), "base64");

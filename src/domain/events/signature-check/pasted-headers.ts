/** A signature from the headers of a request that somebody received. */
export type PastedSignature =
	| { scheme: "service"; seconds: number; signatures: string[] }
	| { scheme: "standard"; id: string; seconds: number; signatures: string[] };

export type PastedHeaders = Record<string, string>;

/** No server accepts more headers. */
const maxLength = 64 * 1024;
/** A request has one signature for each secret, of which an endpoint has two. */
const maxSignatures = 20;

/** Reads headers from lines, from JSON, or from one value without its name. */
export function readHeaders(text: string): PastedHeaders {
	const whole = text.slice(0, maxLength).trim();
	const json = fromJson(whole);
	if (json) return json;
	const headers: PastedHeaders = {};
	for (const line of whole.split(/[\r\n]+/)) {
		const [head, name] = /^\s*(?:-H\s*)?["']?([A-Za-z0-9-]+)["']?\s*(?::|=>)/.exec(line) ?? [];
		if (head !== undefined && name !== undefined) headers[name.toLowerCase()] = withoutQuotes(line.slice(head.length));
	}
	if (Object.keys(headers).length > 0) return headers;
	if (/\bt=/.test(whole)) return { "service-signature": whole };
	if (/^v1a?,/.test(whole)) return { "webhook-signature": whole };
	return {};
}

function withoutQuotes(text: string): string {
	const value = text.trimStart().replace(/^["']/, "");
	let end = value.length;
	while (/["',\\\s]/.test(value.charAt(end - 1))) end -= 1;
	return value.slice(0, end);
}

function fromJson(text: string): PastedHeaders | null {
	if (!text.startsWith("{")) return null;
	try {
		const entries = Object.entries(JSON.parse(text) as Record<string, unknown>);
		return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String([value].flat().join(","))]));
	} catch {
		return null;
	}
}

/** Returns a sentence if the headers have no signature that can be read. */
export function signatureIn(headers: PastedHeaders): PastedSignature | string {
	if (headers["service-signature"] !== undefined) return serviceSignatureIn(headers["service-signature"]);
	if (headers["webhook-signature"] !== undefined) return standardSignatureIn(headers);
	const names = Object.keys(headers);
	if (names.length === 0)
		return "No header can be read. Paste it as it came, such as “Service-Signature: t=1790000000,v1=5f0c…”, or all headers of the request, one a line.";
	const foreign = names.find((name) => /signature|hmac|authorization/.test(name));
	if (foreign)
		return `This is the header ${foreign}, which this service does not send. It signs in Service-Signature, and in webhook-signature together with webhook-id and webhook-timestamp.`;
	return `The pasted ${names.length === 1 ? `header ${names[0]} holds` : "headers hold"} no signature. It is in Service-Signature, and in webhook-signature together with webhook-id and webhook-timestamp.`;
}

function serviceSignatureIn(value: string): PastedSignature | string {
	const parts = value.split(",").map((part) => part.trim());
	const of = (name: string) =>
		parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
	const [seconds] = of("t");
	const signatures = of("v1").slice(0, maxSignatures);
	if (seconds === undefined)
		return "The header has no t=, the time at which it was signed. Copy the whole value: t=…,v1=….";
	if (!/^\d{1,12}$/.test(seconds))
		return "The value after t= is no number of seconds. Copy the whole value as it came.";
	if (signatures.length === 0) return "The header has no v1=, the signature. Copy the whole value: t=…,v1=….";
	const broken = signatures.find((one) => !/^[0-9a-f]{64}$/i.test(one));
	if (broken !== undefined)
		return `A signature has 64 hexadecimal digits after v1=, and this one has ${broken.length} characters. Part of the value is missing or changed.`;
	return { scheme: "service", seconds: Number(seconds), signatures: signatures.map((one) => one.toLowerCase()) };
}

function standardSignatureIn(headers: PastedHeaders): PastedSignature | string {
	const { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": value = "" } = headers;
	const missing = [id === undefined && "webhook-id", seconds === undefined && "webhook-timestamp"].filter(Boolean);
	if (id === undefined || seconds === undefined)
		return `webhook-signature is made over the values of webhook-id and webhook-timestamp. Paste ${missing.join(" and ")}, too.`;
	if (!/^\d{1,12}$/.test(seconds)) return "webhook-timestamp is no number of seconds. Copy it as it came.";
	const parts = value.split(/\s+/, maxSignatures).filter(Boolean);
	const signatures = parts.filter((one) => !/^v1a,[A-Za-z0-9+/]{86}==$/.test(one));
	if (parts.length > 0 && signatures.length === 0)
		return "These are only the signatures by the service's own key, v1a. Paste the whole value of webhook-signature: the part v1 tells whose secret signed, and whether the body is the one that was sent.";
	if (signatures.length === 0 || signatures.some((one) => !/^v1,[A-Za-z0-9+/]{43}=$/.test(one)))
		return "webhook-signature must be “v1,” and 44 characters of base64, or several of these with a space between them. Part of the value is missing or changed.";
	return { scheme: "standard", id, seconds: Number(seconds), signatures };
}

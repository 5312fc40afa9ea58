import { V7Generator } from "uuidv7";

const prefixes = {
	tenant: "ten",
	user: "usr",
	session: "ses",
	api_key: "key",
	client: "cli",
	artist: "art",
	shop: "shp",
	event_type: "ety",
	appointment: "apt",
	deposit: "dep",
	time_block: "tbl",
	hold: "hld",
	lead: "led",
	idea: "ide",
	form: "frm",
	form_submission: "fsb",
	picture: "pic",
	automation_hook: "hok",
	event: "evt",
	webhook_endpoint: "whe",
	delivery: "wbd",
	audit_entry: "aud",
	request: "req",
	mail: "mal",
	work: "wrk",
	import: "imp",
	export: "exp",
	effect: "eff",
	tenant_move: "mov",
	oauth_app: "oap",
	oauth_grant: "ogr",
} as const;

export type IdKind = keyof typeof prefixes;

const generator = new V7Generator();

/** A new id (contract: Wire 6, Wire 7). Within an isolate ids rise, even in one millisecond. */
export function newId(kind: IdKind, now: number): string {
	const uuid = generator.generateOrResetWithTs(now);
	return `${prefixes[kind]}_${kind === "webhook_endpoint" ? uuid.toString() : uuid.toHex()}`;
}

/** A prefix, an underscore and a UUID. */
const maxIdLength = 3 + 1 + 36;

const hyphenated = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** An `X-Request-ID` that the service accepts (contract: Wire 21). */
const requestId = /^[A-Za-z0-9._-]{1,128}$/;

/** Callers may choose the ids of their requests. The service makes all other ids. */
export function idPattern(kind: IdKind): RegExp {
	if (kind === "request") return requestId;
	return new RegExp(`^${prefixes[kind]}_${kind === "webhook_endpoint" ? hyphenated : "[0-9a-f]{32}"}$`);
}

const kinds = new Map(Object.entries(prefixes).map(([kind, prefix]) => [prefix as string, kind as IdKind]));

export function kindOfId(text: string): IdKind | undefined {
	const kind = kinds.get(text.slice(0, 3));
	return kind && kind !== "request" && text.length <= maxIdLength && idPattern(kind).test(text) ? kind : undefined;
}

export const idPrefix = (kind: IdKind): string => `${prefixes[kind]}_`;

export function idSyntax(kind: IdKind): string {
	if (kind === "request") return "1 to 128 letters, digits, dots, hyphens and underscores";
	return `${prefixes[kind]}_ and ${kind === "webhook_endpoint" ? "a UUID" : "32 hexadecimal digits in lower case"}`;
}

/** The lowest id that a record created at `ms` can have, so that "created since" is a range of ids. */
export function firstIdAt(kind: IdKind, ms: number): string {
	const time = Math.max(0, Math.min(ms, 0xffffffffffff)).toString(16).padStart(12, "0");
	return `${prefixes[kind]}_${time}`;
}

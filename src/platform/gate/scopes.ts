const readAndWrite = [
	"clients",
	"appointments",
	"leads",
	"ideas",
	"forms",
	"form_submissions",
	"artists",
	"shops",
	"webhook_endpoints",
	"deliveries",
	"automation",
] as const;
const readOnly = ["event_types", "events", "audit_log"] as const;

type Scope = `${"read" | "write"}:${(typeof readAndWrite)[number]}` | `read:${(typeof readOnly)[number]}`;

/** Contract: Scopes 1. */
export const scopes: readonly Scope[] = [
	...readAndWrite.flatMap((resource) => [`read:${resource}`, `write:${resource}`] as const),
	...readOnly.map((resource) => `read:${resource}` as const),
];

/** The scopes of a new key whose creator names none (contract: Scopes 5). */
export const defaultScopes: readonly Scope[] = [
	...scopes.filter((scope) => scope.startsWith("read:") && scope !== "read:audit_log"),
	"write:clients",
	"write:appointments",
	"write:leads",
	"write:form_submissions",
];

export const readScopes: readonly Scope[] = scopes.filter((scope) => scope.startsWith("read:"));

/** One scope, several of which a credential needs each, or none. */
export type NeededScope = Scope | readonly Scope[] | null;

export const scopesIn = (needed: NeededScope): readonly Scope[] =>
	needed === null ? [] : typeof needed === "string" ? [needed] : needed;

export const hasScopes = (granted: readonly string[], needed: NeededScope): boolean =>
	scopesIn(needed).every((scope) => granted.includes(scope));

export type { Scope };

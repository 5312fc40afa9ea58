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

/** The 25 canonical scopes. */
export const scopes: readonly Scope[] = [
	...readAndWrite.flatMap((resource) => [`read:${resource}`, `write:${resource}`] as const),
	...readOnly.map((resource) => `read:${resource}` as const),
];

/** What a new key gets when its creator names no scopes. */
export const defaultScopes: readonly Scope[] = [
	...scopes.filter((scope) => scope.startsWith("read:") && scope !== "read:audit_log"),
	"write:clients",
	"write:appointments",
	"write:leads",
	"write:form_submissions",
];

export type { Scope };

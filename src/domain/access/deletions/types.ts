import type { Scope } from "../../../platform/gate/scopes.ts";

/** The records that can go, with the scope that reads them. Their deletions have the action `<type>.deleted`. */
export const scopeOfType = {
	client: "read:clients",
	lead: "read:leads",
	idea: "read:ideas",
	form: "read:forms",
	shop: "read:shops",
	time_block: "read:artists",
	webhook_endpoint: "read:webhook_endpoints",
	delivery: "read:deliveries",
	automation_hook: "read:automation",
} as const satisfies Record<string, Scope>;

export type DeletedType = keyof typeof scopeOfType;

export const deletedTypes = Object.keys(scopeOfType) as DeletedType[];

/** The source of a merge is gone. The entry is about the target. */
export const mergeAction = "client.merged";

export const actionsOf = (type: DeletedType): string[] =>
	type === "client" ? ["client.deleted", mergeAction] : [`${type}.deleted`];

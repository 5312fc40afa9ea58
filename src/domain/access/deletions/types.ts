import type { Scope } from "../../../platform/gate/scopes.ts";

/**
 * The types of records that can be deleted, each with the scope that reads it. Their deletions have the action
 * `<type>.deleted`.
 */
export const scopeOfType = {
	client: "read:clients",
	appointment: "read:appointments",
	lead: "read:leads",
	idea: "read:ideas",
	form: "read:forms",
	form_submission: "read:form_submissions",
	artist: "read:artists",
	shop: "read:shops",
	event_type: "read:event_types",
	time_block: "read:artists",
	webhook_endpoint: "read:webhook_endpoints",
	delivery: "read:deliveries",
	automation_hook: "read:automation",
} as const satisfies Record<string, Scope>;

export type DeletedType = keyof typeof scopeOfType;

export const deletedTypes = Object.keys(scopeOfType) as DeletedType[];

/** A merge deletes its source. Its audit entry is about the target. */
export const mergeAction = "client.merged";

export const actionsOf = (type: DeletedType): string[] =>
	type === "client" ? ["client.deleted", mergeAction] : [`${type}.deleted`];

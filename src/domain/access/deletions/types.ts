import type { Scope } from "../../../platform/gate/scopes.ts";
import type { IdKind } from "../../../platform/lib/ids.ts";

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

/** A picture is read with the scope of its record. Its entry names the record, whose id tells its type. */
export const ownersOfPictures = [
	"lead",
	"idea",
	"artist",
	"form_submission",
] as const satisfies (keyof typeof scopeOfType & IdKind)[];

export type DeletedType = keyof typeof scopeOfType | "picture";

export const deletedTypes = [...(Object.keys(scopeOfType) as (keyof typeof scopeOfType)[]), "picture"] as const;

export const isPicture = (type: DeletedType): type is "picture" => type === "picture";

/** A merge deletes its source. Its audit entry is about the target. */
export const mergeAction = "client.merged";

export const actionsOf = (type: DeletedType): string[] =>
	type === "client" ? ["client.deleted", mergeAction] : [`${type}.deleted`];

import { scopeOfType } from "../audit-log/record-scopes.ts";

export type DeletedType = keyof typeof scopeOfType | "picture";

/** Their deletions have the action `<type>.deleted`. */
export const deletedTypes = [...(Object.keys(scopeOfType) as (keyof typeof scopeOfType)[]), "picture"] as const;

export const isPicture = (type: DeletedType): type is "picture" => type === "picture";

/** A merge deletes its source. Its audit entry is about the target. */
export const mergeAction = "client.merged";

export const actionsOf = (type: DeletedType): string[] =>
	type === "client" ? ["client.deleted", mergeAction] : [`${type}.deleted`];

import type { Scope } from "../../../platform/gate/scopes.ts";
import { type IdKind, kindOfId } from "../../../platform/lib/ids.ts";

/** The types of records that can be deleted, each with the scope that reads it. */
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
} as const satisfies Partial<Record<IdKind, Scope>>;

/** A picture is read with the scope of its record. Its entry names the record, whose id tells its type. */
export const ownersOfPictures = [
	"lead",
	"idea",
	"artist",
	"form_submission",
] as const satisfies (keyof typeof scopeOfType)[];

const scopes: Partial<Record<IdKind, Scope>> = scopeOfType;

/** The scope that reads the record of an entry; undefined if none does. */
export function scopeOfRecord(entry: {
	resourceId: string;
	details: Record<string, string> | null;
}): Scope | undefined {
	const kind = kindOfId(entry.details?.owner_id ?? entry.resourceId);
	return kind && scopes[kind];
}

import { type Part, propertiesWithin, same } from "./parts.ts";

type Schemas = Record<string, Part>;

/** Fields that are the same in several schemas, by the names under which the document has them once. */
export const sharedFields: Record<string, [schema: string, field: string]> = {
	Actor: ["AuditEntry", "actor"],
	ArchivedFlag: ["Lead", "archived"],
	ArchivedTime: ["Lead", "archived_at"],
	AllowBlocked: ["NewAppointment", "allow_blocked"],
	ArtistId: ["Artist", "id"],
	ArtistStatus: ["Artist", "status"],
	AppointmentStatus: ["Appointment", "status"],
	AssignedArtist: ["Lead", "assigned_artist_id"],
	BttStatus: ["Idea", "btt_status"],
	Channel: ["Client", "preferred_communication"],
	ColorPreference: ["Idea", "color_preference"],
	CreatedAt: ["Client", "created_at"],
	DeletedFlag: ["DeletedClient", "deleted"],
	DisabledReason: ["WebhookEndpoint", "disabled_reason"],
	EventId: ["AutomationNewLead", "id"],
	EventTime: ["AutomationNewLead", "created_at"],
	FieldErrors: ["ProblemInvalidId", "errors"],
	FormFieldOptions: ["FormField", "options"],
	FormFieldRequired: ["FormField", "required"],
	FormFieldType: ["FormField", "type"],
	IdeaStage: ["Idea", "stage"],
	InstagramHandle: ["Client", "instagram_handle"],
	LeadStage: ["Lead", "stage"],
	MetadataOfRecord: ["Client", "metadata"],
	MetadataToAdd: ["ClientPatch", "metadata"],
	NotesToSet: ["ClientPatch", "notes"],
	Ordered: ["NewWebhookEndpoint", "ordered"],
	Phone: ["Client", "phone"],
	PictureCount: ["Idea", "picture_count"],
	PlacementSide: ["Idea", "placement_side"],
	PlanSlug: ["Me", "plan_slug"],
	QuoteAmount: ["Idea", "quote_amount"],
	QuoteCurrency: ["Idea", "quote_currency"],
	ReferenceUrls: ["Idea", "reference_urls"],
	Source: ["Client", "source"],
	SourceToSet: ["ClientPatch", "source"],
	Tags: ["Idea", "tags"],
	TargetUrl: ["NewAutomationHook", "target_url"],
	TenantId: ["Event", "tenant_id"],
	UpdatedAt: ["Client", "updated_at"],
	WebhookFilter: ["NewWebhookEndpoint", "filter"],
};

/** Says once what a field is that several schemas have. */
export function shareFields(schemas: Schemas): void {
	for (const [name, [schema, field]] of Object.entries(sharedFields)) {
		const shared = fieldsOf(schemas[schema])[field];
		if (!shared || name in schemas) throw new Error(`The shared field ${name} is no field of ${schema}.`);
		const reference = { $ref: `#/components/schemas/${name}` };
		for (const properties of propertiesWithin(schemas))
			for (const [own, one] of Object.entries(properties)) if (same(one, shared)) properties[own] = reference;
		schemas[name] = shared;
	}
}

/** The fields of a schema, those in the parts of its `allOf` included. */
function fieldsOf(schema: Part | undefined): Record<string, Part> {
	const parts = (schema?.allOf ?? []) as Part[];
	return Object.assign({}, ...parts.map(fieldsOf), schema?.properties);
}

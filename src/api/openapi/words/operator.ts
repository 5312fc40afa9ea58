import type { oas31 } from "zod-openapi";
import type { Words } from "./types.ts";

/** The words of fields and parameters that only the operator's document has. Each name means one thing there. */
const words: Words = {
	tenant_id: "The id of a tenant, `ten_…`.",
	user_id: "The id of a user, `usr_…`.",
	api_key_id: "The id of an API key, `key_…`. It is not its value.",
	oauth_app_id: "The id of an app, `oap_…`. It is not its `client_id`.",
	time_block_id: "The id of a time block, `tbl_…`.",
	object: "The kind of the record.",
	id: "The id of the record.",
	deleted: "Always true: the record is gone.",
	name: "The name that people read.",
	email: "The address for mails.",
	plan: "The plan of the tenant.",
	timezone: "An IANA time zone, such as `Europe/Berlin`.",
	subscription_status: "The status of the subscription. A change emits an event.",
	trial_ends_at: "The end of the trial. `subscription.trial_ending` is emitted three days before it.",
	region: "The region of the data: `any` or `eu`.",
	database: "The binding of the database, such as `DATA_1`. `DB` is the control database.",
	from: "The database that the tenant leaves, or the beginning of a range.",
	to: "The database that the tenant goes to, or the end of a range.",
	rows_copied: "The number of rows that are copied so far.",
	error: "The reason of a failure; null if there is none.",
	started_at: "The time of the beginning.",
	finished_at: "The time of the end; null before it.",
	role: "`OWNER` may do everything, `STAFF` what the studio's daily work needs.",
	mode: "`live` or `test`. A test key has half of the limit and a mark in the audit log.",
	scopes: "The scopes of the credential.",
	ip_allowlist: "The addresses and CIDR ranges from which the key may be used. An empty list allows all.",
	expires_at: "The time at which it ends; null if it does not end.",
	rate_limit_tier: "The tier of the limit; null takes that of the plan.",
	rate_limit_per_minute: "The requests a minute of the tier `custom`.",
	overlap_seconds: "For how many seconds the value before stays good: none by default, at most seven days.",
	status: "The state of the record.",
	api_key: "The key without its value.",
	key: "The value of the key. Only this answer has it.",
	app: "The app without its secret.",
	client_secret: "The secret of the app. Only this answer has it.",
	description: "A sentence that people read on the consent page.",
	homepage_url: "The address of the app's own page.",
	logo_url: "The address of the app's logo.",
	redirect_uris: "The addresses to which people return from the consent page.",
	type: "The kind: of an app `confidential` or `public`, of an event one of the public types.",
	first_party: "Whether the app is the operator's own.",
	native: "Whether the app runs on people's machines.",
	command_line: "Whether the app is the command line of this service.",
	client_id_metadata_url:
		"The address of the app's metadata document, which is its `client_id`. No other field goes with it.",
	data: "The content of the event, delivered as it is given, or the records of this page.",
	seconds: "A number of seconds.",
	now: "The present time of the service's clock.",
	start_at: "The first moment.",
	end_at: "The moment after the last one.",
	bindings: "The bindings of the Worker, each as it answered when it was tried.",
	ok: "Whether the binding answered.",
	due_at: "The time from which the delivery was due.",
	last_sweep_at:
		"The last time that the database that was swept the longest time ago was looked through for due deliveries. At most ten minutes old while the schedule runs.",
	scheduled_steps: "The last outcome of each step of the scheduled work in each database.",
	step: "The name of the step.",
};

interface Schema {
	description?: string;
	[name: string]: unknown;
}

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;
const isData = (name: string) => /^(examples?|default|enum|const)$/.test(name);

/** Gives words to the fields and parameters that have none: those of a field of the same name in a record come next. */
export function describeOperatorFields(document: oas31.OpenAPIObject): void {
	const known: Words = {};
	visit(document.components?.schemas, (name, field) => {
		if (field.description) known[name] ??= field.description;
	});
	const describe = (name: string, field: Schema) => {
		const meaning = words[name] ?? known[name];
		if (!field.description && meaning) field.description = meaning;
	};
	visit(document, describe);
	for (const methods of Object.values(document.paths ?? {}))
		for (const { parameters = [] } of Object.values(methods) as { parameters?: Schema[] }[])
			for (const one of parameters) if ("name" in one) describe(String(one.name), one);
}

/** Visits every property of every schema within a part of the document. A reference has its words at its target. */
function visit(part: unknown, run: (name: string, field: Schema) => void): void {
	if (Array.isArray(part)) for (const inner of part) visit(inner, run);
	else if (isSchema(part))
		for (const [name, inner] of Object.entries(part)) {
			if (isData(name)) continue;
			if (name === "properties" && isSchema(inner))
				for (const [field, schema] of Object.entries(inner)) if (isSchema(schema)) run(field, schema);
			visit(inner, run);
		}
}

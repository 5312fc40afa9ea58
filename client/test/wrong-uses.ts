/** Mistakes of a program, with the compiler's message. A `studio`, a `client` and an `event` are declared. */
export const wrongUses: [what: string, code: string, message: RegExp][] = [
	["a body without a field that it needs", 'studio.clients.create({ first_name: "Noor" });', /'email' is missing/],
	[
		"a field that does not exist",
		'studio.clients.update("cli_1", { firstname: "Noor" });',
		/'firstname' does not exist/,
	],
	[
		"a body in the place of an id",
		'studio.clients.update({ phone: "1" });',
		/Expected 2-3 arguments|not assignable to parameter of type 'string'/,
	],
	[
		"a value that is none of those allowed",
		'studio.appointments.update("apt_1", { status: "DONE" });',
		/'"DONE"' is not assignable/,
	],
	[
		"a value of several that is none of those allowed",
		'studio.appointments.list({ status: ["SCHEDULED", "DONE"] });',
		/'"DONE"' is not assignable/,
	],
	["a filter of another list", 'studio.clients.list({ stage: "NEW" });', /'stage' does not exist/],
	[
		"a query without what it needs",
		'studio.availability.list({ artist_id: "art_1" });',
		/missing the following properties/,
	],
	[
		"a version for a record that is not there yet",
		'studio.leads.create({ first_name: "Kai" }, { ifMatch: "1" });',
		/'ifMatch' does not exist/,
	],
	["two credentials", 'new TattooStudio({ apiKey: "a", accessToken: "b" });', /not assignable/],
	["a field in the wrong spelling", "client.firstName;", /'firstName' does not exist/],
	["a time where the answer has text", "client.created_at.getTime();", /'getTime' does not exist/],
	[
		"a record that may be null",
		'studio.clients.get("cli_1", { ifNoneMatch: "1" }).then((one) => one.email);',
		/possibly 'null'/,
	],
	[
		"a cursor that is null at the end",
		"studio.clients.list({ cursor: studio.clients.list().cursor });",
		/'null' is not assignable/,
	],
	[
		"a type of event that does not exist",
		'studio.events.follow({ types: ["client.born"] });',
		/'"client.born"' is not assignable/,
	],
	[
		"data of another type of event",
		'if (event.type === "client.created") event.data.appointmentId;',
		/'appointmentId' does not exist/,
	],
	[
		"a type that the feed was not asked for",
		'studio.events.follow({ types: ["client.created"] }).next().then(({ value }) => value?.type === "lead.created");',
		/no overlap/,
	],
	[
		"a type of event that does not exist in the log",
		'studio.events.list({ type: "client.creatd" });',
		/'"client.creatd"' is not assignable/,
	],
	[
		"a type that the log was not asked for",
		'studio.events.list({ type: "client.created" }).next().then(({ value }) => value?.type === "lead.created");',
		/no overlap/,
	],
	[
		"a page of another list as one of the feed",
		"studio.clients.list().then((page) => page.next_after_sequence);",
		/'next_after_sequence' does not exist/,
	],
	[
		"data of another type of event than that of a function for webhooks",
		'const deal = (one: WebhookEventOf<"client.created">) => one.data.appointmentId; deal;',
		/'appointmentId' does not exist/,
	],
	[
		"a field of another error",
		'if (error instanceof ApiError && error.code === "conflict") error.existingId;',
		/'existingId' does not exist/,
	],
	[
		"a code that no error has",
		'if (error instanceof ApiError && error.code === "conflicts") throw error;',
		/no overlap/,
	],
	["a method that a resource does not have", 'studio.events.delete("evt_1");', /'delete' does not exist/],
	["a parsed body for a webhook", 'verifyWebhook({ id: "evt_1" }, new Headers(), "whsec_1");', /'id' does not exist/],
];

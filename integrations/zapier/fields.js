/** The input fields that clients and leads share. */
export const person = {
	firstName: { key: "first_name", label: "First name", type: "string", required: true },
	lastName: { key: "last_name", label: "Last name", type: "string" },
	email: { key: "email", label: "Email", type: "string" },
	phone: { key: "phone", label: "Phone", type: "string" },
	source: {
		key: "source",
		label: "Source",
		type: "string",
		helpText: "The channel by which the person came, such as instagram.",
	},
	assignedArtist: {
		key: "assigned_artist_id",
		label: "Assigned artist",
		type: "string",
		dynamic: "artist.id.name",
		helpText: "Choose one, or enter the id of an artist, `art_…`.",
	},
	preferredCommunication: {
		key: "preferred_communication",
		label: "Preferred communication",
		type: "string",
		choices: ["EMAIL", "SMS", "PHONE", "INSTAGRAM", "WHATSAPP"],
	},
};

export const clientFields = [
	{ ...person.email, required: true },
	person.firstName,
	person.lastName,
	person.phone,
	{ key: "pronouns", label: "Pronouns", type: "string" },
	{ key: "date_of_birth", label: "Date of birth", type: "string", helpText: "As YYYY-MM-DD." },
	{ key: "instagram_handle", label: "Instagram handle", type: "string" },
	person.preferredCommunication,
	{
		key: "language",
		label: "Language",
		type: "string",
		choices: ["en", "de", "fr", "es", "it"],
		helpText: "Of mails to the client.",
	},
	{ key: "notes", label: "Notes", type: "text" },
	{ key: "tags", label: "Tags", type: "string", list: true },
	person.source,
	{ key: "marketing_consent", label: "Marketing consent", type: "boolean" },
	person.assignedArtist,
];

import type { Lead, LeadPatch } from "../bodies.ts";

export const leads: Record<string, Lead> = {
	emil: {
		first_name: "Emil",
		last_name: "Andersen",
		email: "emil.andersen@example.com",
		message: "A compass, but not the one that everybody has.",
		source: "INSTAGRAM",
		assigned_artist_id: "artist/mika",
		budget_range_min: 150,
		budget_range_max: 300,
	},
	paula: {
		first_name: "Paula",
		last_name: "Müller",
		email: "paula.mueller@example.com",
		phone: "+49 171 3920051",
		message: "Matching small tattoos for four sisters, all on the same day.",
		source: "WEBSITE",
		preferred_communication: "PHONE",
	},
	rafael: {
		first_name: "Rafael",
		last_name: "Souza",
		email: "rafael.souza@example.com",
		message: "Back piece, jungle, two years of saving.",
		source: "REFERRAL",
		assigned_artist_id: "artist/joana",
		budget_range_min: 2000,
		budget_range_max: 4500,
	},
	olena: {
		first_name: "Олена",
		last_name: "Бондар",
		email: "olena.bondar@example.com",
		message: "Embroidery pattern from my village around the upper arm.",
		source: "INSTAGRAM",
		assigned_artist_id: "artist/zeynep",
		budget_range_min: 400,
	},
	hiroshi: {
		first_name: "Hiroshi",
		last_name: "Yamamoto",
		email: "hiroshi.yamamoto@example.com",
		message: "Cover an old tribal on the calf.",
		source: "GOOGLE",
		assigned_artist_id: "artist/zeynep",
		budget_range_min: 500,
		budget_range_max: 900,
	},
	grace: {
		first_name: "Grace",
		last_name: "Okafor",
		email: "grace.okafor@example.com",
		phone: "+44 7700 900131",
		message: "Septum piercing, and advice about jewellery.",
		source: "WALK_IN",
		assigned_artist_id: "artist/joana",
		budget_range_max: 80,
	},
	marta: {
		first_name: "Marta",
		last_name: "Llull i Ferrer",
		email: "marta.llull@example.com",
		message: "A swallow for my mother's seventieth birthday. It is she who wants it.",
		source: "WEBSITE",
		assigned_artist_id: "artist/joana",
		budget_range_min: 200,
		budget_range_max: 400,
	},
	piotr: {
		first_name: "Piotr",
		last_name: "Zieliński",
		email: "piotr.zielinski@example.com",
		message: "Full sleeve by next Friday, please.",
		source: "WEBSITE",
		budget_range_max: 250,
	},
	selma: {
		first_name: "Selma",
		last_name: "Hadžić",
		email: "selma.hadzic@example.com",
		message: "A quote for a name on the neck.",
		source: "INSTAGRAM",
		preferred_communication: "INSTAGRAM",
	},
	/** It is deleted again. */
	spam: {
		first_name: "SEO",
		last_name: "Experts",
		email: "offers@ranking.example",
		message: "We bring your website to the first page.",
		source: "WEBSITE",
	},
};

/** Later changes, by lead. */
export const leadChanges: Record<string, LeadPatch> = {
	paula: { stage: "CONTACTED", assigned_artist_id: "artist/mika" },
	rafael: { stage: "QUALIFIED" },
	grace: { stage: "BOOKED" },
	piotr: { stage: "LOST" },
};

export const convertedLeads = ["marta"];

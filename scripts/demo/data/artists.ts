import type { Artist, WorkingHours } from "../bodies.ts";

export const artists: Record<string, Artist> = {
	mika: {
		name: "Mika Sørensen",
		slug: "mika-sorensen",
		email: "mika@demo-studio.example",
		shop_id: "shop/kreuzberg",
		max_appointments_per_day: 4,
		bio: "Fine line and botanical work. Came from Aarhus in 2014 and stayed for the light.",
		instagram_handle: "mika.sorensen.example",
	},
	zeynep: {
		name: "Zeynep Aksoy",
		slug: "zeynep-aksoy",
		email: "zeynep@demo-studio.example",
		shop_id: "shop/kreuzberg",
		max_appointments_per_day: 3,
		bio: "Blackwork, ornament, and cover-ups that nobody believes were cover-ups.",
		instagram_handle: "zeynep.black.example",
	},
	joana: {
		name: "Joana Ribeiro",
		slug: "joana-ribeiro",
		email: "joana@demo-studio.example",
		shop_id: "shop/altona",
		bio: "Neo-traditional colour from Porto, and the studio's piercer.",
		instagram_handle: "joana.cores.example",
		website_url: "https://demo-studio.example/joana",
	},
	desk: {
		name: "Consultation desk Kreuzberg",
		slug: "desk-kreuzberg",
		shop_id: "shop/kreuzberg",
		is_consultation_desk: true,
		bio: "For everyone who does not know yet which artist it should be.",
	},
};

const [monday, tuesday, wednesday, thursday, friday, saturday] = [1, 2, 3, 4, 5, 6] as const;

const on = (weekdays: number[], start: string, end: string): WorkingHours =>
	weekdays.map((weekday) => ({ weekday, start, end }));

/** By artist. */
export const workingHours: Record<string, WorkingHours> = {
	mika: on([tuesday, wednesday, thursday, friday, saturday], "10:00", "18:00"),
	zeynep: [
		...on([monday], "11:00", "14:00"),
		...on([monday], "15:00", "20:00"),
		...on([wednesday, thursday, friday], "11:00", "20:00"),
		...on([saturday], "11:00", "17:00"),
	],
	joana: on([tuesday, wednesday, thursday, friday, saturday], "12:00", "20:00"),
	desk: on([tuesday, wednesday, thursday, friday], "16:00", "19:00"),
};

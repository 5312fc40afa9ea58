import type { WallTime } from "../calendar.ts";

export interface Booking {
	/** Counted from the week of the first start, which is 0. */
	week: number;
	start: WallTime;
	/** An artist and one of their event types. */
	type: `${string}/${string}`;
	client: string;
	title?: string;
	notes?: string;
	/** In euros. */
	price?: number;
	/** The reason of its cancellation. */
	cancelled?: string;
	/** Minutes before the first start. Otherwise some days before the appointment. */
	booked?: number;
	missed?: true;
}

/** Appointments that are over at the first start, and neither cancelled nor missed, become COMPLETED. */
export const bookings: Booking[] = [
	{ week: -4, start: "Wed 10:00", type: "mika/full-day", client: "ana", title: "Sleeve 1", price: 720 },
	{ week: -4, start: "Thu 11:30", type: "zeynep/blackwork", client: "kwame", title: "Spine 1" },
	{ week: -4, start: "Fri 13:00", type: "joana/piercing", client: "hannah", title: "Helix, left" },

	{ week: -3, start: "Mon 15:00", type: "zeynep/blackwork", client: "lukasz", title: "Forearm", price: 390 },
	{ week: -3, start: "Tue 10:30", type: "mika/fine-line", client: "chiara", title: "Lemons", price: 220 },
	{ week: -3, start: "Thu 13:00", type: "mika/fine-line", client: "marcus", missed: true },
	{ week: -3, start: "Fri 12:00", type: "zeynep/cover-up", client: "juergen", title: "Owl 1", price: 330 },

	{ week: -2, start: "Wed 10:00", type: "mika/fine-line", client: "siobhan", title: "Cassiopeia", price: 180 },
	{ week: -2, start: "Wed 16:30", type: "desk/consultation", client: "nour", notes: "Lettering. Mika." },
	{ week: -2, start: "Thu 15:00", type: "joana/neo-traditional", client: "mai", title: "Lotus, outline" },
	{ week: -2, start: "Fri 14:00", type: "mika/touch-up", client: "yuki" },
	{ week: -2, start: "Sat 11:00", type: "mika/fine-line", client: "ines", cancelled: "Caught a cold." },
	{ week: -2, start: "Sat 12:00", type: "zeynep/blackwork", client: "tomas", title: "Elbow", price: 390 },

	{ week: -1, start: "Tue 11:00", type: "mika/fine-line", client: "amelie", title: "Mimosa", price: 200 },
	{ week: -1, start: "Tue 13:00", type: "joana/piercing", client: "priya", title: "Nostril, right" },
	{ week: -1, start: "Thu 10:00", type: "mika/full-day", client: "ana", title: "Sleeve 2", price: 720 },
	{ week: -1, start: "Fri 11:30", type: "zeynep/consultation", client: "dmytro", missed: true },
	{ week: -1, start: "Fri 17:00", type: "desk/consultation", client: "minjun", notes: "A tiger. Who draws it?" },

	{ week: 0, start: "Mon 11:00", type: "zeynep/consultation", client: "giorgos" },
	{ week: 0, start: "Tue 10:00", type: "mika/fine-line", client: "leila", title: "Hafez, one line" },
	{ week: 0, start: "Tue 14:00", type: "joana/neo-traditional", client: "oscar", title: "Rooster 1" },
	{ week: 0, start: "Tue 14:00", type: "mika/touch-up", client: "chiara", title: "Lemons, second leaf" },
	{ week: 0, start: "Wed 12:00", type: "zeynep/blackwork", client: "fatima", cancelled: "Moves to Rabat this week." },
	{ week: 0, start: "Thu 12:00", type: "zeynep/cover-up", client: "ibrahim", title: "Old rose" },
	{ week: 0, start: "Thu 13:00", type: "joana/piercing", client: "zoe", title: "Helix, right" },
	{ week: 0, start: "Fri 12:00", type: "mika/fine-line", client: "aino", title: "A wave", notes: "Her first." },
	{ week: 0, start: "Sat 10:30", type: "mika/consultation", client: "tomas" },
	{ week: 0, start: "Sat 12:30", type: "joana/aftercare-check", client: "priya" },

	{ week: 1, start: "Tue 10:00", type: "mika/fine-line", client: "nour", title: "سلام", price: 180 },
	{ week: 1, start: "Tue 16:00", type: "desk/consultation", client: "bjorn" },
	{ week: 1, start: "Wed 10:00", type: "mika/full-day", client: "ana", title: "Sleeve 3", price: 720 },
	{ week: 1, start: "Wed 11:30", type: "zeynep/blackwork", client: "kwame", title: "Spine 2" },
	{
		week: 1,
		start: "Wed 13:00",
		type: "joana/neo-traditional",
		client: "eszter",
		title: "Matyó flowers",
		booked: 2 * 1440,
	},
	{ week: 1, start: "Thu 15:00", type: "joana/neo-traditional", client: "mai", title: "Lotus, colour", booked: 9 },
	{ week: 1, start: "Fri 15:00", type: "zeynep/blackwork", client: "tomas", title: "Mandala" },
	{ week: 1, start: "Sat 11:30", type: "zeynep/blackwork", client: "dmytro", title: "Petrykivka band" },

	{ week: 2, start: "Thu 11:30", type: "zeynep/cover-up", client: "juergen", title: "Owl 2", price: 330 },
	{ week: 2, start: "Sat 10:00", type: "mika/fine-line", client: "minjun", title: "호랑이" },

	{ week: 3, start: "Wed 13:00", type: "mika/fine-line", client: "ines", title: "Olive branch" },
	{ week: 3, start: "Thu 14:00", type: "joana/neo-traditional", client: "oscar", title: "Rooster 2", booked: 5 * 1440 },

	{ week: 4, start: "Tue 10:00", type: "mika/full-day", client: "ana", title: "Sleeve 4", price: 720 },
];

export const en = {
	language: "Language",
	stepTime: "Time",
	stepDetails: "Details",
	stepDone: "Done",
	whatToBook: "What would you like to book?",
	nothingOnline: "Nothing can be booked online now",
	askForAppointment: (studio: string) => `Ask ${studio} for an appointment.`,
	book: "Book",
	bookNamed: (name: string) => `Book ${name}`,
	picturesOf: (artist: string) => `Pictures of ${artist}`,
	pictureOf: (n: number, artist: string) => `Picture ${n} of ${artist}`,
	morePictures: (count: number) => (count === 1 ? "One more picture" : `${count} more pictures`),
	/** For search engines. */
	description: (artist: string, studio: string) => `Book an appointment with ${artist} at ${studio}.`,
	withArtist: (artist: string) => `with ${artist}`,
	chooseDay: "Choose a day",
	earlier: "Earlier",
	later: "Later",
	freeDaysIn: (month: string) => `Days with free times in ${month}`,
	today: "today",
	noneThisMonth: "No time is free in this month.",
	nextFreeDay: "Show the next free day",
	noneThisYear: "No time is free in this month or in the year after it.",
	noneThisDay: "No time is free on this day. Choose another one.",
	timesNear: "These times near it are free:",
	timeZone: (zone: string) => `Times are in the time zone of the studio, ${zone}.`,
	/** The time in the visitor's own zone, beside that of the studio. */
	ownTime: (time: string) => `${time} your time`,
};

export type PageWords = typeof en;

/** The news about an appointment that was moved. */
export type News = "time" | "artist" | "both";

const news: Record<News, string> = {
	time: "a new time",
	artist: "another artist",
	both: "a new time and another artist",
};

export const en = {
	hello: (name: string) => `Hello ${name || "there"},`,
	/** Stand for names that are nothing but an address of the web, which mails leave out. */
	aStudio: "the studio",
	anArtist: "your artist",
	yourAppointment: "Your appointment",
	withArtistAt: (artist: string, studio: string) => `With ${artist} at ${studio}`,
	withArtist: (artist: string) => `With ${artist}`,
	where: (place: string) => `Where: ${place}`,
	placement: (place: string) => `Placement: ${place}`,
	bookedSubject: (studio: string) => `Your appointment at ${studio} is booked`,
	booked: "Your appointment is booked:",
	cost: (price: string) => `Cost: ${price}`,
	cannotCome: "If you cannot come:",
	howToPrepare: "How to prepare:",
	toManage: "To move or cancel the appointment, open this page:",
	manage: "Move or cancel",
	fileAdds: "The attached file puts the appointment into your calendar.",
	cancelledSubject: (studio: string) => `Your appointment at ${studio} is cancelled`,
	cancelled: "Your appointment is cancelled:",
	depositSubject: (studio: string) => `The deposit for your appointment at ${studio} is due`,
	depositAwaited: "The deposit for your appointment is not paid yet:",
	howToPay: "How to pay:",
	toPay: "You can pay here:",
	fileRemoves: "The attached calendar file removes it from your calendar.",
	mistake: "If this is a mistake, please answer this mail.",
	reminderSubject: (studio: string) => `Your appointment at ${studio} is coming up`,
	reminder: "This is a reminder of your appointment:",
	answerToCancel: "If you cannot come, please answer this mail.",
	movedSubject: (studio: string, what: News) => `Your appointment at ${studio} has ${news[what]}`,
	/** Without an artist if there is another one now. */
	moved: (artist: string | undefined, studio: string, what: News) =>
		`Your appointment${artist === undefined ? "" : ` with ${artist}`} at ${studio} has ${news[what]}.`,
	formerArtist: (artist: string) => `Until now with: ${artist}`,
	newArtist: (artist: string) => `Now with: ${artist}`,
	oldTime: (time: string) => `Old time: ${time}`,
	newTime: (time: string) => `New time: ${time}`,
	sameTime: (time: string) => `Time: ${time}`,
	fileReplaces: "The attached calendar file replaces the earlier entry in your calendar.",
	newTimeDoesNotSuit: "If the new time does not suit you, please answer this mail.",
	doesNotSuit: "If this does not suit you, please answer this mail.",
	declinedSubject: (studio: string) => `Your request to ${studio}`,
	declined: (studio: string) => `${studio} cannot give you the appointment that you asked for:`,
	nothingBooked: "Nothing is booked. If another time suits you, answer this mail.",
	/** The title of the entry in a calendar. */
	appointmentAt: (studio: string) => `Appointment at ${studio}`,
};

export type MailWords = typeof en;

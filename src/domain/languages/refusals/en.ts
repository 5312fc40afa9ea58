import type { FormField } from "../../../platform/db/tables/data/forms.ts";

const quoted = (text: string) => `“${text}”`;

/** The fault of an answer to a question of each type. */
type WrongAnswers = Record<FormField["type"], (question: string) => string>;

const wrongAnswer: WrongAnswers = {
	text: (question) => `${quoted(question)}: enter a shorter text.`,
	textarea: (question) => `${quoted(question)}: enter a shorter text.`,
	number: (question) => `${quoted(question)}: enter a number, such as 12.`,
	email: (question) => `${quoted(question)}: enter an email address, such as ana@example.com.`,
	phone: (question) => `${quoted(question)}: enter a shorter phone number.`,
	date: (question) => `${quoted(question)}: enter a date.`,
	select: (question) => `${quoted(question)}: choose one of the options.`,
	multi_select: (question) => `${quoted(question)}: choose among the options.`,
	checkbox: (question) => `${quoted(question)}: please tick it.`,
	file_url: (question) => `${quoted(question)}: enter a link to the file, such as https://example.com/picture.jpg.`,
	picture: (question) => `${quoted(question)}: choose at most 6 pictures.`,
	signature: (question) => `${quoted(question)}: enter a shorter signature.`,
};

export const en = {
	cannotChoose: "This time cannot be chosen. Choose another one.",
	taken: "Somebody else has just taken this time. Choose another one.",
	noLongerFree: "This time is no longer free. Choose another one.",
	notOnline: "This cannot be booked online. Nothing is booked. Please ask the studio.",
	tooLong: "Your answers are too long. Shorten them. Nothing is booked yet.",
	refused: "The booking was refused. Nothing is booked yet. Check your answers, or ask the studio.",
	somethingWrong: "Something is missing or wrong. Nothing is booked yet.",
	enterName: "Enter your name.",
	shorterName: "Enter a shorter name.",
	enterBothNames: "Enter your first and last name.",
	enterEmail: "Enter your email address, such as ana@example.com.",
	shorterPhone: "Enter a shorter phone number.",
	enterBirthDate: "Enter your date of birth.",
	tooYoung: (age: number) => `You must be at least ${age} on the day of the appointment.`,
	choosePlacement: "Choose one of the placements.",
	enterSignature: "Type your full name as your signature.",
	required: (question: string) => `${quoted(question)} is required.`,
	wrongAnswer,
	programs: "Programs cannot book here.",
	personUnknown: "We could not check that you are a person. Try again.",
	tooManyBookings: (wait: string) => `Too many bookings. Try again in ${wait}, or ask the studio.`,
	/** The name of a file. */
	quoted,
	aPicture: "A picture",
	picturesGone: "Some of these pictures are no longer here. Choose them again.",
	picturesMissing: "Some pictures are missing. Nothing is booked yet.",
	picturesLeftOut: "Some pictures were left out. Nothing is booked yet.",
	tooManyPictures: (most: number) => `Only ${most} pictures can be taken here. The others were left out.`,
	picturesOfHour: (name: string, wait: string) =>
		`${name} was left out: too many pictures within an hour. Try again in ${wait}, or go on without it.`,
	noPicture: (name: string) => `${name} is no picture in JPEG, PNG, WebP, AVIF or HEIC. Choose another one.`,
	largePicture: (name: string) => `${name} is larger than 15 MB. Choose a smaller one.`,
	damagedPicture: (name: string) => `${name} was left out. The picture is empty or damaged. Choose another one.`,
	tooManyPixels: (name: string) =>
		`${name} was left out. It has more than 50 megapixels, or a side of more than 12,000 pixels. Choose a smaller one.`,
	pictureLost: (name: string) => `${name} did not arrive. Choose it again, or go on without it.`,
	noPicturesNow: "The studio cannot take pictures at the moment. Go on without them.",
	formChanged: "The studio has changed this form. Load the page again.",
	nothingHere: "Nothing to book here",
	nothingHereText: "This page does not exist, or it takes no more bookings. Ask the studio for the right address.",
	tooManyRequests: "Too many requests",
	tooManyRequestsText: (wait: string) => `Too many requests came from your network. Try again in ${wait}.`,
	noBookings: "No bookings online now",
	noBookingsText:
		"The studio takes no bookings online at the moment. Nothing is booked. Ask the studio for an appointment.",
	otherSite: "This form came from another site",
	otherSiteText: "Only a page of this site may send it.",
	unreadable: "This form cannot be read",
	unreadableText: "Nothing has been changed. Go back, load the page again and send the form once more.",
	failed: "Something went wrong",
	failedText: "Nothing has been changed. Try again in a few minutes, or ask the studio.",
	askForHelp: "If you ask for help, mention this request:",
};

export type RefusalWords = typeof en;

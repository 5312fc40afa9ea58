/** The beginning of a sentence about a deposit: its amount, or its share of the price, or neither. */
const aDeposit = (money?: string, share?: string) =>
	money !== undefined
		? `A deposit of ${money}`
		: share !== undefined
			? `A deposit of ${share} of the price`
			: "A deposit";

const theDeposit = (money?: string) => (money === undefined ? "the deposit" : `the deposit of ${money}`);

export const en = {
	appointment: "Appointment",
	artist: "With",
	when: "When",
	where: "Where",
	placement: "Placement",
	cost: "Cost",
	deposit: "Deposit",
	free: "Free",
	hourly: (price: string) => `${price} an hour`,
	from: (price: string) => `From ${price}`,
	range: (from: string, to: string) => `${from} to ${to}`,
	/** Beside the word for a price. */
	onRequest: "On request",
	priceOnRequest: "Price on request",
	depositAsked: (money?: string, share?: string) => `${aDeposit(money, share)} is due before the appointment.`,
	depositDue: (time: string, money?: string, share?: string) =>
		`${aDeposit(money, share)} is due within ${time} of the booking.`,
	depositDueConfirmed: (time: string, money?: string, share?: string) =>
		`${aDeposit(money, share)} is due within ${time} once the studio has confirmed the appointment.`,
	depositDueBy: (time: string, money?: string) => `${aDeposit(money)} is due by ${time}.`,
	depositOverdue: (time: string, money?: string) =>
		`${aDeposit(money)} was due by ${time}. The studio has not noted it as paid yet.`,
	depositAmountOpen: "The studio tells you how much it is.",
	depositElseCancelled: "If it is not paid in time, the appointment is cancelled.",
	depositPaid: (money?: string) => `You have paid ${theDeposit(money)}.`,
	depositWaived: "The studio waives the deposit.",
	depositApplied: (money?: string) => `The studio has deducted ${theDeposit(money)} from the price.`,
	depositRefunding: (money?: string) => `The studio gives you ${theDeposit(money)} back.`,
	depositRefunded: (money?: string) => `The studio has given you ${theDeposit(money)} back.`,
	depositForfeited: (money?: string) => `The studio keeps ${theDeposit(money)}.`,
	depositNotDue: "You no longer need to pay the deposit.",
	depositNotPaid: "The deposit was not paid in time.",
	depositBack: "If you cancel in time, the studio gives you the deposit back.",
	depositKept: "If you neither come nor cancel, the studio keeps the deposit.",
	howToPay: "How to pay",
	pay: "Pay the deposit",
	payLater: "You can pay it online after the booking.",
	qrCode: "QR code to pay the deposit",
	scanToPay: "Or scan it with your phone",
	freeUntilStart: "You can cancel free of charge until the appointment begins.",
	addToCalendar: "Add to your calendar",
	calendarFile: "Calendar file",
	cannotCome: "If you cannot come",
	freeCancellation: (time: string) => `You can cancel free of charge until ${time} before the appointment.`,
	lateCancellation: (amount: string) => `A later cancellation costs ${amount}.`,
	shareOfPrice: (share: string) => `${share} of the price`,
	howToPrepare: "How to prepare",
};

export type AppointmentWords = typeof en;

/** The beginning of a sentence about a deposit, of which the amount may be unknown. */
const deposit = (amount: string | undefined) => (amount === undefined ? "A deposit" : `A deposit of ${amount}`);

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
	onRequest: "Price on request",
	depositAsked: (amount: string | undefined) => `${deposit(amount)} is asked for.`,
	depositDue: (amount: string | undefined, time: string) => `${deposit(amount)} is due ${time} after the booking.`,
	cannotCome: "If you cannot come",
	freeCancellation: (time: string) => `You can cancel free of charge until ${time} before the appointment.`,
	lateCancellation: (amount: string) => `A later cancellation costs ${amount}.`,
	shareOfPrice: (share: string) => `${share} of the price`,
	howToPrepare: "How to prepare",
};

export type AppointmentWords = typeof en;

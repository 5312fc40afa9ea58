import type { AppointmentWords } from "./en.ts";

const deposit = (amount: string | undefined) =>
	amount === undefined ? "eine Anzahlung" : `eine Anzahlung von ${amount}`;

export const de: AppointmentWords = {
	appointment: "Termin",
	artist: "Mit",
	when: "Wann",
	where: "Wo",
	placement: "Körperstelle",
	cost: "Preis",
	deposit: "Anzahlung",
	free: "Kostenlos",
	hourly: (price) => `${price} pro Stunde`,
	from: (price) => `Ab ${price}`,
	range: (from, to) => `${from} bis ${to}`,
	onRequest: "Preis auf Anfrage",
	depositAsked: (amount) => `Für diesen Termin ist ${deposit(amount)} nötig.`,
	depositDue: (amount, time) => `Bis ${time} nach der Buchung ist ${deposit(amount)} fällig.`,
	cannotCome: "Wenn du nicht kommen kannst",
	freeCancellation: (time) => `Bis ${time} vor dem Termin kannst du kostenlos absagen.`,
	lateCancellation: (amount) => `Eine spätere Absage kostet ${amount}.`,
	shareOfPrice: (share) => `${share} des Preises`,
	howToPrepare: "So bereitest du dich vor",
};

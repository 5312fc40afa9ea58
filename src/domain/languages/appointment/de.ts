import type { AppointmentWords } from "./en.ts";

const aDeposit = (money?: string, share?: string) =>
	money !== undefined
		? `eine Anzahlung von ${money}`
		: share !== undefined
			? `eine Anzahlung von ${share} des Preises`
			: "eine Anzahlung";

const theDeposit = (money?: string) => (money === undefined ? "die Anzahlung" : `die Anzahlung von ${money}`);

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
	onRequest: "Auf Anfrage",
	priceOnRequest: "Preis auf Anfrage",
	depositAsked: (money, share) => `Vor dem Termin ist ${aDeposit(money, share)} fällig.`,
	depositDue: (time, money, share) => `Bis ${time} nach der Buchung ist ${aDeposit(money, share)} fällig.`,
	depositDueConfirmed: (time, money, share) =>
		`Bis ${time} nach der Bestätigung durch das Studio ist ${aDeposit(money, share)} fällig.`,
	depositDueBy: (time, money) => `Bis ${time} ist ${aDeposit(money)} fällig.`,
	depositOverdue: (time, money) =>
		`Bis ${time} war ${aDeposit(money)} fällig. Das Studio hat noch keinen Eingang vermerkt.`,
	depositAmountOpen: "Wie viel es ist, sagt dir das Studio.",
	depositElseCancelled: "Geht sie nicht rechtzeitig ein, wird der Termin abgesagt.",
	depositPaid: (money) => `Du hast ${theDeposit(money)} bezahlt.`,
	depositWaived: "Das Studio verzichtet auf die Anzahlung.",
	depositApplied: (money) => `Das Studio hat ${theDeposit(money)} auf den Preis angerechnet.`,
	depositRefunding: (money) => `Das Studio zahlt dir ${theDeposit(money)} zurück.`,
	depositRefunded: (money) => `Das Studio hat dir ${theDeposit(money)} zurückgezahlt.`,
	depositForfeited: (money) => `Das Studio behält ${theDeposit(money)}.`,
	depositNotDue: "Die Anzahlung musst du nicht mehr bezahlen.",
	depositNotPaid: "Die Anzahlung ist nicht rechtzeitig eingegangen.",
	depositBack: "Wenn du rechtzeitig absagst, bekommst du die Anzahlung zurück.",
	depositKept: "Wenn du weder kommst noch absagst, behält das Studio die Anzahlung.",
	howToPay: "So kannst du bezahlen",
	pay: "Anzahlung bezahlen",
	payLater: "Du kannst sie nach der Buchung online bezahlen.",
	qrCode: "QR-Code zum Bezahlen der Anzahlung",
	scanToPay: "Oder mit dem Handy scannen",
	freeUntilStart: "Bis zum Beginn des Termins kannst du kostenlos absagen.",
	addToCalendar: "In den Kalender eintragen",
	calendarFile: "Kalenderdatei",
	cannotCome: "Wenn du nicht kommen kannst",
	freeCancellation: (time) => `Bis ${time} vor dem Termin kannst du kostenlos absagen.`,
	lateCancellation: (amount) => `Eine spätere Absage kostet ${amount}.`,
	shareOfPrice: (share) => `${share} des Preises`,
	howToPrepare: "So bereitest du dich vor",
};

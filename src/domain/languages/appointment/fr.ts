import type { AppointmentWords } from "./en.ts";

const aDeposit = (money?: string, share?: string) =>
	money !== undefined
		? `Un acompte de ${money}`
		: share !== undefined
			? `Un acompte de ${share} du prix`
			: "Un acompte";

const theDeposit = (money?: string) => (money === undefined ? "l’acompte" : `l’acompte de ${money}`);

export const fr: AppointmentWords = {
	appointment: "Rendez-vous",
	artist: "Avec",
	when: "Quand",
	where: "Où",
	placement: "Emplacement sur le corps",
	cost: "Prix",
	deposit: "Acompte",
	free: "Gratuit",
	hourly: (price) => `${price} de l’heure`,
	from: (price) => `À partir de ${price}`,
	range: (from, to) => `De ${from} à ${to}`,
	onRequest: "Sur demande",
	priceOnRequest: "Prix sur demande",
	depositAsked: (money, share) => `${aDeposit(money, share)} est à verser avant le rendez-vous.`,
	depositDue: (time, money, share) =>
		`${aDeposit(money, share)} est à verser dans un délai de ${time} après la réservation.`,
	depositDueConfirmed: (time, money, share) =>
		`${aDeposit(money, share)} est à verser dans un délai de ${time} après la confirmation du studio.`,
	depositDueBy: (time, money) => `${aDeposit(money)} est à verser avant le ${time}.`,
	depositOverdue: (time, money) =>
		`${aDeposit(money)} était à verser avant le ${time}. Le studio n’a pas encore noté de paiement.`,
	depositAmountOpen: "Le studio vous indiquera le montant.",
	depositElseCancelled: "S’il n’est pas versé à temps, le rendez-vous sera annulé.",
	depositPaid: (money) => `Vous avez versé ${theDeposit(money)}.`,
	depositWaived: "Le studio renonce à l’acompte.",
	depositApplied: (money) => `Le studio a déduit du prix ${theDeposit(money)}.`,
	depositRefunding: (money) => `Le studio vous rembourse ${theDeposit(money)}.`,
	depositRefunded: (money) => `Le studio vous a remboursé ${theDeposit(money)}.`,
	depositForfeited: (money) => `Le studio conserve ${theDeposit(money)}.`,
	depositNotDue: "Vous n’avez plus à verser l’acompte.",
	depositNotPaid: "L’acompte n’a pas été versé à temps.",
	depositBack: "Si vous annulez à temps, le studio vous rembourse l’acompte.",
	depositKept: "Si vous ne venez pas et n’annulez pas, le studio conserve l’acompte.",
	howToPay: "Comment payer",
	pay: "Payer l’acompte",
	payLater: "Vous pourrez le payer en ligne après la réservation.",
	qrCode: "Code QR pour payer l’acompte",
	scanToPay: "Ou scannez-le avec votre téléphone",
	freeUntilStart: "Vous pouvez annuler sans frais jusqu’au début du rendez-vous.",
	addToCalendar: "Ajouter à votre agenda",
	calendarFile: "Fichier d’agenda",
	cannotCome: "Si vous ne pouvez pas venir",
	freeCancellation: (time) => `Vous pouvez annuler sans frais jusqu’à ${time} avant le rendez-vous.`,
	lateCancellation: (amount) => `Une annulation plus tardive coûte ${amount}.`,
	shareOfPrice: (share) => `${share} du prix`,
	howToPrepare: "Comment vous préparer",
};

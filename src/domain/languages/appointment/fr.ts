import type { AppointmentWords } from "./en.ts";

const deposit = (amount: string | undefined) => (amount === undefined ? "Un acompte" : `Un acompte de ${amount}`);

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
	onRequest: "Prix sur demande",
	depositAsked: (amount) => `${deposit(amount)} est demandé.`,
	depositDue: (amount, time) => `${deposit(amount)} est à verser dans un délai de ${time} après la réservation.`,
	cannotCome: "Si vous ne pouvez pas venir",
	freeCancellation: (time) => `Vous pouvez annuler sans frais jusqu’à ${time} avant le rendez-vous.`,
	lateCancellation: (amount) => `Une annulation plus tardive coûte ${amount}.`,
	shareOfPrice: (share) => `${share} du prix`,
	howToPrepare: "Comment vous préparer",
};

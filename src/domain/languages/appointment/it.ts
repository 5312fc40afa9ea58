import type { AppointmentWords } from "./en.ts";

const deposit = (amount: string | undefined) => (amount === undefined ? "una caparra" : `una caparra di ${amount}`);

export const it: AppointmentWords = {
	appointment: "Appuntamento",
	artist: "Con",
	when: "Quando",
	where: "Dove",
	placement: "Zona del corpo",
	cost: "Prezzo",
	deposit: "Caparra",
	free: "Gratuito",
	hourly: (price) => `${price} all’ora`,
	from: (price) => `A partire da ${price}`,
	range: (from, to) => `Da ${from} a ${to}`,
	onRequest: "Prezzo su richiesta",
	depositAsked: (amount) => `È richiesta ${deposit(amount)}.`,
	depositDue: (amount, time) => `È richiesta ${deposit(amount)} entro ${time} dalla prenotazione.`,
	cannotCome: "Se non puoi venire",
	freeCancellation: (time) => `Puoi annullare gratis fino a ${time} prima dell’appuntamento.`,
	lateCancellation: (amount) => `Annullare più tardi costa ${amount}.`,
	shareOfPrice: (share) => `il ${share} del prezzo`,
	howToPrepare: "Come prepararti",
};

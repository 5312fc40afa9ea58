import type { AppointmentWords } from "./en.ts";

const deposit = (amount: string | undefined) => (amount === undefined ? "una señal" : `una señal de ${amount}`);

export const es: AppointmentWords = {
	appointment: "Cita",
	artist: "Con",
	when: "Cuándo",
	where: "Dónde",
	placement: "Zona del cuerpo",
	cost: "Precio",
	deposit: "Señal",
	free: "Gratis",
	hourly: (price) => `${price} por hora`,
	from: (price) => `Desde ${price}`,
	range: (from, to) => `De ${from} a ${to}`,
	onRequest: "Precio a consultar",
	depositAsked: (amount) => `Se pide ${deposit(amount)}.`,
	depositDue: (amount, time) => `Se pide ${deposit(amount)}, que se paga en un plazo de ${time} desde la reserva.`,
	cannotCome: "Si no puedes venir",
	freeCancellation: (time) => `Puedes cancelar gratis hasta ${time} antes de la cita.`,
	lateCancellation: (amount) => `Cancelar más tarde cuesta ${amount}.`,
	shareOfPrice: (share) => `el ${share} del precio`,
	howToPrepare: "Cómo prepararte",
};

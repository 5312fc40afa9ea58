import type { AppointmentWords } from "./en.ts";

const aDeposit = (money?: string, share?: string) =>
	money !== undefined
		? `una señal de ${money}`
		: share !== undefined
			? `una señal del ${share} del precio`
			: "una señal";

const theDeposit = (money?: string) => (money === undefined ? "la señal" : `la señal de ${money}`);

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
	onRequest: "A consultar",
	priceOnRequest: "Precio a consultar",
	depositAsked: (money, share) => `Hay que pagar ${aDeposit(money, share)} antes de la cita.`,
	depositDue: (time, money, share) =>
		`Hay que pagar ${aDeposit(money, share)} en un plazo de ${time} desde la reserva.`,
	depositDueConfirmed: (time, money, share) =>
		`Hay que pagar ${aDeposit(money, share)} en un plazo de ${time} desde que el estudio confirme la cita.`,
	depositDueBy: (time, money) => `Hay que pagar ${aDeposit(money)} antes del ${time}.`,
	depositOverdue: (time, money) =>
		`Había que pagar ${aDeposit(money)} antes del ${time}. El estudio todavía no ha anotado el pago.`,
	depositAmountOpen: "El estudio te dirá el importe.",
	depositElseCancelled: "Si no se paga a tiempo, la cita se cancelará.",
	depositPaid: (money) => `Ya has pagado ${theDeposit(money)}.`,
	depositWaived: "El estudio renuncia a la señal.",
	depositApplied: (money) => `El estudio ha descontado del precio ${theDeposit(money)}.`,
	depositRefunding: (money) => `El estudio te devuelve ${theDeposit(money)}.`,
	depositRefunded: (money) => `El estudio te ha devuelto ${theDeposit(money)}.`,
	depositForfeited: (money) => `El estudio se queda con ${theDeposit(money)}.`,
	depositNotDue: "Ya no tienes que pagar la señal.",
	depositNotPaid: "La señal no se pagó a tiempo.",
	depositBack: "Si cancelas a tiempo, el estudio te devuelve la señal.",
	depositKept: "Si no vienes ni cancelas, el estudio se queda con la señal.",
	howToPay: "Cómo pagar",
	pay: "Pagar la señal",
	payLater: "Podrás pagarla en línea después de reservar.",
	qrCode: "Código QR para pagar la señal",
	scanToPay: "O escanéalo con el móvil",
	freeUntilStart: "Puedes cancelar gratis hasta que empiece la cita.",
	addToCalendar: "Añadir a tu calendario",
	calendarFile: "Archivo de calendario",
	cannotCome: "Si no puedes venir",
	freeCancellation: (time) => `Puedes cancelar gratis hasta ${time} antes de la cita.`,
	lateCancellation: (amount) => `Cancelar más tarde cuesta ${amount}.`,
	shareOfPrice: (share) => `el ${share} del precio`,
	howToPrepare: "Cómo prepararte",
};

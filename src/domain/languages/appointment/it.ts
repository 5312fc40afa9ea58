import type { AppointmentWords } from "./en.ts";

const aDeposit = (money?: string, share?: string) =>
	money !== undefined
		? `una caparra di ${money}`
		: share !== undefined
			? `una caparra del ${share} del prezzo`
			: "una caparra";

const theDeposit = (money?: string) => (money === undefined ? "la caparra" : `la caparra di ${money}`);

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
	onRequest: "Su richiesta",
	priceOnRequest: "Prezzo su richiesta",
	depositAsked: (money, share) => `È richiesta ${aDeposit(money, share)} prima dell’appuntamento.`,
	depositDue: (time, money, share) => `È richiesta ${aDeposit(money, share)} entro ${time} dalla prenotazione.`,
	depositDueConfirmed: (time, money, share) =>
		`È richiesta ${aDeposit(money, share)} entro ${time} dalla conferma dello studio.`,
	depositDueBy: (time, money) => `È richiesta ${aDeposit(money)} entro ${time}.`,
	depositOverdue: (time, money) =>
		`Era richiesta ${aDeposit(money)} entro ${time}. Lo studio non ha ancora registrato il pagamento.`,
	depositAmountOpen: "Lo studio ti comunicherà l’importo.",
	depositElseCancelled: "Se non viene pagata in tempo, l’appuntamento sarà annullato.",
	depositPaid: (money) => `Hai pagato ${theDeposit(money)}.`,
	depositWaived: "Lo studio rinuncia alla caparra.",
	depositApplied: (money) => `Lo studio ha detratto dal prezzo ${theDeposit(money)}.`,
	depositRefunding: (money) => `Lo studio ti restituisce ${theDeposit(money)}.`,
	depositRefunded: (money) => `Lo studio ti ha restituito ${theDeposit(money)}.`,
	depositForfeited: (money) => `Lo studio trattiene ${theDeposit(money)}.`,
	depositNotDue: "Non devi più pagare la caparra.",
	depositNotPaid: "La caparra non è stata pagata in tempo.",
	depositBack: "Se annulli in tempo, lo studio ti restituisce la caparra.",
	depositKept: "Se non vieni e non annulli, lo studio trattiene la caparra.",
	howToPay: "Come pagare",
	pay: "Paga la caparra",
	payLater: "Potrai pagarla online dopo la prenotazione.",
	qrCode: "Codice QR per pagare la caparra",
	scanToPay: "Oppure scansionalo con il telefono",
	freeUntilStart: "Puoi annullare gratis fino all’inizio dell’appuntamento.",
	addToCalendar: "Aggiungi al tuo calendario",
	calendarFile: "File di calendario",
	cannotCome: "Se non puoi venire",
	freeCancellation: (time) => `Puoi annullare gratis fino a ${time} prima dell’appuntamento.`,
	lateCancellation: (amount) => `Annullare più tardi costa ${amount}.`,
	shareOfPrice: (share) => `il ${share} del prezzo`,
	howToPrepare: "Come prepararti",
};

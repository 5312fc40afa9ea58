import type { PageWords } from "./en.ts";

/** “De” before a name. */
export const ofName = (name: string): string => (/^[aeiouàâäéèêëîïôöùûü]/i.test(name) ? `d’${name}` : `de ${name}`);

export const fr: PageWords = {
	language: "Langue",
	stepTime: "Créneau",
	stepDetails: "Détails",
	stepDone: "Terminé",
	whatToBook: "Que souhaitez-vous réserver\u00a0?",
	nothingOnline: "Aucune réservation en ligne pour le moment",
	askForAppointment: (studio) => `Demandez un rendez-vous à ${studio}.`,
	book: "Réserver",
	bookNamed: (name) => `Réserver\u00a0: ${name}`,
	picturesOf: (artist) => `Photos ${ofName(artist)}`,
	pictureOf: (n, artist) => `Photo ${n} ${ofName(artist)}`,
	morePictures: (count) => (count === 1 ? "Encore une photo" : `Encore ${count} photos`),
	description: (artist, studio) => `Prenez rendez-vous avec ${artist} chez ${studio}.`,
	withArtist: (artist) => `avec ${artist}`,
	chooseDay: "Choisissez un jour",
	earlier: "Plus tôt",
	later: "Plus tard",
	freeDaysIn: (month) => `Jours avec des créneaux libres, ${month}`,
	today: "aujourd’hui",
	noneThisMonth: "Aucun créneau n’est libre ce mois-ci.",
	nextFreeDay: "Voir le prochain jour disponible",
	noneThisYear: "Aucun créneau n’est libre ce mois-ci ni dans l’année qui suit.",
	noneThisDay: "Aucun créneau n’est libre ce jour-là. Choisissez-en un autre.",
	timesNear: "Ces créneaux proches sont libres\u00a0:",
	timeZone: (zone) => `Les heures sont celles du fuseau horaire du studio, ${zone}.`,
	ownTime: (time) => `${time} chez vous`,
};

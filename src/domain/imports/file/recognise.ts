import { columnsAboutRows, fieldOfColumn, firstOfEach, fullName } from "./columns.ts";

/** The products that studios come from, with columns that only their exports have together. */
const products: Record<string, readonly string[]> = {
	Square: ["square customer id", "email address"],
	Fresha: ["mobile number", "accepts marketing", "referral source"],
	Vagaro: ["cell phone", "customer since"],
	Booksy: ["client name", "no-shows"],
	Calendly: ["invitee email", "event type name"],
};

/** Its columns have the names that many lists have. */
const allOfAcuity = "First Name,Last Name,Phone,Email,Notes";

/** Other names of the fields, in the exports of these products and elsewhere. */
const names: Record<string, readonly string[]> = {
	email: ["email address", "e-mail", "e-mail address", "invitee email", "client email", "mail"],
	first_name: ["firstname", "given name", "invitee first name", "name first"],
	last_name: ["lastname", "surname", "family name", "invitee last name", "name last"],
	[fullName]: ["name", "full name", "client name", "customer name", "client", "customer", "invitee name"],
	phone: [
		...["phone number", "mobile", "mobile number", "mobile phone", "cell", "cell phone", "telephone"],
		...["text reminder number", "day phone"],
	],
	date_of_birth: ["birthday", "birth date", "birthdate", "dob", "date of birth (yyyy-mm-dd)"],
	notes: ["note", "memo", "client note", "comments"],
	tags: ["groups", "labels"],
	source: ["referral source", "how did you hear about us", "creation source", "lead source"],
	instagram_handle: ["instagram"],
	is_blocked: ["blocked"],
	marketing_consent: ["accepts marketing", "email subscription status", "marketing", "newsletter"],
	"address.line1": ["street address 1", "street", "street address", "address", "address line 1", "address 1"],
	"address.line2": ["street address 2", "appartment suite", "apartment suite", "address line 2", "address 2"],
	"address.city": ["city", "town"],
	"address.state": ["state", "region", "province"],
	"address.postal_code": ["postal code", "post code", "postcode", "zip", "zip code"],
	"address.country": ["country"],
	"metadata.former_id": ["square customer id", "client id", "customer id", "id"],
};

/** The same in German, French, Spanish and Italian, without accents. */
const namesAbroad: Record<string, readonly string[]> = {
	email: [
		...["e-mail-adresse", "email-adresse", "mailadresse", "adresse e-mail", "adresse mail", "courriel"],
		...["correo", "correo electronico", "posta elettronica", "indirizzo email", "indirizzo e-mail"],
	],
	first_name: ["vorname", "prenom"],
	last_name: ["nachname", "familienname", "nom de famille", "apellido", "apellidos", "cognome"],
	[fullName]: [
		...["vollstandiger name", "kunde", "kundin", "kundenname", "nom", "nom complet", "nom du client"],
		...["nombre", "nombre completo", "nombre y apellidos", "cliente", "nome", "nome completo", "nome e cognome"],
	],
	phone: [
		...["telefon", "telefonnummer", "handy", "handynummer", "mobil", "mobiltelefon", "mobilnummer", "portable"],
		...["telephone portable", "numero de telephone", "telefono", "telefono movil", "movil", "numero de telefono"],
		...["cellulare", "numero di telefono"],
	],
	date_of_birth: [
		...["geburtstag", "geburtsdatum", "date de naissance", "fecha de nacimiento", "data di nascita"],
		...["anniversaire", "cumpleanos", "compleanno"],
	],
	notes: [
		...["notiz", "notizen", "bemerkung", "bemerkungen", "anmerkung", "anmerkungen", "remarque", "remarques"],
		...["commentaires", "nota", "notas", "observaciones", "comentarios", "osservazioni"],
	],
	"address.line1": [
		...["strasse", "straße", "straße und hausnummer", "anschrift", "adresse", "rue", "calle", "direccion"],
		...["via", "indirizzo"],
	],
	"address.city": ["ort", "wohnort", "stadt", "ville", "ciudad", "poblacion", "citta"],
	"address.postal_code": ["plz", "postleitzahl", "code postal", "codigo postal", "cp", "cap"],
	"address.country": ["land", "pays", "pais", "paese"],
};

const byName = new Map(
	[...Object.entries(names), ...Object.entries(namesAbroad)].flatMap(([field, others]) =>
		others.map((other) => [other, field] as const),
	),
);

/** Words for the whole name that are a part of it beside a column with the other part. */
const partsOfNames: readonly [word: string, beside: RegExp, field: string][] = [
	["name", /^vorname$/, "last_name"],
	["nom", /^prenom$/, "last_name"],
	["nombre", /^apellidos?$/, "first_name"],
	["nome", /^cognome$/, "first_name"],
];

const plain = (column: string): string =>
	column.trim().toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/[_ ]+/g, " ");

const fieldOfName = (name: string, all: readonly string[]): string | undefined =>
	partsOfNames.find(([word, beside]) => word === name && all.some((other) => beside.test(other)))?.[2] ??
	byName.get(name);

/** The product whose export has these columns; undefined if none is known. */
export function productOf(columns: readonly string[]): string | undefined {
	const present = new Set(columns.map(plain));
	const found = Object.entries(products).find(([, own]) => own.every((column) => present.has(column)))?.[0];
	return found ?? (columns.map((name) => name.trim()).join() === allOfAcuity ? "Acuity" : undefined);
}

/** A file of failed rows begins with so many columns about the rows. */
export const columnsBeforeOwn = (columns: readonly string[]): number =>
	columnsAboutRows.every((name, n) => columns[n] === name) ? columnsAboutRows.length : 0;

/** The field of each column, as far as its name tells. */
export function recognisedFields(columns: readonly string[]): (string | null)[] {
	const own = columnsBeforeOwn(columns);
	const all = columns.map(plain);
	const fields = columns.map((column, n) =>
		n < own ? null : (fieldOfColumn(column) ?? fieldOfName(plain(column), all) ?? null),
	);
	// The parts of a name say more than the whole.
	const isInParts = fields.includes("first_name");
	return firstOfEach(fields.map((field) => (isInParts && field === fullName ? null : field)));
}

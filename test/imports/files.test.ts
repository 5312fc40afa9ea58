import { describe, expect, it } from "vitest";
import { bodyOf, fieldOfColumn, firstOfEach, ignoredColumns } from "../../src/domain/imports/file/columns.ts";
import { readRowFile, type WaitingRow } from "../../src/domain/imports/file/read-file.ts";
import { recognisedFields } from "../../src/domain/imports/file/recognise.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function read(file: string | Uint8Array, type: "text/csv" | "application/x-ndjson" = "text/csv") {
	const { lines, ...rest } = await readRowFile(typeof file === "string" ? bytesOf(file) : file, type);
	const rows = new TextDecoder()
		.decode(lines)
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line) as WaitingRow);
	return { rows, ...rest };
}

const cellsOf = async (file: string | Uint8Array) => (await read(file)).rows;
const utf16 = (text: string, mark: boolean, swap: boolean) => {
	const units = [...(mark ? "\uFEFF" : ""), ...text].map((one) => one.charCodeAt(0));
	return new Uint8Array(units.flatMap((unit) => (swap ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])));
};

describe("CSV is read", () => {
	const anaAndBo = [{ c: ["ana@example.com", "Ana"] }, { c: ["bo@example.com", "Bo"] }];

	it.each([
		["commas", ","],
		["semicolons", ";"],
		["tabs", "\t"],
		["bars", "|"],
	])("with %s", async (_, mark) => {
		const file = `email,first_name\nana@example.com,Ana\nbo@example.com,Bo`.replaceAll(",", mark);
		expect(await cellsOf(file)).toEqual(anaAndBo);
	});

	it.each([
		["CRLF", "\r\n"],
		["LF", "\n"],
		["CR", "\r"],
	])("with %s at the ends of lines, and with empty rows", async (_, end) => {
		const file = ["email,first_name", "ana@example.com,Ana", "", ",", "bo@example.com,Bo", ""].join(end);
		expect(await cellsOf(file)).toEqual(anaAndBo);
	});

	it("with several ends of lines", async () => {
		expect(await cellsOf("email,first_name\r\nana@example.com,Ana\nbo@example.com,Bo\r")).toEqual(anaAndBo);
	});

	it("with a line that names the delimiter, as Excel writes it", async () => {
		expect(await cellsOf("sep=;\r\nemail;first_name\r\nana@example.com;Ana\r\nbo@example.com;Bo")).toEqual(anaAndBo);
	});

	it("with a byte order mark, in UTF-8 and UTF-16, and without one", async () => {
		const text = "email,first_name\nana@example.com,Ana\nbo@example.com,Bo";
		for (const file of [
			bytesOf(`\uFEFF${text}`),
			utf16(text, true, false),
			utf16(text, true, true),
			utf16(text, false, false),
			utf16(text, false, true),
		])
			expect(await cellsOf(file)).toEqual(anaAndBo);
	});

	it("in Windows-1252", async () => {
		const file = Uint8Array.from("email,first_name\nana@example.com,Zo\xEB \x80", (one) => one.charCodeAt(0));
		expect(await cellsOf(file)).toEqual([{ c: ["ana@example.com", "Zoë €"] }]);
	});

	it("in UTF-8 with one damaged row, which is told", async () => {
		const good = bytesOf("email,first_name\nzoe@example.com,Zoë\nrene@example.com,René\n");
		const file = new Uint8Array([...good, ...[0x6e, 0x40, 0xeb, 0x2c, 0x4e], ...bytesOf("\nbo@example.com,Bo")]);
		const rows = await cellsOf(file);
		expect(rows).toHaveLength(4);
		expect(rows[2]).toMatchObject({ f: expect.stringContaining("UTF-8") });
		expect(rows[3]).toEqual({ c: ["bo@example.com", "Bo"] });
	});

	it("with line ends, commas and quotes in quoted cells, and quotes in others", async () => {
		const file = 'email,notes\nana@example.com,"Says ""hi"",\r\ntwice"\nbo@example.com,5" needle\n';
		expect(await cellsOf(file)).toEqual([
			{ c: ["ana@example.com", 'Says "hi",\r\ntwice'] },
			{ c: ["bo@example.com", '5" needle'] },
		]);
	});

	it("across the pieces in which a large file is decoded", async () => {
		const rows = Array.from({ length: 5000 }, (_, n) => `zoë${n}@example.com,"Zoë, ${n}"`);
		const found = await cellsOf(["email,first_name", ...rows].join("\n"));
		expect(found).toHaveLength(5000);
		expect(found.at(-1)).toEqual({ c: ["zoë4999@example.com", "Zoë, 4999"] });
	});
});

describe("a row that cannot be read is told, and the others are read", () => {
	it("has more cells than the header", async () => {
		const rows = await cellsOf("email,first_name\nana@example.com,Ana,3,4\nbo@example.com,Bo");
		expect(rows).toMatchObject([{ f: "has 4 cells, and the header has 2" }, { c: ["bo@example.com", "Bo"] }]);
	});

	it("has a quote that is never closed", async () => {
		const rows = await cellsOf('email,first_name\nana@example.com,Ana\nbo@example.com,"Bo');
		expect(rows).toHaveLength(2);
		expect(rows[1]).toMatchObject({ f: expect.stringContaining("never closed") });
	});

	it("is too long", async () => {
		const rows = await cellsOf(`email,notes\nana@example.com,${"x".repeat(200_000)}\nbo@example.com,Bo`);
		expect(rows).toHaveLength(2);
		expect(rows[0]).toMatchObject({ f: expect.stringContaining("longer than 96 KiB") });
		expect(rows[1]).toEqual({ c: ["bo@example.com", "Bo"] });
	});

	it("is a line that is no JSON object", async () => {
		const file = '{"email":"ana@example.com"}\nnonsense\n\n[1]\r\n{"email":"bo@example.com"}';
		const { rows, total } = await read(file, "application/x-ndjson");
		expect(total).toBe(4);
		expect(rows.map((row) => ("v" in row ? row.v.email : (row as { f: string }).f))).toEqual([
			"ana@example.com",
			"is no JSON object",
			"is no JSON object",
			"bo@example.com",
		]);
	});
});

describe("a file is refused whole, also by its last line", () => {
	it.each([
		["more than 20000 rows", `email\n${"a@example.com\n".repeat(20_001)}`],
		["more than 20000 rows", `email\n${"a@example.com\n".repeat(20_000)}a@example.com`],
		["more than 20000 rows", `email\n${"a@example.com\n".repeat(20_000)}"a@example.com`],
		["more than 500 columns", `${"a,".repeat(601)}email`],
		["more than 500 columns", `${"a,".repeat(601)}email\r\n`],
		["header has a quote that is never closed", `email,"first_name`],
		["header is longer than 96 KiB", `email,${"x".repeat(200_000)}`],
	])("that has %s", async (words, file) => {
		for (const text of [file, `${file}\n`]) await expect(read(text)).rejects.toThrow(words);
	});
});

describe("a file that is no text is refused", () => {
	it("of compressed bytes alone, too", async () => {
		const noise = Uint8Array.from({ length: 8192 }, (_, n) => Math.imul(n + 1, 0x9e37_79b1) >>> 24);
		await expect(read(noise)).rejects.toThrow("is no text");
	});

	const starts: [name: string, bytes: number[]][] = [
		["a PNG", [0x89, 0x50, 0x4e, 0x47, 13, 10, 0x1a, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]],
		["a JPEG", [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]],
		["a ZIP file, such as a workbook", [0x50, 0x4b, 3, 4, 20, 0, 6, 0]],
		["a compressed file", [0x1f, 0x8b, 8, 0, 0, 0]],
	];
	it.each(starts)("%s", async (_, start) => {
		const file = new Uint8Array([...start, ...bytesOf("\na,b\nc,d\n")]);
		for (const type of ["text/csv", "application/x-ndjson"] as const)
			await expect(read(file, type)).rejects.toThrow("is no text");
	});

	it("and one with a few control characters is not", async () => {
		const rows = await cellsOf("email,first_name\nana@example.com,A\0na\nbo@example.com,B\x01o\n");
		expect(rows).toHaveLength(2);
	});

	it("and one with the sign that ends a text of DOS is not", async () => {
		const rows = await cellsOf("email,first_name\r\nana@example.com,Ana\r\n\x1a");
		expect(rows[0]).toEqual({ c: ["ana@example.com", "Ana"] });
	});
});

describe("columns", () => {
	it("are known in any spelling, and others are named", async () => {
		const found = await read(
			"EMAIL,First Name,date-of-birth,Shoe size,address.City,metadata.Old ID,email\na,b,c,d,e,f,g",
		);
		const columns = found.columns ?? [];
		const fields = firstOfEach(columns.map((name) => fieldOfColumn(name) ?? null));
		expect(fields).toEqual(["email", "first_name", "date_of_birth", null, "address.city", "metadata.Old ID", null]);
		expect(ignoredColumns(columns, fields)).toEqual(["Shoe size", "email"]);
		expect(bodyOf((found.rows[0] as { c: string[] }).c, { fields })).toEqual({
			email: "a",
			first_name: "b",
			date_of_birth: "c",
			address: { city: "e" },
			metadata: { "Old ID": "f" },
		});
	});

	it.each([
		["E-Mail;Vorname;Name;Handy;Geburtstag;Straße;PLZ;Ort;Land;Notizen"],
		["E-Mail-Adresse;Vorname;Nachname;Telefon;Geburtsdatum;Strasse;Postleitzahl;Stadt;Land;Bemerkung"],
		["Adresse e-mail;PRÉNOM;Nom;Téléphone;Date de naissance;Rue;Code postal;Ville;Pays;Remarques"],
		["Correo electrónico;Nombre;Apellidos;Móvil;Fecha de nacimiento;Calle;CP;Población;País;Notas"],
		["Email;Nome;Cognome;Cellulare;Data di nascita;Indirizzo;CAP;Città;Paese;Note"],
		["Email;First name;Surname;Mobile;Birthday;Street;Zip;City;Country;Notes"],
	])("are recognised in the languages of the product: %s", (header) => {
		const address = ["address.line1", "address.postal_code", "address.city", "address.country"];
		const expected = ["email", "first_name", "last_name", "phone", "date_of_birth", ...address, "notes"];
		expect(recognisedFields(header.split(";"))).toEqual(expected);
	});

	it("have the whole name where no other column has a part of it", () => {
		for (const name of ["Name", "Nom", "Nombre", "Nome", "Kunde", "Vollständiger Name"])
			expect(recognisedFields(["Email", name])).toEqual(["email", "full_name"]);
		expect(recognisedFields(["Email", "First name", "Name"])).toEqual(["email", "first_name", null]);
	});

	it("lose the apostrophe that keeps a spreadsheet from running them", () => {
		const fields = ["phone", "notes", "last_name", "source"];
		expect(bodyOf(["'+49 30", "'=1", "'n Sync", "''"], { fields })).toEqual({
			phone: "+49 30",
			notes: "=1",
			last_name: "'n Sync",
			source: "''",
		});
	});

	it("make lists, flags and choices of words", () => {
		const fields = ["tags", "is_blocked", "do_not_contact", "preferred_communication", "marketing_consent"];
		expect(bodyOf(["a, b;c", "Yes", "0", "email", "perhaps"], { fields })).toEqual({
			tags: ["a", "b", "c"],
			is_blocked: true,
			do_not_contact: false,
			preferred_communication: "EMAIL",
			marketing_consent: "perhaps",
		});
	});
});

it("a file takes time and memory in proportion to its size, whatever it holds", async () => {
	const floods = [
		`email\n${'"'.repeat(3_000_000)}`,
		`email\n${"\n".repeat(3_000_000)}a@example.com`,
		`email\n${",".repeat(3_000_000)}\na@example.com`,
		`${",".repeat(3_000_000)}email\nx`,
		`email\n${'"a\n'.repeat(19_000)}`,
	];
	for (const file of floods) {
		const began = performance.now();
		await read(file).catch((error: Error) => expect(error.message).toMatch(/email|rows|columns/));
		expect(performance.now() - began).toBeLessThan(5000);
	}
});

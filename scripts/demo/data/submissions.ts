import type { Submission } from "../bodies.ts";

const tattooConsent = (client: string, signer: string, more: Record<string, unknown> = {}): Submission => ({
	client_id: `client/${client}`,
	signature: signer,
	signer_name: signer,
	submission_data: { understood: true, photos: false, ...more },
});

const piercingConsent = (client: string, signer: string): Submission => ({
	client_id: `client/${client}`,
	signature: signer,
	signer_name: signer,
	submission_data: { allergies: "none", aftercare_read: true },
});

/** By form. */
export const submissions: Record<string, Submission[]> = {
	intake: [
		{
			submission_data: {
				first_name: "Aino",
				last_name: "Virtanen",
				email: "aino.virtanen@example.com",
				subject: "A single wave",
				message: "One unbroken line, like the logo on my grandmother's boat. On the inner wrist, very small.",
				placement: "Hand",
				styles: ["Fine line"],
				size_cm: 4,
				first_tattoo: true,
			},
		},
		{
			submission_data: {
				first_name: "Yuki",
				last_name: "Tanaka",
				email: "yuki.tanaka@example.com",
				subject: "Cranes over both shoulders",
				message: "Two cranes that meet when I fold my arms. Black with one red accent each.",
				placement: "Back",
				styles: ["Fine line", "Ornamental"],
				size_cm: 25,
				first_tattoo: false,
			},
		},
		{
			submission_data: {
				first_name: "Leila",
				last_name: "Ahmadi",
				email: "leila.ahmadi@example.com",
				subject: "A line of Hafez",
				message: "Nastaliq lettering along the forearm. I will bring the text; spacing matters more than size.",
				placement: "Arm",
				styles: ["Lettering"],
				size_cm: 14,
				first_tattoo: false,
			},
		},
	],
	"tattoo-consent": [
		tattooConsent("ana", "Ana Kovač", { photos: true }),
		tattooConsent("kwame", "Kwame Mensah", { photos: true }),
		tattooConsent("mai", "Nguyễn Thị Mai", { allergies: "latex" }),
		tattooConsent("juergen", "Jürgen Großmann", { medication: "Ramipril 5 mg, in the morning" }),
	],
	"piercing-consent": [piercingConsent("hannah", "Hannah Weiß"), piercingConsent("priya", "Priya Raghunathan")],
	contact: [
		{
			submission_data: {
				name: "Margarethe Vogel",
				email: "margarethe.vogel@example.com",
				phone: "+49 40 66969 101",
				message: "Do you also do small portraits of dogs? He is called Bruno and will not sit still.",
			},
		},
		{
			submission_data: {
				name: "Thabo Nkosi",
				email: "thabo.nkosi@example.com",
				message: "Are vouchers valid for piercings as well?",
			},
		},
	],
};

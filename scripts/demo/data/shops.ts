import type { Shop } from "../bodies.ts";

export const shops: Record<string, Shop> = {
	kreuzberg: {
		name: "Demo Studio Kreuzberg",
		slug: "kreuzberg",
		timezone: "Europe/Berlin",
		email: "kreuzberg@demo-studio.example",
		phone: "+49 30 23125 142",
		website_url: "https://demo-studio.example/kreuzberg",
		description: "The first house: four chairs, a quiet room for long sessions, and a desk for consultations.",
		address: { line1: "Oranienstraße 183", city: "Berlin", postal_code: "10999", country: "Germany" },
	},
	altona: {
		name: "Demo Studio Altona",
		slug: "altona",
		timezone: "Europe/Berlin",
		email: "altona@demo-studio.example",
		phone: "+49 40 66969 177",
		website_url: "https://demo-studio.example/altona",
		description: "Two chairs and a piercing room, a minute from the harbour.",
		address: { line1: "Große Elbstraße 68", city: "Hamburg", postal_code: "22767", country: "Germany" },
	},
};

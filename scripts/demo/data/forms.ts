import type { Form } from "../bodies.ts";

const placements = ["Arm", "Leg", "Back", "Chest", "Hand", "Neck", "Somewhere else"];

export const forms: Record<string, Form> = {
	intake: {
		name: "New tattoo",
		kind: "INTAKE",
		description: "The things that we need to know before we draw.",
		creates: "IDEA",
		links_client: true,
		fields: [
			{ key: "first_name", label: "First name", type: "text", required: true },
			{ key: "last_name", label: "Last name", type: "text" },
			{ key: "email", label: "Email", type: "email", required: true },
			{ key: "subject", label: "What is it, in a few words?", type: "text", required: true },
			{ key: "message", label: "Tell us more", type: "textarea", required: true },
			{ key: "placement", label: "Where should it go?", type: "select", required: true, options: placements },
			{
				key: "styles",
				label: "Which styles do you like?",
				type: "multi_select",
				options: ["Fine line", "Blackwork", "Neo-traditional", "Ornamental", "Lettering"],
			},
			{ key: "size_cm", label: "About how many centimetres?", type: "number" },
			{ key: "references", label: "Pictures that show what you mean", type: "picture" },
			{ key: "first_tattoo", label: "This is my first tattoo", type: "checkbox" },
		],
	},
	"tattoo-consent": {
		name: "Consent to a tattoo",
		kind: "CONSENT",
		description: "Signed before each first session.",
		fields: [
			{ key: "allergies", label: "Allergies", type: "text" },
			{ key: "medication", label: "Medication, blood thinners above all", type: "textarea" },
			{ key: "understood", label: "I know that a tattoo stays", type: "checkbox", required: true },
			{ key: "photos", label: "You may show photographs of it", type: "checkbox" },
		],
	},
	"piercing-consent": {
		name: "Consent to a piercing",
		kind: "CONSENT",
		fields: [
			{ key: "allergies", label: "Allergies, metals above all", type: "text" },
			{ key: "aftercare_read", label: "I have read how to care for it", type: "checkbox", required: true },
		],
	},
	contact: {
		name: "Contact",
		kind: "CUSTOM",
		description: "The form on our website.",
		creates: "LEAD",
		fields: [
			{ key: "name", label: "Name", type: "text", required: true },
			{ key: "email", label: "Email", type: "email", required: true },
			{ key: "phone", label: "Phone", type: "phone" },
			{ key: "message", label: "Your question", type: "textarea", required: true },
		],
	},
};

export interface Contact {
	email: string | null;
	phone: string | null;
}

/** The shop's email and phone for the end of a sentence; nothing if the shop has neither. */
export const ContactLinks = ({ shop }: { shop: Contact | null }) => {
	const { email, phone } = shop ?? {};
	if (!email && !phone) return null;
	return (
		<>
			: {email && <a href={`mailto:${email}`}>{email}</a>}
			{email && phone && " or "}
			{phone && <a href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}>{phone}</a>}
		</>
	);
};

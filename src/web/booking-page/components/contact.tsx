export interface Contact {
	email: string | null;
	phone: string | null;
}

/** A line with the shop's email and phone; nothing if the shop has neither. */
export const ContactLinks = ({ shop }: { shop: Contact | null }) => {
	const { email, phone } = shop ?? {};
	if (!email && !phone) return null;
	return (
		<p>
			{email && <a href={`mailto:${email}`}>{email}</a>}
			{email && phone && " · "}
			{phone && <a href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}>{phone}</a>}
		</p>
	);
};
